//! What a program prints whatever it is given: prompts, headings, the words around an answer.
//!
//! It is found by running the program on different inputs. A line that is not finished when the program
//! asks for something is a prompt. So is a line with words that comes in every run, as those of a menu, a
//! word that does, and a number, as often as it comes in all of them. Each program's own are left out of
//! what it printed, so that two programs that ask in different words can be compared.

use std::collections::BTreeMap;

use super::run::Ran;

/// What a program prints in every run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prompts {
    /// Lines with words: those of a menu, however often it comes.
    lines: BTreeMap<Vec<u8>, usize>,
    /// Each word or number elsewhere, and how often it came at least.
    always: BTreeMap<Vec<u8>, usize>,
}

impl Prompts {
    /// What these runs have in common. Nothing can be said of less than two.
    pub(super) fn of<'a>(runs: impl IntoIterator<Item = &'a Ran>) -> Prompts {
        let mut outputs: Vec<Vec<u8>> = runs.into_iter().map(without_questions).collect();
        if outputs.len() < 2 {
            return Prompts::default();
        }
        let lines = always(&outputs, lines);
        outputs.iter_mut().for_each(|output| blank(output, &lines));
        let always = always(&outputs, tokens);
        Prompts { lines, always }
    }

    /// Whether a program always prints this line, or one of its words or signs.
    pub(super) fn say(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        let word = |(start, end): (usize, usize)| {
            let word = &line[start..end];
            !is_number(word) && self.always.contains_key(word)
        };
        self.lines.contains_key(line) || tokens(line).into_iter().any(word)
    }

    /// What a program printed, with blanks in the place of its prompts.
    pub(super) fn without(&self, ran: &Ran) -> Vec<u8> {
        let mut output = without_questions(ran);
        blank(&mut output, &self.lines);
        let mut seen: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for (start, end) in tokens(&output) {
            let token = &output[start..end];
            let Some(least) = self.always.get(token) else { continue };
            let times = seen.entry(token.to_vec()).or_default();
            *times += 1;
            // The same word again is the same prompt; the same number may be an answer.
            if *times <= *least || !is_number(token) {
                output[start..end].fill(b' ');
            }
        }
        output
    }
}

/// The parts that all of these have, and how often each has it at least.
fn always(
    outputs: &[Vec<u8>],
    parts: impl Fn(&[u8]) -> Vec<(usize, usize)>,
) -> BTreeMap<Vec<u8>, usize> {
    let count = |output: &Vec<u8>| {
        let mut found: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for (start, end) in parts(output) {
            *found.entry(output[start..end].to_vec()).or_default() += 1;
        }
        found
    };
    let both = |one: BTreeMap<Vec<u8>, usize>, other: BTreeMap<Vec<u8>, usize>| {
        let least = |(part, times): (Vec<u8>, usize)| {
            let times = times.min(*other.get(&part)?);
            Some((part, times))
        };
        one.into_iter().filter_map(least).collect()
    };
    outputs.iter().map(count).reduce(both).unwrap_or_default()
}

/// Puts blanks in the place of lines.
fn blank(output: &mut [u8], all: &BTreeMap<Vec<u8>, usize>) {
    for (start, end) in lines(output) {
        if all.contains_key(&output[start..end]) {
            output[start..end].fill(b' ');
        }
    }
}

/// The places of finished lines that have words.
fn lines(output: &[u8]) -> Vec<(usize, usize)> {
    let mut start = 0;
    let ends = output.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
    // What was typed is not there, so that a line may begin with the blanks of a question.
    let bare = |(from, to): (usize, usize)| {
        let line = &output[from..to];
        (from + line.len() - line.trim_ascii_start().len(), from + line.trim_ascii_end().len())
    };
    let lines = ends.map(|end| bare((std::mem::replace(&mut start, end + 1), end)));
    lines.filter(|(a, b)| a < b && output[*a..*b].iter().any(u8::is_ascii_alphabetic)).collect()
}

/// The output with blanks in the place of the lines in which the program asked.
fn without_questions(ran: &Ran) -> Vec<u8> {
    let mut output = ran.output.clone();
    for read in &ran.reads {
        let start = output[..read.printed].iter().rposition(|byte| *byte == b'\n');
        output[start.map_or(0, |at| at + 1)..read.printed].fill(b' ');
    }
    output
}

pub(super) fn is_number(token: &[u8]) -> bool {
    token.iter().any(u8::is_ascii_digit)
}

/// The places of words, of numbers and of what stands between them.
pub(super) fn tokens(output: &[u8]) -> Vec<(usize, usize)> {
    let mut tokens: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < output.len() {
        let start = at;
        let digit = |at: usize| output.get(at).is_some_and(u8::is_ascii_digit);
        let letter = |at: usize| {
            output.get(at).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
        };
        let signed = output[at] == b'-' && digit(at + 1);
        if digit(at) || signed {
            at += 1;
            let exponent = |at: usize| {
                output[at] == b'E' && (digit(at + 1) || output.get(at + 1) == Some(&b'-'))
            };
            while digit(at)
                || (at < output.len() && (output[at] == b'.' && digit(at + 1) || exponent(at)))
            {
                at += if output[at] == b'E' { 2 } else { 1 };
            }
        } else if letter(at) {
            while letter(at) {
                at += 1;
            }
        } else if output[at].is_ascii_whitespace() {
            at += 1;
            continue;
        } else {
            at += 1;
        }
        tokens.push((start, at.min(output.len())));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::super::run::Runner;
    use super::*;
    use crate::draws::Tail;
    use crate::programs::Input;
    use crate::subject::{Limits, Program};
    use crate::values::Value;
    use mips_sim::observe::Off;

    #[test]
    fn numbers_words_and_signs_are_apart() {
        let text = b"n!=-12.5E-3 is 7. x2";
        let words: Vec<&str> =
            tokens(text).iter().map(|(a, b)| std::str::from_utf8(&text[*a..*b]).unwrap()).collect();
        assert_eq!(words, ["n", "!", "=", "-12.5E-3", "is", "7", ".", "x", "2"]);
    }

    #[test]
    fn what_every_run_prints_is_left_out() {
        let source = ".data\np: .asciiz \"Number 1: \"\nr: .asciiz \"Twice 1 is: \"\ne: .asciiz \".\\nBye\\n\"\n\
            .text\nla $a0, p\nli $v0, 4\nsyscall\nli $v0, 5\nsyscall\nadd $t0, $v0, $v0\nla $a0, r\nli $v0, 4\n\
            syscall\nmove $a0, $t0\nli $v0, 1\nsyscall\nla $a0, e\nli $v0, 4\nsyscall\nli $v0, 10\nsyscall\n";
        let program = Program::assemble("p.asm", source, Limits::default()).unwrap();
        let mut runner = Runner::new(&program);
        let mut run = |number| {
            let input = Input { values: vec![Value::Int(number)], ..Input::default() };
            runner.run_on(&input, Limits::default(), Tail::Count, &mut Off)
        };
        let runs: Vec<_> = [3, 5, 0].map(&mut run).to_vec();
        let prompts = Prompts::of(&runs);
        let left = |ran: &Ran| {
            let text = String::from_utf8(prompts.without(ran)).unwrap();
            text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(left(&runs[0]), ["6"]);
        // Half is 0.5, which no run can show; 1 stands in the text already.
        assert_eq!(left(&run(500)), ["1000"]);
    }
}
