//! A studio that serves a folder, and what is sent to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A running studio; it ends with this value.
pub(crate) struct Studio {
    child: Child,
    /// The address of its page.
    pub(crate) address: String,
}

impl Studio {
    /// Serves a file of a folder, which also keeps what the studio remembers.
    pub(crate) fn start(folder: &Path, files: &[&str]) -> Studio {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fivetwelve"))
            .args(["studio", "--no-open", "--seed", "1"])
            .args(files)
            .current_dir(folder)
            .env("XDG_STATE_HOME", folder.join("state"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The studio is at ").unwrap().to_string();
        Studio { child, address }
    }

    /// `127.0.0.1:PORT`.
    pub(crate) fn host(&self) -> &str {
        self.address.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    /// The path of the page: the token between slashes.
    pub(crate) fn path(&self) -> &str {
        &self.address["http://".len() + self.host().len()..]
    }

    /// Sends bytes as they are: the status and the body of the answer.
    pub(crate) fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // It may answer and close before everything has been sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status.unwrap_or(0), body.to_string())
    }

    /// Asks as the page does.
    pub(crate) fn ask(&self, question: &Value) -> Value {
        let (host, body) = (self.host(), question.to_string());
        let (status, answer) = self.send(
            format!(
                "POST {}ask HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                self.path(),
                body.len()
            )
            .as_bytes(),
        );
        assert_eq!(status, 200, "{question}");
        serde_json::from_str(&answer).unwrap()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
