//! Whatever the program and whatever it reads, the machine answers: it does not panic, keeps to its
//! limits, and does the same again. `fuzz/` checks the same laws for as long as one likes.

mod laws;

use laws::program::program;
use laws::{Case, Chance, assembled, check, mutated, source, words};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn any_words_keep_the_laws(seed: u64) {
        let mut chance = Chance::new(seed);
        let case = Case::new(words(&mut chance), &mut chance);
        check(&case, &mut chance);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn any_program_keeps_the_laws(seed: u64) {
        let mut chance = Chance::new(seed);
        let text = source(&mut chance);
        if let Some(image) = assembled(&text, chance.one_in(3)) {
            check(&Case::new(image, &mut chance), &mut chance);
        }
    }

    #[test]
    fn long_programs_keep_the_laws(seed: u64) {
        let mut chance = Chance::new(seed);
        if let (_, Some(case)) = program(&mut chance) {
            check(&case, &mut chance);
        }
    }

    #[test]
    fn real_programs_with_changed_bits_keep_the_laws(seed: u64) {
        const PROGRAMS: [&str; 3] = [
            include_str!("../../asm/hello.asm"),
            include_str!("../../asm/sum.asm"),
            include_str!("../../asm/macros.asm"),
        ];
        let mut chance = Chance::new(seed);
        let text = chance.pick(&PROGRAMS);
        let image = assembled(text, false).expect("it is one of ours");
        check(&Case::new(mutated(&image, &mut chance), &mut chance), &mut chance);
    }
}

#[test]
fn most_random_programs_assemble() {
    let assembles = |seed| assembled(&source(&mut Chance::new(seed)), false).is_some();
    let count = (0..200).filter(|seed| assembles(*seed)).count();
    assert!(count > 100, "only {count} of 200");
}

#[test]
fn long_programs_assemble_and_run_for_a_while() {
    let (mut made, mut executed) = (0, 0);
    for seed in 0..200 {
        let mut chance = Chance::new(seed);
        if let (_, Some(case)) = program(&mut chance) {
            made += 1;
            executed += check(&case, &mut chance);
        }
    }
    assert!(made > 190, "only {made} of 200");
    assert!(executed > 200 * 200, "only {executed} instructions");
}

#[test]
fn a_file_name_is_read_only_as_far_as_names_go() {
    use mips_sim::host::ScriptedHost;
    use mips_sim::machine::{Machine, MachineOptions, Stop};
    use mips_sim::observe::Off;

    let open = |length: usize| {
        let source = format!(
            ".data\nname: .byte 97:{length}\n.byte 0\n.text\nla $a0, name\nli $a1, 1\nli $v0, 13\n\
             syscall\n"
        );
        let image = assembled(&source, false).expect("it is well formed");
        let mut machine = Machine::load(&image, &MachineOptions::default());
        let mut host = ScriptedHost::new("");
        assert_eq!(machine.run(&mut host, &mut Off, 100), Stop::FellOffEnd);
        (machine.cpu.get(2) as i32, host.files.len())
    };
    assert_eq!(open(4096), (3, 1));
    // As for a file that is not there.
    assert_eq!(open(4097), (-1, 0));
    assert_eq!(open(1 << 17), (-1, 0));
}
