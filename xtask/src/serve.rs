//! A web server for the built page, on this machine only: `GET` and `HEAD` of the files of one folder.
//!
//! A request never becomes a path. It is looked up among the files that are there, so no request can name one
//! outside the folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// The port of `cargo xtask up`.
pub const DEFAULT_PORT: u16 = 8787;

/// Nothing but this origin's own files, and nothing sent anywhere else.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The longest request head that is read: browsers send under a kilobyte.
const LONGEST_HEAD: u64 = 16 * 1024;

/// How long a client may keep a connection waiting.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that has its port and is ready to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    folder: PathBuf,
}

impl Server {
    /// Takes a port of this machine, any free one for 0, to serve a folder that may still have to be built.
    pub fn bind(port: u16, folder: PathBuf) -> Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
            let other = if port == DEFAULT_PORT { DEFAULT_PORT + 1 } else { DEFAULT_PORT };
            format!(
                "port {port} of 127.0.0.1 cannot be had; end what uses it, or take another: \
                 `cargo xtask up --port {other}`"
            )
        })?;
        let address = listener.local_addr().context("the port taken is unknown")?;
        Ok(Server { listener, address, folder })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until the program ends.
    pub fn run(self) -> Result<()> {
        for connection in self.listener.incoming() {
            let folder = self.folder.clone();
            // A client that goes away, early or in the middle, is its own affair.
            thread::spawn(move || connection.and_then(|connection| answer(connection, &folder)));
        }
        Ok(())
    }
}

fn answer(mut connection: TcpStream, folder: &Path) -> io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let head = read_head(&connection)?;
    let response = respond(&head, folder);
    connection.write_all(&response)?;
    connection.flush()
}

/// The request's first line and headers.
fn read_head(connection: &TcpStream) -> io::Result<String> {
    let mut reader = BufReader::new(connection.take(LONGEST_HEAD));
    let mut head = String::new();
    while reader.read_line(&mut head)? > 2 {}
    Ok(head)
}

/// The whole response to a request.
fn respond(head: &str, folder: &Path) -> Vec<u8> {
    let mut words = head.lines().next().unwrap_or_default().split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = target.split(['?', '#']).next().unwrap_or_default();
    if !matches!(method, "GET" | "HEAD") {
        return response(
            "405 Method Not Allowed",
            "text/plain; charset=utf-8",
            b"Only GET and HEAD.\n",
            true,
        );
    }
    let file = files(folder).remove(path).and_then(|file| Some((content_type(&file), fs::read(file).ok()?)));
    match file {
        Some((kind, body)) => response("200 OK", kind, &body, method == "GET"),
        None => response(
            "404 Not Found",
            "text/plain; charset=utf-8",
            b"There is no such file.\n",
            method == "GET",
        ),
    }
}

fn response(status: &str, content_type: &str, body: &[u8], with_body: bool) -> Vec<u8> {
    let mut bytes = format!(
        "HTTP/1.1 {status}\r\n\
         Content-Type: {content_type}\r\n\
         Content-Length: {}\r\n\
         Content-Security-Policy: {CONTENT_SECURITY_POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\n\
         Cache-Control: no-cache\r\n\
         Connection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    if with_body {
        bytes.extend_from_slice(body);
    }
    bytes
}

/// Every file of a folder by the path it is asked for with; an `index.html` also by its folder's. Links are
/// not followed.
fn files(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(folder.to_path_buf(), String::from("/"))];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
            let path = format!("{prefix}{name}");
            if kind.is_dir() {
                folders.push((entry.path(), format!("{path}/")));
            } else if kind.is_file() {
                if name == "index.html" {
                    found.insert(prefix.clone(), entry.path());
                }
                found.insert(path, entry.path());
            }
        }
    }
    found
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/vnd.microsoft.icon",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("twinprint-serve-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("public/assets")).unwrap();
        fs::write(folder.join("secret.txt"), "secret").unwrap();
        fs::write(folder.join("public/index.html"), "<!doctype html>").unwrap();
        fs::write(folder.join("public/assets/twinprint_bg.wasm"), b"\0asm").unwrap();
        folder
    }

    fn ask(folder: &Path, request: &str) -> String {
        String::from_utf8(respond(request, &folder.join("public"))).unwrap()
    }

    #[test]
    fn the_page_is_at_the_root_and_forbids_every_other_host() {
        let folder = folder("root");
        let response = ask(&folder, "GET /?from=a HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assert!(
            response.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"),
            "{response}"
        );
        assert!(response.contains("Content-Security-Policy: default-src 'none'; "), "{response}");
        assert!(response.contains("connect-src 'self'; "), "{response}");
        assert!(response.contains("X-Content-Type-Options: nosniff\r\n"), "{response}");
        assert!(response.ends_with("\r\n\r\n<!doctype html>"), "{response}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wasm_has_the_type_that_streaming_compilation_wants() {
        let folder = folder("wasm");
        let response = ask(&folder, "GET /assets/twinprint_bg.wasm HTTP/1.1\r\n\r\n");
        assert!(response.contains("Content-Type: application/wasm\r\n"), "{response}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn no_request_names_a_file_outside_the_folder() {
        let folder = folder("outside");
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/../../secret.txt",
            "//secret.txt",
            "../secret.txt",
            "/..\\secret.txt",
            "/assets",
            "",
        ] {
            let response = ask(&folder, &format!("GET {path} HTTP/1.1\r\n\r\n"));
            assert!(response.starts_with("HTTP/1.1 404 "), "{path}: {response}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nothing_but_reading_is_allowed_and_head_has_no_body() {
        let folder = folder("methods");
        assert!(ask(&folder, "POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(ask(&folder, "").starts_with("HTTP/1.1 405 "));
        let head = ask(&folder, "HEAD / HTTP/1.1\r\n\r\n");
        assert!(head.contains("Content-Length: 15\r\n") && head.ends_with("\r\n\r\n"), "{head}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_port_in_use_is_an_error_that_names_another() {
        let first = Server::bind(0, PathBuf::new()).unwrap();
        let error = Server::bind(first.address.port(), PathBuf::new()).err().unwrap().to_string();
        assert!(error.contains("`cargo xtask up --port 8787`"), "{error}");
    }
}
