//! The Debug Adapter Protocol: messages in, answers and events out, over stdio or a port. What they
//! mean is in [`session`]; here they are read and written.

mod launch;
mod session;
mod values;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use serde_json::{Value, json};

use session::Session;

use crate::framing;

/// What the client sent, or that it can't be understood.
enum Message {
    Request(Value),
    Malformed(String),
}

/// Writes messages with their numbers.
pub(super) struct Client<W> {
    out: W,
    number: u64,
}

impl<W: Write> Client<W> {
    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.number += 1;
        message["seq"] = json!(self.number);
        framing::write(&mut self.out, &message.to_string())
    }

    pub(super) fn event(&mut self, name: &str, body: Value) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": name, "body": body }))
    }
}

/// Serves one client until it goes. That it disappears is no error.
pub(crate) fn serve(input: impl Read + Send + 'static, output: impl Write) -> anyhow::Result<()> {
    let asked = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let flag = Arc::clone(&asked);
    // A program that runs must hear of `pause`, so someone else reads.
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(message)) = read(&mut input) {
            if let Message::Request(request) = &message
                && matches!(request["command"].as_str(), Some("pause" | "disconnect" | "terminate"))
            {
                flag.store(true, Ordering::SeqCst);
            }
            if sender.send(message).is_err() {
                return;
            }
        }
        flag.store(true, Ordering::SeqCst);
    });
    let mut client = Client { out: output, number: 0 };
    let mut session = Session::new(asked);
    for message in receiver {
        let told = match message {
            Message::Request(request) => answer(&mut session, &request, &mut client),
            Message::Malformed(why) => {
                let text = format!("A message could not be understood: {why}.\n");
                let body = json!({ "category": "important", "output": text });
                client.event("output", body).map(|()| true)
            }
        };
        // A client that has gone takes nothing any more.
        if !matches!(told, Ok(true)) {
            break;
        }
    }
    Ok(())
}

/// Answers a request. Whether the session goes on.
fn answer<W: Write>(
    session: &mut Session,
    request: &Value,
    client: &mut Client<W>,
) -> io::Result<bool> {
    let command = request["command"].as_str().unwrap_or_default();
    let answer = session.request(command, &request["arguments"]);
    let mut response = json!({
        "type": "response",
        "request_seq": request["seq"],
        "command": command,
        "success": answer.is_ok(),
    });
    match answer {
        Ok(body) => response["body"] = body,
        Err(error) => {
            let text = crate::exit::message(&error);
            response["message"] = json!(text);
            response["body"] = json!({ "error": { "id": 1, "format": text, "showUser": true } });
        }
    }
    let success = response["success"] == json!(true);
    client.send(response)?;
    if success {
        session.follow(command, client)?;
    }
    Ok(command != "disconnect")
}

/// The next message; `None` at the end.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(bytes) = framing::read(input)? else { return Ok(None) };
    let read = bytes.and_then(|bytes| match serde_json::from_slice::<Value>(&bytes) {
        Ok(value) if value["type"] == "request" && value["command"].is_string() => Ok(value),
        Ok(_) => Err("it is not a request".into()),
        Err(error) => Err(format!("it is not JSON ({error})")),
    });
    Ok(Some(read.map_or_else(Message::Malformed, Message::Request)))
}
