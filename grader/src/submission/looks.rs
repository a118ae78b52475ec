//! Whether a text looks like MIPS assembly, and how much of a program it is.

use mips_sim::asm::directive::Directive;
use mips_sim::isa::forms::FORMS;

/// What was counted in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Lines that begin with an instruction or a directive, behind labels.
    pub known: usize,
    /// Lines that begin with something else.
    pub unknown: usize,
    /// Lines with an instruction.
    pub instructions: usize,
    /// Whether there is a label `main`.
    pub main: bool,
    /// What it includes, as it is written.
    pub includes: Vec<String>,
}

impl Looks {
    /// Counts a text.
    pub fn of(text: &str) -> Looks {
        let mut looks = Looks::default();
        for line in text.split(['\n', '\r']) {
            looks.count(line);
        }
        looks
    }

    /// Whether this is assembly: most lines are, and something is done.
    pub fn assembly(&self) -> bool {
        self.instructions > 0 && self.known >= 2 && self.known > self.unknown
    }

    fn count(&mut self, line: &str) {
        let mut rest = line.trim_start();
        // Labels, any number of them.
        let word = loop {
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '#' | ',' | '(' | ':'));
            let end = end.unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            let Some(behind) = behind.trim_start().strip_prefix(':') else { break word };
            if word.is_empty() {
                break word;
            }
            self.main |= word == "main";
            rest = behind.trim_start();
            if rest.is_empty() || rest.starts_with('#') {
                self.known += 1;
                return;
            }
        };
        if word.is_empty() {
            self.unknown += usize::from(!rest.is_empty() && !rest.starts_with('#'));
            return;
        }
        if let Some(directive) = Directive::find(word) {
            self.known += 1;
            if directive == Directive::Include
                && let Some(name) = rest.split('"').nth(1)
            {
                self.includes.push(name.to_string());
            }
        } else if FORMS.find(word).is_some() {
            self.known += 1;
            self.instructions += 1;
        } else {
            self.unknown += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_from_other_texts() {
        let check = |text: &str, assembly: bool| {
            assert_eq!(Looks::of(text).assembly(), assembly, "{text}");
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
        let looks =
            Looks::of(".include \"lib.asm\"\nstart: main: nop\n .include \"b c.asm\" # x\n");
        assert_eq!(looks.includes, ["lib.asm", "b c.asm"]);
        assert!(looks.main);
        assert_eq!(looks.instructions, 1);
    }
}
