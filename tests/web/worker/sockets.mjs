// What a client says that is none of HTTP's well-behaved ones, byte by byte.

import { connect } from "node:net";

/**
 * What a server says to a client that says how long its body is, unless it sends it in chunks, and then sends a piece of it
 * every `pause` milliseconds, without an end.
 */
export async function sent(t, url, { length, pause, piece }) {
  const { socket, answered } = open(t, url);
  const measure = length ? `content-length: ${length}` : "transfer-encoding: chunked";
  const said = length ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`;
  socket.write(`POST /v1/lookup HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\n${measure}\r\n\r\n`);
  const sending = setInterval(() => socket.write(said), pause);
  try {
    return await answered;
  } finally {
    clearInterval(sending);
  }
}

/** What a server says to a request line. */
export function lineSent(t, url, line) {
  const { socket, answered } = open(t, url);
  socket.write(`${line}\r\nhost: ${new URL(url).host}\r\n\r\n`);
  return answered;
}

/** A connection, and the first line that the server says on it. */
function open(t, url) {
  const { hostname, port } = new URL(url);
  const socket = connect(port, hostname);
  t.after(() => socket.destroy());
  const answered = new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (data) => {
      text += data;
      const [line, rest] = text.split("\r\n");
      if (rest !== undefined) resolve(line);
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`it ended after "${text}"`)));
  });
  return { socket, answered };
}
