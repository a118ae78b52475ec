//! From a failure into the debugger: a game or an input on which a program goes wrong, given to it
//! again, up to the first step that made a difference.

use debugger::Made;
use tester::boards::Typing;
use tester::generate::Generator;
use tester::programs::{Input, Options, Search};
use tester::wording::programs as wording;
use tester::{
    BoardJudge, Counterexample, Draws, Judge, Limits, Moment, Problem, Program, Reference, Tail,
    TextJudge,
};

use crate::args::debug::FailureArgs;
use crate::args::{Comparison, Reference as Named};
use crate::commands::asm::program;
use crate::commands::diff;
use crate::debug::{DebugHost, Given, Shell};
use crate::exit::Exit;
use crate::io::Io;
use crate::render::diff::{beside, programs::side_by_side};

/// What a program was given, and where it goes wrong.
pub(crate) struct Failure {
    lines: Vec<Vec<u8>>,
    draws: Draws,
    typing: Typing,
    limits: Limits,
    /// Whether all lines are there from the start.
    whole: bool,
    wrong: Option<Wrong>,
    /// What should have come and what came; or that nothing is wrong.
    expected: Vec<String>,
}

/// Where it goes wrong.
struct Wrong {
    /// How many lines are read before what is wrong begins, which is where the next one is read; none
    /// if it begins with the program.
    turn: Option<usize>,
    step: Step,
}

/// The step that makes the difference.
enum Step {
    /// The one that writes this byte of output, counted from the turn.
    Writes(usize),
    /// The one that reads the line: what is wrong is not what is printed.
    Turn,
    /// The one behind which nothing more is printed.
    Last,
}

impl Failure {
    /// What the options say, if they name a failure.
    pub(crate) fn given(
        args: &FailureArgs,
        name: &str,
        own: &Program,
        io: &mut Io,
    ) -> anyhow::Result<Option<Failure>> {
        match (&args.script, &args.input) {
            (Some(script), _) => Failure::game(args, script, name, own, io).map(Some),
            (None, Some(input)) => Failure::input(args, input, name, own, io).map(Some),
            (None, None) => match args.own_option() {
                Some(option) => {
                    Err(Exit::Usage.error(format!("{option} needs --script or --input")))
                }
                None => Ok(None),
            },
        }
    }

    /// A game, judged as `diff` does it.
    fn game(
        args: &FailureArgs,
        script: &str,
        name: &str,
        own: &Program,
        io: &mut Io,
    ) -> anyhow::Result<Failure> {
        let script = diff::script(script)?;
        let fidelity = args.fidelity;
        let generator = Generator::new(0);
        let mut typing = Typing::default();
        let boards = args.compare == Some(Comparison::Boards);
        let found = if boards {
            let file = args.protocol.as_deref();
            let protocol = diff::protocol(name, own, file, &args.allow, io)?;
            typing = protocol.typing();
            let own = own.typed_to(typing.clone());
            judged(BoardJudge::new(&own, &protocol, 0), &script)
        } else if let None | Some(Named::Engine) = args.reference {
            judged(TextJudge::new(own, Reference::new(fidelity), &generator, fidelity), &script)
        } else {
            let reference = other_program(args.reference.as_ref(), io)?;
            judged(TextJudge::new(own, reference.subject(), &generator, fidelity), &script)
        };
        let wrong = found.as_ref().map(|found| {
            let (verdict, same) = (&found.verdict, found.verdict.same_bytes());
            let Moment { lines, at_end } = verdict.moment;
            let step = match verdict.expected {
                Some(_) if same < verdict.got.output.len() => Step::Writes(same),
                Some(_) if verdict.problem != Problem::Draws => Step::Last,
                _ => Step::Turn,
            };
            Wrong { turn: if at_end { Some(lines) } else { lines.checked_sub(1) }, step }
        });
        let expected = match &found {
            Some(found) => beside(found),
            None => vec![format!("Nothing is wrong with {name} in this game.")],
        };
        let (lines, draws) = (script.lines.clone(), script.start_drawing());
        Ok(Failure { lines, draws, typing, limits: own.limits(), whole: false, wrong, expected })
    }

