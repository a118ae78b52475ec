//! The server: a thread for each connection, and the workbench on the thread that started it.

use std::io::{BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use studio::{Answered, Reply, Workbench, World, page};

use super::Slices;
use super::access::Access;
use super::http::{self, Bad, Response};

/// More connections than a browser opens for one page.
const MAX_CONNECTIONS: usize = 64;
/// A connection that is silent for so long is closed.
const PATIENCE: Duration = Duration::from_secs(120);

/// A question, and where its answer goes.
type Asked = (studio::Request, Sender<Answered>);

/// What each connection needs.
#[derive(Clone)]
struct Desk {
    door: Access,
    slices: Slices,
    questions: Sender<Asked>,
}

/// Answers until the process ends.
pub(crate) fn serve<W: World>(
    listener: TcpListener,
    door: Access,
    slices: Slices,
    mut workbench: Workbench<W>,
) {
    let (questions, asked): (Sender<Asked>, Receiver<Asked>) = channel();
    let desk = Desk { door, slices, questions };
    thread::spawn(move || accept(&listener, &desk));
    for (request, answer) in asked {
        // Whoever has gone needs no answer.
        let _ = answer.send(workbench.answer(request));
    }
}

fn accept(listener: &TcpListener, desk: &Desk) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming().flatten() {
        if open.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
            continue;
        }
        open.fetch_add(1, Ordering::Relaxed);
        let (desk, open) = (desk.clone(), open.clone());
        thread::spawn(move || {
            let _ = converse(stream, &desk);
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// Answers what comes over one connection.
fn converse(mut stream: TcpStream, desk: &Desk) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut input = BufReader::new(stream.try_clone()?);
    loop {
        match http::read(&mut input) {
            Ok(request) => {
                let last = request.header("connection") == Some("close");
                answer(&request, desk, &mut stream, last)?;
                if last {
                    return Ok(());
                }
            }
            Err(Bad::Gone) => return Ok(()),
            Err(Bad::Status(status)) => {
                Response::refusal(status).write(&mut stream, true)?;
                // What is still on its way is read, so that the answer is not lost with it.
                stream.set_read_timeout(Some(Duration::from_millis(200)))?;
                let mut rest = [0; 4096];
                let mut left = 1 << 20;
                while let Ok(1..) = input.read(&mut rest)
                    && left > 0
                {
                    left -= rest.len();
                }
                return Ok(());
            }
        }
    }
}

fn answer(
    request: &http::Request,
    desk: &Desk,
    stream: &mut TcpStream,
    last: bool,
) -> std::io::Result<()> {
    let asked = match desk.door.admit(request) {
        Ok(asked) => asked,
        Err(status) => return Response::refusal(status).write(stream, last),
    };
    match (request.method.as_str(), asked) {
        ("GET", "") => {
            let nonce = page::nonce(|bytes| getrandom::fill(bytes).is_ok());
            let text = page::index(&nonce);
            let policy = page::policy(&nonce);
            let page =
                Response { policy, ..Response::new("text/html; charset=utf-8", text.as_bytes()) };
            page.write(stream, last)
        }
        ("GET", name) => match page::file(name) {
            Some((kind, bytes)) => Response::new(kind, bytes).write(stream, last),
            None => Response::refusal(404).write(stream, last),
        },
        (_, "stop") => {
            desk.slices.stop();
            Response::new("application/json", b"{}").write(stream, last)
        }
        (_, "ask") => {
            let reply = match serde_json::from_slice(&request.body) {
                Ok(question) => reply(question, desk),
                Err(why) => Reply::Refused { why: format!("not a question: {why}") },
            };
            let body = serde_json::to_vec(&reply)?;
            Response::new("application/json", &body).write(stream, last)
        }
        _ => Response::refusal(404).write(stream, last),
    }
}

fn reply(question: studio::Request, desk: &Desk) -> Reply {
    let refused = || Reply::Refused { why: "the studio is ending".into() };
    let (sender, receiver) = channel();
    if desk.questions.send((question, sender)).is_err() {
        return refused();
    }
    match receiver.recv() {
        Ok(Answered::Now(reply)) => *reply,
        Ok(Answered::Later(job)) => job.run(),
        Err(_) => refused(),
    }
}
