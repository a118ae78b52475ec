//! What a program reads and writes, as far as a few hundred boards show it. Whatever else turns up later
//! is learnt then, but the walk begins again for it.

use mips_sim::machine::Change;

use super::counts::LayerCounts;
use super::known::{Known, KnownLayout};
use super::layers::{Board, Status, mixed, start_draws, status};
use super::probe::{Arrived, Base, Probe, Reached, Sink, StateSource, Trouble};
use crate::Program;

/// How many boards are typed in.
const BOARDS: u64 = 300;
/// What fails so often is not worth more.
const FAILURES: usize = 20;
/// A line takes some hundred instructions, so this is enough to learn from.
const STEPS: u64 = 50_000;
/// Each round learns from what the last one did; there are few.
const ROUNDS: usize = 20;

/// What a program reads and writes.
pub(crate) fn layout(program: &Program, base: &Base) -> KnownLayout {
    let mut base = base.clone();
    base.steps = base.steps.min(STEPS);
    let mut layout = KnownLayout::new(program, &Known::default());
    for _ in 0..ROUNDS {
        let news = round(&base, &layout);
        if news.is_empty() {
            break;
        }
        let mut known = layout.known().clone();
        known.add(&news);
        layout = KnownLayout::new(program, &known);
    }
    layout
}

/// Tries everything on some boards. That something is wrong does not matter here.
fn round(base: &Base, layout: &KnownLayout) -> Known {
    let mut probe = Probe::new(base, layout);
    let start = Board::EMPTY.spawn(0, 1).spawn(4, 1);
    let _ = probe.start(start, &start_draws(start));
    let mut failures = 0;
    for number in 0..BOARDS {
        let board = sample(number);
        if failures > FAILURES {
            break;
        }
        if status(board) != Status::Live {
            continue;
        }
        let mut leads = Leads::default();
        let tried =
            probe.board(board, &[StateSource::Typed], &mut LayerCounts::default(), &mut leads);
        failures += usize::from(tried.is_err());
        for (direction, cell, changes, reached) in leads.0 {
            let board = board.slide(direction).spawn(cell, 1);
            let _ = probe.finish(board, &changes, reached);
        }
    }
    probe.grown()
}

/// A board with about as many tiles as the number says, up to the one before the last.
fn sample(number: u64) -> Board {
    let mut board = Board::EMPTY;
    let mut bits = mixed(number + 1);
    for cell in 0..9 {
        let filled = bits % 8 >= number % 5;
        let exponent = 1 + (bits >> 3) % 8;
        if filled {
            board = board.spawn(cell, exponent as u8);
        }
        bits = mixed(bits);
    }
    board
}

/// The boards that came up.
#[derive(Default)]
struct Leads(Vec<(engine::Direction, usize, Vec<Change>, Reached)>);

impl Sink for Leads {
    fn reached(
        &mut self,
        _: u16,
        direction: engine::Direction,
        cell: usize,
        arrived: Arrived<'_>,
    ) -> Result<(), Trouble> {
        let mut changes = Vec::new();
        arrived.keep(&mut changes)?;
        self.0.push((direction, cell, changes, arrived.reached));
        Ok(())
    }

    fn another(&mut self, _: u16, _: Vec<Vec<u8>>) -> Result<(), Trouble> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn of_the_documented_game_little_is_read() {
        let source = include_str!("../../../asm/fivetwelve.asm");
        let program = Program::assemble("fivetwelve.asm", source, Limits::default()).unwrap();
        let layout = layout(&program, &Base::new(&program, 1_000_000));
        let known = layout.known();
        let register =
            |name: &str| mips_sim::isa::reg::NAMES.iter().position(|known| *known == name);
        // The cells, the arguments of the service that waits, and the stack pointer.
        let names = "$t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $v0 $a0 $a1 $sp".split(' ');
        let read = names.map(|name| 1 << register(name).unwrap()).fold(0, |mask, bit| mask | bit);
        let [prompt, printed] = &known.reads;
        assert_eq!(prompt.exact, read, "{:x}", prompt.exact);
        // The switch is off if it is 3, and whatever else it is makes no difference.
        let switch = register("$s0").unwrap() as u8;
        assert_eq!(prompt.tested, [(switch, [3].into())].into());
        // What a short line leaves of a longer one.
        let line = program.image().symbols.iter().find(|symbol| symbol.name == "MOVE").unwrap();
        assert_eq!(prompt.bytes, [(line.address, 0xc)].into());
        // While the board is printed, the return address of the function that does it.
        assert_eq!(printed.bytes, [(line.address, 0xc), (0x7fff_eff8, 0xf)].into());
    }
}
