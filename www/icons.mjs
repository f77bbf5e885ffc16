//! The icons of the installed app, drawn as PNG from the two sheets of the logo: browsers that install pages want pixels.

import { deflateSync } from "node:zlib";

/** Rounded rectangles on a field of 32 by 32, as in the logo; the last lies on top. */
const SHEETS = [
  { x: 4, y: 3, colour: [0xe9, 0xb9, 0x49], opacity: 1 },
  { x: 11, y: 8, colour: [0x23, 0x34, 0x4d], opacity: 0.88 },
];
const [WIDTH, HEIGHT, ROUND] = [17, 22, 3];
const PAPER = [0xfa, 0xf8, 0xf3];

/** Each pixel is sampled at this many places each way. */
const SAMPLES = 4;

/** An icon of `size` pixels each way; a maskable one has a ground, and room for its corners to be cut off. */
export function icon(size, maskable = false) {
  const scale = (maskable ? 56 : 32) / size;
  const offset = maskable ? -12 : 0;
  const pixels = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
        const x = offset + (column + ((sample % SAMPLES) + 0.5) / SAMPLES) * scale;
        const y = offset + (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) * scale;
        const [red, green, blue, alpha] = colourAt(x, y, maskable);
        sum[0] += red * alpha;
        sum[1] += green * alpha;
        sum[2] += blue * alpha;
        sum[3] += alpha;
      }
      const at = row * (size * 4 + 1) + 1 + column * 4;
      for (let i = 0; i < 3; i += 1) pixels[at + i] = sum[3] > 0 ? Math.round(sum[i] / sum[3]) : 0;
      pixels[at + 3] = Math.round((sum[3] / SAMPLES ** 2) * 255);
    }
  }
  return png(size, pixels);
}

function colourAt(x, y, ground) {
  let [colour, alpha] = [PAPER, ground ? 1 : 0];
  for (const sheet of SHEETS.filter((sheet) => covers(sheet, x, y))) {
    const all = sheet.opacity + alpha * (1 - sheet.opacity);
    colour = colour.map((below, i) => (sheet.colour[i] * sheet.opacity + below * alpha * (1 - sheet.opacity)) / all);
    alpha = all;
  }
  return [...colour, alpha];
}

function covers(sheet, x, y) {
  const beyond = (at, start, length) => Math.max(start + ROUND - at, at - (start + length - ROUND), 0);
  return Math.hypot(beyond(x, sheet.x, WIDTH), beyond(y, sheet.y, HEIGHT)) <= ROUND;
}

function png(size, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8);
  const parts = [["IHDR", header], ["IDAT", deflateSync(pixels, { level: 9 })], ["IEND", Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts.map(([type, data]) => part(type, data))]);
}

function part(type, data) {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
