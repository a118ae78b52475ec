//! The orders of the worker, carried out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use grader::assignment::read_for_student;
use serde::{Deserialize, Serialize};
use studio::{Answered, Reply, Request, Workbench};

use crate::world::{Outside, PageWorld, Shelf};

/// What the worker wants.
#[derive(Debug, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Open a document, with everything that the browser keeps.
    Open {
        /// The document.
        file: String,
        /// All files, by name.
        files: BTreeMap<String, String>,
        /// The names of the assignments, the usual one first.
        assignments: Vec<String>,
    },
    /// Read an assignment.
    Assignment {
        /// Its name.
        name: String,
        /// Its files, by their paths.
        files: BTreeMap<String, Vec<u8>>,
    },
    /// The browser keeps this text now: another page has changed it, or nobody has it any more.
    Kept {
        /// The file.
        file: String,
        /// Its text, if it is there.
        text: Option<String>,
    },
    /// A question of the page.
    Ask {
        /// The question.
        question: Request,
    },
}

/// What the worker is told, besides the answers to the page.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Told {
    /// It is done.
    Done {},
    /// An assignment was read.
    Assignment {
        /// The files that students begin with.
        starter: Vec<(String, String)>,
    },
}

/// See the module.
pub struct Backend {
    outside: Outside,
    shelf: Rc<RefCell<Shelf>>,
    workbench: Option<Workbench<PageWorld>>,
}

impl Backend {
    /// Before anything is open.
    pub fn new(outside: Outside) -> Backend {
        Backend { outside, shelf: Rc::default(), workbench: None }
    }

    /// Carries out an order and answers, both as JSON.
    pub fn order(&mut self, order: &[u8]) -> Vec<u8> {
        match serde_json::from_slice(order) {
            Ok(order) => self.carry_out(order),
            Err(why) => refused(format!("not an order: {why}")),
        }
    }

    fn carry_out(&mut self, order: Order) -> Vec<u8> {
        match order {
            Order::Open { file, files, assignments } => {
                let text = files.get(&file).cloned().unwrap_or_default();
                let mut shelf = self.shelf.borrow_mut();
                shelf.files = files;
                shelf.assignments = assignments;
                drop(shelf);
                let world = PageWorld::new(self.shelf.clone(), self.outside);
                self.workbench = Some(Workbench::new(world, vec![(file, text)]));
                json(&Told::Done {})
            }
            Order::Assignment { name, files } => match self.read_assignment(name, files) {
                Ok(told) => json(&told),
                Err(why) => refused(why),
            },
            Order::Kept { file, text } => {
                let files = &mut self.shelf.borrow_mut().files;
                match text {
                    Some(text) => files.insert(file, text),
                    None => files.remove(&file),
                };
                json(&Told::Done {})
            }
            Order::Ask { question } => match &mut self.workbench {
                None => refused("nothing is open".into()),
                Some(workbench) => json(&match workbench.answer(question) {
                    Answered::Now(reply) => *reply,
                    Answered::Later(job) => job.run(),
                }),
            },
        }
    }

    /// Reads an assignment for a student; the files to begin with.
    fn read_assignment(
        &mut self,
        name: String,
        files: BTreeMap<String, Vec<u8>>,
    ) -> Result<Told, String> {
        let read = read_for_student(&files).map_err(|mistakes| {
            let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
            format!("{name} can't be read: {}", mistakes.join("; "))
        })?;
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        let starter = read.setup.starter.iter().map(|(name, bytes)| (name.clone(), text(bytes)));
        let starter = starter.collect();
        self.shelf.borrow_mut().read.insert(name, read);
        Ok(Told::Assignment { starter })
    }
}

fn json(answer: &impl Serialize) -> Vec<u8> {
    let written = serde_json::to_vec(answer);
    written.unwrap_or_else(|why| refused(format!("the answer can't be written: {why}")))
}

