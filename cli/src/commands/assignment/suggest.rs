//! `fivetwelve assignment suggest`: the test that would notice most of the mistakes that no test
//! notices, ready to be copied into the assignment.

use std::io::Write;

use grader::assignment::{Assignment, suggested_test};
use grader::grade::{Bench, recorded};
use mips_sim::observe::Off;
use serde_json::json;
use tester::mutants::mutations;
use tester::programs::{Input, Runner, Search};
use tester::{Program, Tail};

use super::check::assembled;
use super::small_mistakes::{NoInputs, Survivor, Tried, chosen, options, reads};
use crate::args::assignment::SuggestArgs;
use crate::exit::Exit;
use crate::form;
use crate::io::Io;
use crate::threads::Threads;

pub(super) fn run(
    args: &SuggestArgs,
    assignment: &Assignment,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let solution = assignment
        .reference()
        .ok_or_else(|| Exit::Failed.error("the assignment has no reference to make mistakes in"))?;
    let bench = Bench::new(assignment, args.seed);
    let image = assembled(assignment, &solution);
    if bench.finds_fault(&image) {
        let folder = args.folder.display();
        return Err(Exit::Failed.error(format!(
            "the reference fails the tests; `fivetwelve assignment check {folder}` shows which"
        )));
    }
    let reference = assignment.setup.program(image.clone());
    let options = options(assignment, &reference, args.seed).map_err(|why| {
        Exit::Failed.error(match why {
            NoInputs::Game => {
                "no inputs are suggested for games; give the tests more `games`, or add one for a rule \
                 that has none"
            }
            NoInputs::Screen => "no keys are suggested for programs that are tested by pictures",
            NoInputs::Functions => {
                "the program reads nothing, so that no input can be suggested; for its functions, add a \
                 test with `against = \"reference\"`, which makes calls"
            }
        })
    })?;
    if !reads(&reference, &options) {
        let folder = args.folder.display();
        return Err(Exit::Failed.error(format!(
            "the program reads nothing, so it does the same in every run, and a transcript without input \
             tests all of it; `fivetwelve assignment check {folder}` lists what that does not notice"
        )));
    }
    let threads = Threads::new(args.threads);
    let mutations = chosen(mutations(&image), args.mutants, args.seed);
    let tried = Tried::new(image, &bench, mutations, &threads);
    let open: Vec<(&Survivor, Program)> = tried
        .survivors()
        .iter()
        .filter(|survivor| survivor.shown_by.is_some())
        .map(|survivor| {
            let mutant = survivor.mutation.apply(reference.image());
            (survivor, assignment.setup.program(mutant))
        })
        .collect();
    // The comparison is that of a search; the search itself is not begun.
    let Ok(search) = Search::new(&reference, None, options.clone()) else {
        return Err(Exit::Failed.error("the reference can't be compared with"));
    };
    let mut inputs: Vec<&Input> = Vec::new();
    for input in open.iter().filter_map(|(survivor, _)| survivor.shown_by.as_ref()) {
        // A transcript has no files.
        if input.files.is_empty() && !inputs.contains(&input) {
            inputs.push(input);
        }
    }
    let limits = assignment.setup.limits;
    let kills = |input: &Input| {
        let run =
            |program: &Program| Runner::new(program).run_on(input, limits, Tail::Count, &mut Off);
        let expected = run(&reference);
        let differs =
            |mutant: &Program| search.comparison().differs(input, &expected, &run(mutant));
        open.iter().filter(|(_, mutant)| differs(mutant)).count()
    };
    // The first of the best is the one that was found for the first mistake.
    let mut best: Option<(&Input, usize, Vec<u8>)> = None;
    for input in inputs {
        let count = kills(input);
        let more = best.as_ref().is_none_or(|(_, most, _)| count > *most);
        if let (true, Ok(output)) = (more, recorded(&reference, &input.typed(), &[])) {
            best = Some((input, count, output));
        }
    }
    let Some((input, count, output)) = best else {
        match args.json {
            true => {
                let found = json!({ "test": null, "finds": 0, "missed": open.len() });
                writeln!(io.out, "{}", form::ASSIGNMENT_SUGGEST.object(found))?
            }
            false => writeln!(
                io.out,
                "No input was found on which a mistake that the tests miss makes a difference."
            )?,
        }
        return Ok(Exit::Ok);
    };
    let ids = assignment.head.tests.iter().map(|test| test.id.as_str()).collect::<Vec<_>>();
    let id = (1..).map(|number| format!("suggested-{number}"));
    let id = id.into_iter().find(|id| !ids.contains(&id.as_str())).unwrap_or_default();
    let test = suggested_test(&id, &input.typed(), &output, options.policy);
    let all = open.len();
    match args.json {
        true => {
            let found = json!({ "test": test, "finds": count, "missed": all });
            writeln!(io.out, "{}", form::ASSIGNMENT_SUGGEST.object(found))?
        }
        false => write!(
            io.out,
            "# This test finds {count} of the {all} small mistakes that no test finds and that make a \
             difference.\n# Give it a title and points, and add it to assignment.toml.\n{test}"
        )?,
    }
    Ok(Exit::Ok)
}
