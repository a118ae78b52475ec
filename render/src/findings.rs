//! What the checker of a run found, as pictures.

use mips_sim::Image;
use mips_sim::diag::explain::explain_finding;
use mips_sim::observe::check::Finding;

use crate::diagnostics::plural;
use crate::picture::{Level, Picture, Style};
use crate::run_error::{pictured, statement};

/// Every finding of a run, each followed by an empty line, and how many there are. Empty if there
/// are none.
pub fn findings(list: &[Finding], image: &Image, style: Style) -> String {
    let mut text = String::new();
    for finding in list {
        text.push_str(&picture(finding, image).draw(style));
        text.push_str("\n\n");
    }
    text.extend(plural(list.len(), "finding").map(|count| count + "\n"));
    text
}

fn picture(finding: &Finding, image: &Image) -> Picture {
    let words = explain_finding(finding, image);
    let place = image.place(words.pc);
    let mut picture = pictured(Level::Warning, &words.title, place, image);
    picture.code = finding.code().to_string();
    picture.help.push(words.help);
    let related = words.related.and_then(|(pc, title)| Some((image.place(pc)?, title)));
    if let Some((other, title)) = related
        && place.is_none_or(|place| place.word.line != other.word.line)
    {
        let excerpt = statement(other.at(), other.text(), image);
        picture.related.insert(0, (title, Some(excerpt)));
    }
    picture
}

#[cfg(test)]
mod tests {
    use mips_sim::host::ScriptedHost;
    use mips_sim::machine::{Machine, MachineOptions};
    use mips_sim::observe::check::Check;
    use mips_sim::{AsmOptions, assemble};

    use super::*;

    /// What a person sees of a program's mistakes.
    fn seen(source: &str) -> String {
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
        assert!(assembly.succeeded(), "{source}");
        let mut check = Check::new(&assembly.image);
        let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
        machine.run(&mut ScriptedHost::new(""), &mut check, 1_000);
        findings(check.findings(), &assembly.image, Style { color: false, width: 90 })
    }

    #[test]
    fn a_finding_shows_both_of_its_lines() {
        let source = "main: jal f\n li $v0, 10\n syscall\nf: jal g\n nop\n jr $ra\ng: jr $ra\n";
        insta::assert_snapshot!(seen(source), @r"
        warning[C0009]: `$ra` was set by the call at line 4 inside `f` and never restored, so `jr $ra` goes back there
         --> p.asm:6:2
          |
        6 |  jr $ra
          |  ^^^^^^
          |
          = help: save `$ra` on the stack before that call and load it again before returning
        note: this call sets `$ra`
         --> p.asm:4:4
          |
        4 | f: jal g
          |    ^^^^^

        1 finding
        ");
    }

    #[test]
    fn a_finding_in_a_macro_shows_the_call() {
        let source = ".macro show(%r)\n move $a0, %r\n li $v0, 1\n syscall\n.end_macro\n\
            main: show($t0)\n";
        insta::assert_snapshot!(seen(source), @r"
        warning[C0030]: `$t0` is read, but nothing has been written to it
         --> p.asm:2:2
          |
        2 |  move $a0, $t0
          |  ^^^^^^^^^^^^^
          |
          = help: set it first: it is zero under MARS only
        note: in the macro that is called here
         --> p.asm:6:7
          |
        6 | main: show($t0)
          |       ^^^^^^^^^

        1 finding
        ");
    }

    #[test]
    fn nothing_is_said_of_a_correct_program() {
        assert_eq!(seen("li $v0, 10\nsyscall\n"), "");
    }
}
