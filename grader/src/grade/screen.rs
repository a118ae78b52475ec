//! Tests of the bitmap display: keys are pressed at given moments, and the pictures of some frames, or
//! the last one, are compared unit by unit.

use mips_sim::devices::{FrameEnd, Frames, KeyboardAndDisplay, KeyboardOptions, Picture};
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::{Observer, Off};

use super::result::{Cause, Ended, Failure, Rerun, Summary, TestResult, WrongScreen};
use super::stopped::stopped;
use crate::assignment::{PictureMoment, ScreenTest, TestHead};
use crate::book::{ScreenScript, Status};
use tester::{Limits, Program};

/// The pictures of a run, in the order of the test, as far as it got.
struct Shots {
    pictures: Vec<Picture>,
    /// At which instruction each of them was taken.
    steps: Vec<u64>,
    stop: Stop,
    machine: Machine,
}

/// Whether a program fails a test.
pub(super) fn goes_wrong(test: &ScreenTest, program: &Program, limits: &Limits) -> bool {
    wrong(test, program, limits, shots(test, program, limits, &mut Off)).is_some()
}

/// How a test comes out.
pub(super) fn result(
    head: &TestHead,
    test: &ScreenTest,
    program: &Program,
    limits: &Limits,
    rerun: Rerun,
) -> TestResult {
    let wrong = wrong(test, program, limits, shots(test, program, limits, &mut Off));
    let status = if wrong.is_none() { Status::Passed } else { Status::Failed };
    let failure = |wrong: WrongScreen| {
        let ends = wrong.ended.as_ref().map(|_| {
            stopped(program.image(), |history| {
                let shots = shots(test, program, limits, history);
                Some((shots.stop, shots.machine))
            })
        });
        let stopped = ends.flatten();
        Failure { rerun: Some(rerun), stopped, ..Cause::Screen(Box::new(wrong)).into() }
    };
    TestResult::new(head, status, Summary::Screen, wrong.map(failure).into_iter().collect())
}

/// Runs a program as a test does, while someone looks on.
pub(super) fn watch<O: Observer>(
    test: &ScreenTest,
    program: &Program,
    limits: &Limits,
    observer: &mut O,
) {
    shots(test, program, limits, observer);
}

/// The pictures of a reference, or why others can't be compared with them.
pub(crate) fn pictures(test: &ScreenTest, program: &Program) -> Result<Vec<Picture>, String> {
    let limits = program.limits();
    let shots = shots(test, program, &limits, &mut Off);
    if shots.pictures.len() == test.frames.len() {
        return Ok(shots.pictures);
    }
    let ended = Ended::new(shots.stop, shots.machine.pc, program.image(), &limits);
    let sentence = crate::wording::ended(&ended);
    Err(sentence.trim_end_matches('.').replacen("The program", "it", 1))
}

/// Runs a program up to the last of the frames, or to its end if that is asked for.
fn shots<O: Observer>(
    test: &ScreenTest,
    program: &Program,
    limits: &Limits,
    observer: &mut O,
) -> Shots {
    let mut machine = program.start().clone();
    let config = program.image().config;
    let options = KeyboardOptions { keys: test.keys.clone().into(), ..KeyboardOptions::default() };
    let device = KeyboardAndDisplay::new(config.mmio_base, options);
    let words = device.words();
    machine.attach(Box::new(device), &words).expect("nothing else is attached");
    let mut host = ScriptedHost::new(&test.input[..]);
    host.output_limit = Some(limits.output);
    host.draws = Some(test.draws.clone());
    let mut frames = Frames::new(&mut host, true);
    let (mut pictures, mut steps) = (Vec::new(), Vec::new());
    let stop = loop {
        if pictures.len() == test.frames.len() {
            break Stop::BudgetSpent;
        }
        let left = limits.steps.saturating_sub(machine.steps());
        match frames.run(&mut machine, observer, left) {
            FrameEnd::Frame(_) => {
                let now = PictureMoment::Frame(frames.count());
                let wanted = test.frames[pictures.len()..].iter().take_while(|at| **at == now);
                for _ in 0..wanted.count() {
                    pictures.push(test.bitmap.picture(&machine.memory, &config));
                    steps.push(machine.steps());
                }
            }
            FrameEnd::Stop(stop) => break stop,
        }
    };
    let ends = matches!(stop, Stop::Exit(_) | Stop::FellOffEnd);
    if ends && test.frames.get(pictures.len()) == Some(&PictureMoment::End) {
        pictures.push(test.bitmap.picture(&machine.memory, &config));
        steps.push(machine.steps());
    }
    Shots { pictures, steps, stop, machine }
}

/// The first picture that is wrong, if one is.
fn wrong(
    test: &ScreenTest,
    program: &Program,
    limits: &Limits,
    shots: Shots,
) -> Option<WrongScreen> {
    let pairs =
        test.expected.iter().zip(shots.pictures.iter().map(Some).chain(std::iter::repeat(None)));
    let steps = shots.steps.iter().copied().chain(std::iter::repeat(shots.machine.steps()));
    for ((moment, step), (expected, got)) in test.frames.iter().zip(steps).zip(pairs) {
        let differences = match got {
            Some(got) => differences(test, expected, got),
            None => Vec::new(),
        };
        if got.is_some() && differences.len() <= test.may_differ {
            continue;
        }
        let first = differences.first().map(|(column, row)| {
            let color = |picture: &Picture| picture.get(*column, *row).unwrap_or(0);
            (*column, *row, color(expected), got.map_or(0, color))
        });
        let ended = got
            .is_none()
            .then(|| Ended::new(shots.stop, shots.machine.pc, program.image(), limits));
        return Some(WrongScreen {
            moment: *moment,
            keys: test.keys.iter().map(|key| key.to_string()).collect(),
            script: ScreenScript {
                bitmap: test.bitmap.to_string(),
                keys: test.keys.to_string(),
                input: String::from_utf8_lossy(&test.input).into_owned(),
                draws: test.draws.clone(),
                step,
            },
            ended,
            differ: differences.len(),
            compared: compared(test, expected).count(),
            first,
            expected: expected.clone(),
            got: got.cloned(),
            differences,
        });
    }
    None
}

/// The units that a test is about.
fn compared<'t>(
    test: &'t ScreenTest,
    picture: &'t Picture,
) -> impl Iterator<Item = (u32, u32)> + 't {
    let all =
        (0..picture.rows).flat_map(|row| (0..picture.columns).map(move |column| (column, row)));
    all.filter(|(column, row)| {
        let within = |region: &[u32; 4]| {
            let [x, y, width, height] = *region;
            (x..x + width).contains(column) && (y..y + height).contains(row)
        };
        test.regions.is_empty() || test.regions.iter().any(within)
    })
}

fn differences(test: &ScreenTest, expected: &Picture, got: &Picture) -> Vec<(u32, u32)> {
    let differ = |(column, row): &(u32, u32)| {
        let channels = |picture: &Picture| picture.get(*column, *row).unwrap_or(0).to_be_bytes();
        let pairs = channels(expected).into_iter().zip(channels(got));
        pairs.into_iter().any(|(one, other)| one.abs_diff(other) > test.tolerance)
    };
    compared(test, expected).filter(differ).collect()
}
