//! The words for lines that may be to blame.

use mips_sim::Image;
use mips_sim::asm::lex::TokenLine;
use mips_sim::isa::codec::{disassemble, target};
use mips_sim::isa::reg::NAMES;
use mips_sim::isa::{Inst, Slot};

use crate::locate::{Change, ChangeKind, Counts, Repair, Suspect};

/// In which games a line runs, and whether a change of it helps, but not which.
pub fn why_suspected(suspect: &Suspect, games: Counts) -> String {
    let Counts { failing, passing } = suspect.ran;
    let helps = if suspect.repair.is_some() { "; a change of it helps" } else { "" };
    format!(
        "runs in {failing} of {} failing games and {passing} of {} right ones{helps}",
        games.failing, games.passing
    )
}

/// The statement of a line, with single blanks; texts in quotes stay as they are.
pub fn statement(suspect: &Suspect, image: &Image) -> String {
    let text = suspect.text(image);
    let line = TokenLine::read(text);
    let mut code = String::new();
    let mut end = line.range().start;
    for token in line.statement() {
        // The assembler reads commas as blanks; people like to see them.
        let gap = &text[end..token.range().start];
        if !gap.is_empty() {
            code.push_str(gap.trim());
            code.push(' ');
        }
        code.push_str(token.raw(text));
        end = token.range().end;
    }
    code
}

/// What would mend the program, as far as the games tell.
pub fn repair(image: &Image, repair: &Repair) -> String {
    let Change { kind, was, now, .. } = &repair.change;
    let mnemonic = was.op.mnemonic();
    let change = match kind {
        ChangeKind::Constant => format!("with `{mnemonic}` {} instead of {}", now.imm, was.imm),
        ChangeKind::Operation if was.op != now.op => {
            format!("with `{}` instead of `{mnemonic}`", now.op.mnemonic())
        }
        ChangeKind::Register | ChangeKind::Argument => match other_register(was, now) {
            Some((was, now)) => format!("with {now} instead of {was}"),
            None => format!("with `{}` instead", text(image, repair, *now)),
        },
        ChangeKind::Operation => format!("with `{}` instead", text(image, repair, *now)),
        ChangeKind::Label => format!("with {} as its label", goal(image, repair, *now)),
        ChangeKind::Before => format!("with `{}` before it", text(image, repair, *now)),
        ChangeKind::Behind => format!("with `{}` after it", text(image, repair, *now)),
        ChangeKind::Swapped => "with the next line before it".into(),
        ChangeKind::LeftOut => "without it".into(),
    };
    match repair.is_whole() {
        true => format!("{change} all games agree"),
        false => format!(
            "{change} this game is right, and {} of {} others that fail",
            repair.mended, repair.wrong
        ),
    }
}

/// The first register that is another.
fn other_register(was: &Inst, now: &Inst) -> Option<(&'static str, &'static str)> {
    let integer = was.op.row().shape.operands().map(|slot| slot == Slot::Reg);
    let pairs = was.regs.iter().zip(now.regs).zip(integer);
    let mut pairs = pairs.filter(|((was, now), integer)| **was != *now && *integer);
    let ((was, now), _) = pairs.next()?;
    Some((NAMES.get(usize::from(*was))?, NAMES.get(usize::from(now))?))
}

/// An instruction as it is written.
fn text(image: &Image, repair: &Repair, inst: Inst) -> String {
    disassemble(inst, repair.change.address, &|address| label(image, address))
}

/// Where a branch or jump goes.
fn goal(image: &Image, repair: &Repair, inst: Inst) -> String {
    target(inst, repair.change.address).map_or_else(String::new, |address| label(image, address))
}

fn label(image: &Image, address: u32) -> String {
    let mut symbols = image.symbols.iter().filter(|symbol| !symbol.data);
    let symbol = symbols.find(|symbol| symbol.address == address);
    symbol.map_or_else(|| format!("0x{address:08x}"), |symbol| symbol.name.clone())
}