fn refused(why: String) -> Vec<u8> {
    serde_json::to_vec(&Reply::Refused { why }).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A clock on which every look takes a millisecond, so that slices end.
    fn backend() -> Backend {
        use std::sync::atomic::{AtomicU32, Ordering};
        static CLOCK: AtomicU32 = AtomicU32::new(0);
        Backend::new(Outside {
            now: || f64::from(CLOCK.fetch_add(1, Ordering::Relaxed)),
            chance: || 0.5,
        })
    }

    fn order(backend: &mut Backend, order: Value) -> Value {
        let answer = backend.order(order.to_string().as_bytes());
        serde_json::from_slice(&answer).expect("an answer is JSON")
    }

    fn ask(backend: &mut Backend, question: Value) -> Value {
        order(backend, json!({ "order": "ask", "question": question }))
    }

    fn opened(text: &str) -> Backend {
        let mut backend = backend();
        let files = json!({ "p.asm": text, "other.asm": "seven: .word 7\n" });
        let open = json!({ "order": "open", "file": "p.asm", "files": files, "assignments": [] });
        assert_eq!(order(&mut backend, open)["is"], "done");
        backend
    }

    #[test]
    fn other_files_can_be_included() {
        let mut backend = opened(".data\n.include \"other.asm\"\n.text\nlw $t0, seven\n");
        let opened = ask(&mut backend, json!({ "ask": "open" }));
        assert_eq!(opened["problems"], json!([]));
    }

    #[test]
    fn an_endless_loop_comes_back_after_each_slice() {
        let mut backend = opened("main: j main\n");
        ask(&mut backend, json!({ "ask": "start" }));
        for more in [false, true] {
            let moment = ask(&mut backend, json!({ "ask": "go", "how": "run", "more": more }));
            assert_eq!(moment["why"]["is"], "more");
        }
    }

    #[test]
    fn what_another_page_has_kept_is_not_overwritten() {
        let mut backend = opened("nop\n");
        order(&mut backend, json!({ "order": "kept", "file": "p.asm", "text": "other\n" }));
        let edit = json!({ "ask": "edit", "file": "p.asm", "text": "mine\n", "base": null });
        assert_eq!(ask(&mut backend, edit.clone())["conflict"], "other\n");
        let mine = ask(&mut backend, edit);
        assert_eq!((&mine["conflict"], &mine["failure"]), (&json!(null), &json!(null)));
    }

    #[test]
    fn an_assignment_is_read_and_checked() {
        let mut backend = backend();
        let toml = "id = \"one\"\ntitle = \"Print 1\"\nabout = \"Print a 1.\"\nfiles = [\"*.asm\"]\nstarter = [\"start.asm\"]\n\
            [[test]]\nid = \"prints\"\ntitle = \"It prints\"\nkind = \"transcript\"\npoints = 2\nexpected-file = \"out.txt\"\n";
        let files =
            json!({ "assignment.toml": toml.as_bytes(), "out.txt": b"1", "start.asm": b"nop\n" });
        let assignment = json!({ "order": "assignment", "name": "one", "files": files });
        let read = order(&mut backend, assignment);
        assert_eq!(read, json!({ "is": "assignment", "starter": [["start.asm", "nop\n"]] }));
        let text = "li $a0, 1\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
        let open = json!({ "order": "open", "file": "p.asm", "files": { "p.asm": text }, "assignments": ["one"] });
        order(&mut backend, open);
        let task = ask(&mut backend, json!({ "ask": "task", "assignment": "one" }));
        assert_eq!(task, json!({ "is": "task", "title": "Print 1", "about": "Print a 1." }));
        let checked = ask(&mut backend, json!({ "ask": "check", "assignment": "one" }));
        assert_eq!((&checked["points"], &checked["most"]), (&json!(2.0), &json!(2.0)), "{checked}");
        let none = ask(&mut backend, json!({ "ask": "check", "assignment": "two" }));
        assert_eq!(none["is"], "refused");
    }

    #[test]
    fn nonsense_is_refused() {
        let mut backend = backend();
        for nonsense in [
            "",
            "{",
            "[1]",
            "{\"order\":\"x\"}",
            "{\"order\":\"ask\",\"question\":{\"ask\":\"open\"}}",
        ] {
            let answer = backend.order(nonsense.as_bytes());
            let answer: Value = serde_json::from_slice(&answer).expect("an answer is JSON");
            assert_eq!(answer["is"], "refused", "{nonsense}");
        }
    }
}
