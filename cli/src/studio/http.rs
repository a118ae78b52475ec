//! HTTP/1.1 as far as one page needs it: requests with a length, answers with a length, connections
//! that stay open. Everything that arrives has a limit.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// The most bytes of a request before its body.
const MAX_HEAD: u64 = 16 << 10;
/// The most header lines.
const MAX_HEADERS: usize = 100;
/// The most bytes of a body: a document as JSON.
const MAX_BODY: u64 = 10 << 20;

/// A request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// The value of a header. One that is given twice has none: whoever sends it wants to confuse.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        let value = found.next().map(|(_, value)| value.as_str());
        if found.next().is_some() { None } else { value }
    }
}

/// Why there is no request.
#[derive(Debug)]
pub(super) enum Bad {
    /// The other side has gone, or said nothing for too long.
    Gone,
    /// It is none, or too large: the status to answer with.
    Status(u16),
}

impl From<io::Error> for Bad {
    fn from(_: io::Error) -> Bad {
        Bad::Gone
    }
}

/// Reads the next request.
pub(super) fn read(stream: &mut BufReader<TcpStream>) -> Result<Request, Bad> {
    let mut head = stream.by_ref().take(MAX_HEAD);
    let mut line = || -> Result<String, Bad> {
        let mut bytes = Vec::new();
        head.read_until(b'\n', &mut bytes)?;
        if bytes.pop() != Some(b'\n') {
            return Err(if bytes.is_empty() && head.limit() > 0 {
                Bad::Gone
            } else {
                Bad::Status(431)
            });
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        String::from_utf8(bytes).map_err(|_| Bad::Status(400))
    };
    let first = line()?;
    let mut words = first.split(' ');
    let (Some(method), Some(path), Some("HTTP/1.1"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Bad::Status(400));
    };
    let mut headers = Vec::new();
    loop {
        let line = line()?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or(Bad::Status(400))?;
        if headers.len() == MAX_HEADERS || name.is_empty() || name.contains([' ', '\t']) {
            return Err(Bad::Status(400));
        }
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
    let (method, path) = (method.to_string(), path.to_string());
    let mut request = Request { method, path, headers, body: Vec::new() };
    if request.headers.iter().any(|(name, _)| name == "transfer-encoding") {
        return Err(Bad::Status(411));
    }
    let lengths = request.headers.iter().filter(|(name, _)| name == "content-length").count();
    if lengths > 0 {
        let length = request.header("content-length").filter(|_| lengths == 1);
        let length = length.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let length: u64 = length.and_then(|text| text.parse().ok()).ok_or(Bad::Status(400))?;
        if length > MAX_BODY {
            return Err(Bad::Status(413));
        }
        // Only what really arrives takes memory.
        stream.by_ref().take(length).read_to_end(&mut request.body)?;
        if request.body.len() as u64 != length {
            return Err(Bad::Gone);
        }
    }
    Ok(request)
}

/// An answer.
pub(super) struct Response<'a> {
    pub(super) status: u16,
    pub(super) kind: &'a str,
    /// What the page may do; of answers that are no page.
    pub(super) policy: String,
    pub(super) body: &'a [u8],
}

impl<'a> Response<'a> {
    pub(super) fn new(kind: &'a str, body: &'a [u8]) -> Response<'a> {
        Response { status: 200, kind, policy: "default-src 'none'".into(), body }
    }

    /// Nothing but a status.
    pub(super) fn refusal(status: u16) -> Response<'static> {
        Response { status, ..Response::new("text/plain; charset=utf-8", words(status).as_bytes()) }
    }

    pub(super) fn write(&self, stream: &mut TcpStream, last: bool) -> io::Result<()> {
        let Response { status, kind, policy, body } = self;
        let head = format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: {}\r\n\
             Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\nCache-Control: no-store\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
            words(*status),
            body.len(),
            if last { "close" } else { "keep-alive" },
        );
        // As one piece, so that small answers do not wait for each other.
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body);
        stream.write_all(&bytes)
    }
}

fn words(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    }
}
