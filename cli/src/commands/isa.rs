//! `fivetwelve isa`: the reference pages on the terminal or as JSON. What is on a page is decided
//! in [`mips_sim::reference`].

use std::io::{self, Write};

use mips_sim::asm::directive::DIRECTIVES;
use mips_sim::diag::explain::did_you_mean;
use mips_sim::host::{Parameter, SERVICES, Service, service};
use mips_sim::isa::Op;
use mips_sim::isa::forms::Mnemonic;
use mips_sim::reference::page::{overview, overview_text, to_text};
use mips_sim::reference::{self, Line, Topic};
use serde_json::{Value, json};

use crate::args::IsaArgs;
use crate::exit::Exit;
use crate::form;
use crate::io::Io;

/// Lines longer than this are hard to read, however wide the terminal is.
const MAX_WIDTH: usize = 100;

pub(crate) fn run(args: &IsaArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let width = io.on_out.width.min(MAX_WIDTH);
    let words: Vec<&str> = args.name.iter().map(String::as_str).collect();
    let topic = match words.as_slice() {
        [] if args.json => {
            write_json(io, overview_json())?;
            return Ok(Exit::Ok);
        }
        [] => {
            write!(io.out, "{}", overview_text(width))?;
            writeln!(
                io.out,
                "\n`fivetwelve isa NAME` says more: isa lw, isa .word, isa syscall 4, isa t0"
            )?;
            return Ok(Exit::Ok);
        }
        [name] => reference::find(name).ok_or_else(|| unknown(name)),
        [name, number] if name.eq_ignore_ascii_case("syscall") => numbered(number),
        [name, rest, ..] => Err(format!("one name at a time, please: `{name}` or `{rest}`")),
    };
    let topic = topic.map_err(|sentence| Exit::Usage.error(sentence))?;
    match args.json {
        true => write_json(io, topic_json(&topic))?,
        false => write!(io.out, "{}", to_text(&topic.title(), &topic.blocks(), width))?,
    }
    Ok(Exit::Ok)
}

fn numbered(number: &str) -> Result<Topic, String> {
    let found = number.parse().ok().and_then(service);
    found.map(Topic::Service).ok_or_else(|| {
        format!("there is no syscall `{number}`; the numbers are {}", ranges(SERVICES))
    })
}

/// The numbers of the services, runs of them shortened.
fn ranges(services: &[Service]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for service in services {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == service.number => *last = service.number,
            _ => runs.push((service.number, service.number)),
        }
    }
    let texts: Vec<String> = runs.iter().map(|(first, last)| format!("{first}-{last}")).collect();
    texts.join(", ")
}

fn unknown(name: &str) -> String {
    if name.is_empty() {
        return "the name is empty; the shell takes `$t0` for a variable, so write t0 or '$t0'"
            .to_string();
    }
    let hint = did_you_mean(&reference::nearest(name))
        .unwrap_or_else(|| "`fivetwelve isa` lists everything".to_string());
    format!("there is no instruction, directive or register `{name}`; {hint}")
}

fn write_json(io: &mut Io, value: Value) -> io::Result<()> {
    writeln!(io.out, "{:#}", form::ISA.object(value))
}

fn overview_json() -> Value {
    let groups = overview().into_iter().map(|group| {
        let rows = group.rows.into_iter();
        let rows: Vec<Value> = rows
            .map(|(syntax, brief)| json!({ "syntax": syntax.trim_start(), "brief": brief }))
            .collect();
        json!({ "title": group.title, "rows": rows })
    });
    json!({ "groups": groups.collect::<Vec<_>>() })
}

fn topic_json(topic: &Topic) -> Value {
    match topic {
        Topic::Instruction(page) => instruction_json(page),
        Topic::Directive(directive) => {
            let (_, name, syntax, doc) = DIRECTIVES[*directive as usize];
            json!({ "kind": "directive", "name": name, "syntax": syntax, "doc": doc })
        }
        Topic::Service(service) => service_json(service),
        Topic::Register(register) => json!({
            "kind": "register",
            "name": register.name,
            "number": register.number,
            "floating_point": register.float,
            "usage": register.role.usage,
            "over_calls": register.role.saver.rule(),
        }),
    }
}

fn service_json(service: &Service) -> Value {
    json!({
        "kind": "syscall",
        "number": service.number,
        "name": service.name,
        "arguments": Parameter::list(service.arguments),
        "result": Parameter::list(service.results),
        "doc": service.doc,
    })
}

