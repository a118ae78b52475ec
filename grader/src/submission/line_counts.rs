//! Counts the lines of a text by what they begin with, to tell MIPS assembly from other texts and a
//! whole program from a part.

use mips_sim::asm::directive::Directive;
use mips_sim::asm::lex::{TokenKind, TokenLine};

/// What was counted in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Lines that begin with an instruction or a directive, behind labels.
    pub known: usize,
    /// Lines that begin with something else.
    pub unknown: usize,
    /// Lines with an instruction.
    pub instructions: usize,
    /// Whether there is a label `main`.
    pub main: bool,
    /// The names of the files that it includes.
    pub includes: Vec<String>,
}

impl LineCounts {
    /// Counts a text.
    pub fn of(text: &str) -> LineCounts {
        let mut counts = LineCounts::default();
        for line in text.split(['\n', '\r']) {
            counts.count(line);
        }
        counts
    }

    /// Whether this is assembly: most lines are, and there is an instruction.
    pub fn is_assembly(&self) -> bool {
        self.instructions > 0 && self.known >= 2 && self.known > self.unknown
    }

    fn count(&mut self, text: &str) {
        let line = TokenLine::read(text);
        self.main |= line.labels().any(|label| label == "main");
        match line.statement() {
            [] => self.known += usize::from(!line.is_blank()),
            [first, operands @ ..] => match first.kind {
                TokenKind::Directive(directive) => {
                    self.known += 1;
                    let name = operands.iter().find(|token| token.kind == TokenKind::String);
                    if let Some(name) = name.filter(|_| directive == Directive::Include) {
                        self.includes.push(name.raw(text).trim_matches('"').to_string());
                    }
                }
                TokenKind::Operator(_) => {
                    self.known += 1;
                    self.instructions += 1;
                }
                _ => self.unknown += 1,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_from_other_texts() {
        let check = |text: &str, assembly: bool| {
            assert_eq!(LineCounts::of(text).is_assembly(), assembly, "{text}");
        };
        check("main: li $v0, 10\n  syscall # end\n", true);
        check(".data\nx: .word 1\n.text\nmain:\n\tLW $t0, x\r\n\r\n", true);
        check("my_macro(3)\nli $v0, 1\nsyscall\n", true);
        check("", false);
        check("# only comments\n# li $v0, 10\n", false);
        check("Add two numbers and store the sum.\nThen move on.\n", false);
        check("int main() {\n  return 0;\n}\n", false);
        check("I did not finish the assignment because\nadd was hard\nsorry\n", false);
    }

    #[test]
    fn includes_and_main_are_seen() {
        let counts =
            LineCounts::of(".include \"lib.asm\"\nstart: main: nop\n .include \"b c.asm\" # x\n");
        assert_eq!(counts.includes, ["lib.asm", "b c.asm"]);
        assert!(counts.main);
        assert_eq!(counts.instructions, 1);
    }
}
