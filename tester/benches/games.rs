//! Full random games a second on one core: the documented program against the engine, byte for
//! byte, and what each of the parts takes alone.

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::protocol::Fidelity;
use tester::compare::Duel;
use tester::generate::Generator;
use tester::{Limits, Program, Reference, Script, play};

/// Games in one run of a bench.
const GAMES: u64 = 1_000;

fn main() {
    divan::main();
}

fn program() -> Program {
    let source = include_str!("../../asm/fivetwelve.asm");
    Program::assemble("fivetwelve.asm", source, Limits::default()).expect("it assembles")
}

fn scripts() -> Vec<Script> {
    let generator = Generator::new(1);
    (0..GAMES).map(|index| generator.random_game(index)).collect()
}

/// Writing the games and playing them with both.
#[divan::bench(sample_count = 20)]
fn generate_and_compare(bencher: Bencher<'_, '_>) {
    let generator = Generator::new(1);
    let mut duel = Duel::new(program().subject(), Reference::new(Fidelity::Program));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        (0..GAMES).filter(|index| duel.play(&generator.random_game(*index)).is_some()).count()
    });
}

#[divan::bench(sample_count = 20)]
fn generate(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(GAMES)).bench_local(scripts);
}

#[divan::bench(sample_count = 20)]
fn program_alone(bencher: Bencher<'_, '_>) {
    let (mut subject, scripts) = (program().subject(), scripts());
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| scripts.iter().map(|s| play(&mut subject, s).len()).sum::<usize>());
}

#[divan::bench(sample_count = 20)]
fn engine_alone(bencher: Bencher<'_, '_>) {
    let (mut reference, scripts) = (Reference::new(Fidelity::Program), scripts());
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| scripts.iter().map(|s| play(&mut reference, s).len()).sum::<usize>());
}