fn instruction_json(page: &Mnemonic) -> Value {
    let pseudo = page.pseudo().map(|form| {
        json!({
            "syntax": form.example,
            "expansion": lines_json(form.shown_expansion()),
            "compact_expansion": form.shown_compact().map(lines_json),
        })
    });
    let mut value = json!({
        "kind": "instruction",
        "name": page.name,
        "basic": page.basic().map(basic_json).collect::<Vec<_>>(),
        "pseudo_doc": page.pseudo_doc,
        "pseudo": pseudo.collect::<Vec<_>>(),
    });
    if page.name == "syscall" {
        value["services"] = SERVICES.iter().map(service_json).collect();
    }
    value
}

fn basic_json(op: Op) -> Value {
    let row = op.row();
    let fields = reference::fields(op).map(|field| {
        json!({
            "letter": field.letter.to_string(),
            "operand": field.operand,
            "high": field.high,
            "low": field.low,
        })
    });
    json!({
        "syntax": row.example,
        "doc": row.doc,
        "bits": row.bits,
        "fields": fields.collect::<Vec<_>>(),
        "word": format!("0x{:08x}", reference::example_word(op)),
    })
}

fn lines_json(lines: Vec<Line>) -> Vec<Value> {
    let line = |line: Line| json!({ "text": line.text, "only_delayed": line.only_delayed });
    lines.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::capture;

    /// What `fivetwelve isa WORDS` writes, with the exit code if it is not 0.
    fn isa(words: &[&str]) -> String {
        let json = words.contains(&"--json");
        let name = words.iter().filter(|word| **word != "--json");
        let args = IsaArgs { name: name.map(|word| word.to_string()).collect(), json };
        capture(80, |io| run(&args, io))
    }

    #[test]
    fn pages() {
        insta::assert_snapshot!("lw", isa(&["lw"]));
        insta::assert_snapshot!("li", isa(&["LI"]));
        insta::assert_snapshot!("div", isa(&["div"]));
        insta::assert_snapshot!("beq", isa(&["beq"]));
        insta::assert_snapshot!("word", isa(&[".word"]));
        insta::assert_snapshot!("syscall", isa(&["syscall"]));
        insta::assert_snapshot!("syscall_4", isa(&["syscall", "4"]));
    }

    #[test]
    fn the_overview_has_groups_of_lines_that_fit() {
        let text = isa(&[]);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let first = |group: &str| group.lines().take(3).collect::<Vec<_>>().join("\n");
        let groups: Vec<String> = text.split("\n\n").map(first).collect();
        insta::assert_snapshot!("overview", groups.join("\n\n"));
    }

    #[test]
    fn registers() {
        insta::assert_snapshot!(isa(&["$t0"]), @r"
        $t0

        Register 8. A temporary value. Not kept over a call: the caller saves it if its
        value is still needed.
        ");
        insta::assert_snapshot!(isa(&["S0"]), @r"
        $s0

        Register 16. A value that lives on over calls. Kept over a call: a procedure
        that uses it saves it first and restores it.
        ");
        assert_eq!(isa(&["$4"]), isa(&["a0"]));
    }

    #[test]
    fn names_that_do_not_exist() {
        insta::assert_snapshot!(isa(&["addd"]), @r"
        error: there is no instruction, directive or register `addd`; did you mean `add`, `add.d`, `addi` or `addu`?
        [Usage]
        ");
        insta::assert_snapshot!(isa(&["loadword"]), @r"
        error: there is no instruction, directive or register `loadword`; `fivetwelve isa` lists everything
        [Usage]
        ");
        insta::assert_snapshot!(isa(&["syscall", "18"]), @r"
        error: there is no syscall `18`; the numbers are 1-17, 30-36, 40-44, 50-59
        [Usage]
        ");
        insta::assert_snapshot!(isa(&["lw", "sw"]), @r"
        error: one name at a time, please: `lw` or `sw`
        [Usage]
        ");
        insta::assert_snapshot!(isa(&[""]), @r"
        error: the name is empty; the shell takes `$t0` for a variable, so write t0 or '$t0'
        [Usage]
        ");
    }

    #[test]
    fn json_says_the_same() {
        insta::assert_snapshot!("mfhi_json", isa(&["mfhi", "--json"]));
        for words in
            [&["li", "--json"][..], &["--json"], &["syscall", "4", "--json"], &["$ra", "--json"]]
        {
            serde_json::from_str::<Value>(&isa(words)).unwrap();
        }
    }
}
