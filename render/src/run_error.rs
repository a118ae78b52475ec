//! Draws the error of a run: the source line with its macro calls, the registers that matter, what
//! MARS says, and a hint.

use mips_sim::Image;
use mips_sim::asm::lex::TokenLine;
use mips_sim::diag::hint::{Register, Report};
use mips_sim::image::Place;
use mips_sim::source::FileId;

use crate::diagnostics::{MAX_CALLS, more_calls};
use crate::picture::{Excerpt, Level, Picture, Style};

/// Why a program stopped, with an end of line after it.
pub fn run_error(report: &Report, image: &Image, style: Style) -> String {
    let place = report.pc.and_then(|pc| image.place(pc));
    let mut picture = pictured(Level::Error, &report.title, place, image);
    if !report.registers.is_empty() {
        picture.notes.push(table(&report.registers));
    }
    picture.notes.extend(report.mars.iter().map(|sentence| format!("MARS says: {sentence}")));
    picture.help.extend(report.hint.clone());
    format!("{}\n", picture.draw(style))
}

/// A picture of an instruction: its statement, and the macro calls that made it.
pub(crate) fn pictured(
    level: Level,
    title: &str,
    place: Option<Place<'_>>,
    image: &Image,
) -> Picture {
    Picture {
        excerpt: place.map(|place| statement(place.at(), place.text(), image)),
        related: place.map_or(Vec::new(), |place| calls(&place.calls(), image)),
        ..Picture::new(level, title)
    }
}

/// A line with its statement underlined.
pub(crate) fn statement((file, line): (FileId, u32), text: &str, image: &Image) -> Excerpt {
    Excerpt {
        file: image.sources.file(file).name.clone(),
        line,
        text: text.to_string(),
        range: TokenLine::read(text).range(),
        label: String::new(),
    }
}

/// One register a line, in columns.
fn table(registers: &[Register]) -> String {
    let wide = |of: fn(&Register) -> &str| {
        registers.iter().map(|register| of(register).chars().count()).max().unwrap_or(0)
    };
    let names = wide(|register| &register.name);
    let values = wide(|register| &register.value);
    let rows = registers.iter().map(|Register { name, value, written }| {
        let row = format!("{name:names$} = {value:values$}  {written}");
        row.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The macro calls that made the statement, innermost first.
fn calls(calls: &[(FileId, u32)], image: &Image) -> Vec<(String, Option<Excerpt>)> {
    let shown = calls.iter().rev().take(MAX_CALLS).map(|(file, line)| {
        let text = image.sources.file(*file).line(*line);
        let title = "in the macro that is called here".to_string();
        (title, Some(statement((*file, *line), text, image)))
    });
    shown.chain(more_calls(calls.len())).collect()
}

#[cfg(test)]
mod tests {
    use mips_sim::diag::hint::report;
    use mips_sim::host::ScriptedHost;
    use mips_sim::machine::{Machine, MachineOptions};
    use mips_sim::observe::History;
    use mips_sim::{AsmOptions, assemble};

    use super::*;

    /// What a person sees of a program that fails.
    fn seen(source: &str) -> String {
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
        assert!(assembly.succeeded(), "{source}");
        let image = &assembly.image;
        let mut machine = Machine::load(image, &MachineOptions::default());
        let mut history = History::new(image, false);
        let stop = machine.run(&mut ScriptedHost::new("12\nabc\n"), &mut history, 5_000_000);
        run_error(
            &report(stop, &machine, Some(&history), image),
            image,
            Style { color: false, width: 100 },
        )
    }

    macro_rules! snapshots {
        ($($name:ident: $source:expr;)*) => {
            $(#[test]
            fn $name() {
                insta::assert_snapshot!(seen($source));
            })*
        };
    }

    snapshots! {
        integer_as_string: "main:   li $a0, 5\n        li $v0, 4   # print\n        syscall\n";
        text_as_address: ".data\nmsg: .asciiz \"Hello\"\n.text\nmain: lw $a0, msg\n  li $v0, 4\n  syscall\n";
        unknown_service: "main:\n  li $v0, 18\n  syscall\n";
        return_from_main: "main: li $t0, 1\n  jr $ra\n";
        ran_on: "main: li $a0, 3\n  jal f\nf:  sll $v0, $a0, 1\n  jr $ra\n";
        address_not_saved: "main: jal f\n  li $v0, 10\n  syscall\nf: jal g\n  jr $ra\ng: jr $ra\n";
        unbalanced: "main: jal f\n  li $v0, 10\n  syscall\nf: addi $sp, $sp, -8\n  sw $ra, 4($sp)\n  addi $sp, $sp, 4\n  lw $ra, 4($sp)\n  jr $ra\n";
        index_not_scaled: ".data\narr: .word 3, 1, 2\n.text\n  li $t1, 1\n  lw $t0, arr($t1)\n";
        label_not_aligned: ".data\ns: .asciiz \"abcd\"\nbuf: .space 8\n.text\n  la $t0, buf\n  sw $t1, 4($t0)\n";
        counter_passed: "  li $t0, 1\nloop: beq $t0, 10, done\n  addi $t0, $t0, 2\n  j loop\ndone:\n";
        end_of_input: "again: li $v0, 12\n  syscall\n  j again\n";
        recursion: "  jal f\nf: addi $sp, $sp, -64\n  sw $ra, 0($sp)\n  jal f\n";
        overflow: "  li $t0, 2147483647\n  addi $t1, $t0, 1\n";
        division: "  li $t1, 6\n  div $t0, $t1, $t2\n";
        in_a_macro: ".macro get(%r)\n  lw %r, 0($t9)\n.end_macro\n.macro both\n  get($t0)\n  get($t1)\n.end_macro\nmain: both\n";
        jump_to_data: ".data\ntable: .word 0\n.text\n  la $t0, table\n  jr $t0\n";
        null_pointer: "  move $t0, $zero\n  sw $t1, 4($t0)\n";
        not_an_integer: "  li $v0, 5\n  syscall\n  li $v0, 5\n  syscall\n";
        no_display: ".data\nq: .asciiz \"How many?\"\n.text\n  la $a0, q\n  li $v0, 51\n  syscall\n";
        trap: "  li $t0, 4\n  teqi $t0, 4\n";
        odd_register: "  add.d $f1, $f2, $f4\n";
    }
}