    /// An input of any two programs; the smallest one that goes wrong in the same way.
    fn input(
        args: &FailureArgs,
        text: &str,
        name: &str,
        own: &Program,
        io: &mut Io,
    ) -> anyhow::Result<Failure> {
        let given = diff::given(text)?;
        let mut found = None;
        let mut expected = Vec::new();
        if let Some(reference_name) = &args.reference {
            let reference = other_program(Some(reference_name), io)?;
            let options = Options {
                seed: 0,
                policy: diff::policy(args.policy.as_ref(), args.absolute, args.relative)?,
                ignore_prompts: args.ignore_prompts,
                description: None,
                limits: Limits::default(),
            };
            let unfit =
                |why| Exit::Unable.error(format!("{reference_name}: {}", wording::unfit(&why)));
            let search = Search::new(&reference, Some(own), options).map_err(unfit)?;
            search.check(&given).map_err(unfit)?;
            found = search.smallest(&given);
            expected = match &found {
                Some(found) => {
                    let mut rows = side_by_side(found);
                    rows.extend(wording::sentences(found));
                    rows
                }
                None => vec![format!("{name} agrees with {reference_name} on this input.")],
            };
        }
        let wrong = found.as_ref().map(|found| {
            let place = |mismatch: &tester::policy::Mismatch| {
                mismatch.places(&found.expected.output, &found.got.output)[1]
            };
            let byte = found.mismatch.as_ref().map(place);
            let byte = byte.filter(|byte| *byte < found.got.output.len());
            Wrong { turn: None, step: byte.map_or(Step::Last, Step::Writes) }
        });
        let input: &Input = found.as_ref().map_or(&given, |found| &found.input);
        let lines = input.lines();
        let draws = Draws::new(Vec::new(), Tail::Count);
        let typing = Typing { seeds: true, ..Typing::default() };
        Ok(Failure { lines, draws, typing, limits: own.limits(), whole: true, wrong, expected })
    }

    /// The world as the program saw it.
    pub(crate) fn host(&self) -> DebugHost {
        let (draws, seeds) = (self.draws.clone(), self.typing.seeds);
        DebugHost::given(Given { draws, seeds, ended: false })
    }

    /// Gives the program what it was given, and goes to where it goes wrong.
    pub(crate) fn open(self, shell: &mut Shell) {
        let mut rest = self.lines.as_slice();
        if self.whole {
            rest.iter().for_each(|line| feed(shell, line));
            rest = &[];
            shell.debugger.host().end_input();
        }
        let mut step = 0;
        if let Some(wrong) = &self.wrong {
            if let Some(lines) = wrong.turn {
                let (before, after) = rest.split_at(lines.min(rest.len()));
                for line in before {
                    self.run(shell);
                    feed(shell, line);
                }
                rest = after;
                self.run(shell);
            }
            let (turn, written) = (shell.debugger.step(), shell.debugger.written());
            if wrong.turn.is_some() {
                match rest.split_first() {
                    Some((line, after)) => {
                        feed(shell, line);
                        rest = after;
                    }
                    None => shell.debugger.host().end_input(),
                }
            }
            self.run(shell);
            step = match wrong.step {
                Step::Turn => turn,
                Step::Last => shell.debugger.step(),
                Step::Writes(byte) => {
                    let origin = shell.debugger.output_origin(written + byte as u64, 1);
                    match origin {
                        Ok(Some((Made::Service { step, .. }, _))) => step,
                        _ => shell.debugger.step(),
                    }
                }
            };
        }
        for line in rest {
            feed(shell, line);
            // Questions on the side come between the lines.
            if !self.typing.asides.is_empty() {
                self.run(shell);
            }
        }
        shell.debugger.host().end_input();
        shell.debugger.goto(step);
        shell.expect(self.expected);
    }

    /// Runs until the program waits for a line, which this says, or can't go on, or for too long.
    fn run(&self, shell: &mut Shell) -> bool {
        shell.debugger.to_question(self.limits.steps, |asked| {
            self.typing.aside(asked).map(|line| [line, b"\n"].concat())
        })
    }
}

fn feed(shell: &mut Shell, line: &[u8]) {
    shell.debugger.feed(&[line, b"\n"].concat());
}

/// The program that is the reference.
fn other_program(reference: Option<&Named>, io: &mut Io) -> anyhow::Result<Program> {
    match reference {
        Some(Named::Program(name)) => program(name, Exit::Unable, io),
        _ => Err(Exit::Usage.error("--reference must name a program here")),
    }
}

fn judged(mut judge: impl Judge, script: &tester::Script) -> Option<Counterexample> {
    let verdict = judge.play(script)?;
    let verdict = judge.blame(script, verdict);
    Some(Counterexample::new(judge.program(), script.clone(), verdict))
}
