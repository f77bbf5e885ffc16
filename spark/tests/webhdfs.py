"""A file system that is not this machine's, as far as Spark can tell: a folder, served as HDFS is served over HTTP (WebHDFS)."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

_PREFIX = "/webhdfs/v1"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder, and gives the address of it."""
    handler = type("Handler", (_Handler,), {"folder": folder})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"webhdfs://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


class _Handler(BaseHTTPRequestHandler):
    folder: Path
    protocol_version = "HTTP/1.1"
    #: An answer goes out whole, and at once.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        path, asked = self._asked()
        if not path.exists():
            self._refuse(404, "java.io.FileNotFoundException", f"File does not exist: {path}")
        elif asked["op"] == "GETFILESTATUS":
            self._say({"FileStatus": _status(path, "")})
        elif asked["op"] == "LISTSTATUS":
            inner = sorted(path.iterdir()) if path.is_dir() else [path]
            said = [_status(one, one.name if path.is_dir() else "") for one in inner]
            self._say({"FileStatuses": {"FileStatus": said}})
        elif asked["op"] == "GETFILEBLOCKLOCATIONS":
            self._say({"BlockLocations": {"BlockLocation": [_block(path)]}})
        elif asked["op"] == "OPEN":
            if not self._goes_elsewhere(asked):
                with path.open("rb") as file:
                    file.seek(int(asked.get("offset", 0)))
                    self._answer(200, file.read(int(asked.get("length", -1))), "application/octet-stream")
        else:
            self._refuse(400, "java.lang.UnsupportedOperationException", f"{asked['op']} is not served")

    def do_PUT(self) -> None:
        path, asked = self._asked()
        if asked["op"] == "CREATE":
            content = self._body()
            if not self._goes_elsewhere(asked):
                if path.exists() and asked.get("overwrite") != "true":
                    return self._refuse(403, "org.apache.hadoop.fs.FileAlreadyExistsException", f"{path} is there")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                self._answer(201, b"", "application/octet-stream")
        elif asked["op"] == "MKDIRS":
            path.mkdir(parents=True, exist_ok=True)
            self._say({"boolean": True})
        elif asked["op"] == "RENAME":
            to = self._path(asked["destination"])
            to = to / path.name if to.is_dir() else to
            # As HDFS: what is there is not replaced.
            possible = path.exists() and to.parent.is_dir() and not to.exists()
            if possible:
                path.rename(to)
            self._say({"boolean": possible})
        else:
            self._refuse(400, "java.lang.UnsupportedOperationException", f"{asked['op']} is not served")

    def do_DELETE(self) -> None:
        path, asked = self._asked()
        there = path.exists()
        if path.is_dir():
            shutil.rmtree(path)
        elif there:
            path.unlink()
        self._say({"boolean": there})

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def _asked(self) -> tuple[Path, dict[str, str]]:
        address = urlsplit(self.path)
        return self._path(unquote(address.path.removeprefix(_PREFIX))), {
            name.lower(): values[0] for name, values in parse_qs(address.query).items()
        }

    def _path(self, name: str) -> Path:
        return self.folder / name.strip("/")

    def _goes_elsewhere(self, asked: dict[str, str]) -> bool:
        """Bytes are at other servers than names are: here at the same, asked once more."""
        if "elsewhere" in asked:
            return False
        host, port = self.server.server_address[:2]
        self.send_response(307)
        self.send_header("Location", f"http://{host}:{port}{self.path}&elsewhere=1")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return True

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        chunks = []
        while length := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(length))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def _say(self, said: dict[str, Any]) -> None:
        self._answer(200, json.dumps(said).encode(), "application/json")

    def _refuse(self, status: int, kind: str, message: str) -> None:
        said = {"exception": kind.rsplit(".", 1)[-1], "javaClassName": kind, "message": message}
        self._answer(status, json.dumps({"RemoteException": said}).encode(), "application/json")

    def _answer(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _status(path: Path, name: str) -> dict[str, Any]:
    found = path.stat()
    return {
        "pathSuffix": name,
        "type": "DIRECTORY" if path.is_dir() else "FILE",
        "length": 0 if path.is_dir() else found.st_size,
        "modificationTime": int(found.st_mtime * 1000),
        "accessTime": int(found.st_atime * 1000),
        "blockSize": 128 << 20,
        "replication": 1,
        "owner": "tester",
        "group": "tester",
        "permission": "755",
        "fileId": found.st_ino,
        "childrenNum": 0,
        "storagePolicy": 0,
    }


def _block(path: Path) -> dict[str, Any]:
    of_hosts = {"hosts": ["127.0.0.1"], "names": ["127.0.0.1:0"], "topologyPaths": ["/rack/127.0.0.1:0"]}
    return {"offset": 0, "length": path.stat().st_size, "corrupt": False, "cachedHosts": [], "storageTypes": ["DISK"], **of_hosts}
