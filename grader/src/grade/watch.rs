//! Runs a program in all that the tests of an assignment do with it, while someone looks on: what the
//! tests never come to, and what they come to without seeing it, says how good they are.

use mips_sim::Image;
use mips_sim::observe::Observer;

use super::bench::Bench;
use super::{function, screen, transcript};
use crate::assignment::TestKind;
use tester::programs::Runner;
use tester::{Session, Tail, Watched};

/// Someone who looks on in many runs.
pub trait Onlooker: Observer {
    /// Another run begins.
    fn begin(&mut self);
}

impl Onlooker for tester::survivors::Survivors<'_> {
    fn begin(&mut self) {
        self.restart();
    }
}

impl Bench {
    /// Lets someone look on in every run of the tests, but for those of every board and of the source.
    pub fn watch<O: Onlooker>(&self, image: &Image, onlooker: &mut O) {
        let setup = &self.assignment().setup;
        let limits = &setup.limits;
        let program = setup.program(image.clone());
        for (number, test) in self.assignment().tests.iter().enumerate() {
            match test {
                TestKind::Function(test) => {
                    function::watch(test, image, limits, self.seed(), onlooker);
                }
                TestKind::Calls(test) => {
                    if let Some(cases) = self.calls(number) {
                        cases.watch(test, image, onlooker);
                    }
                }
                TestKind::Transcript(test) => {
                    onlooker.begin();
                    transcript::watch(test, &program, limits, onlooker);
                }
                TestKind::Screen(test) => {
                    onlooker.begin();
                    screen::watch(test, &program, limits, onlooker);
                }
                TestKind::Against(_) => {
                    let cases = self.cases(number).into_iter().flat_map(|cases| cases.iter());
                    let mut runner = Runner::new(&program);
                    for case in cases {
                        onlooker.begin();
                        runner.run_on(&case.input, *limits, Tail::Count, onlooker);
                    }
                }
                TestKind::Differential(_) | TestKind::Exhaustive(_) | TestKind::Static(_) => {}
            }
        }
        for script in self.scripts() {
            onlooker.begin();
            let subject = program.subject();
            let mut session = Session::new(Watched { subject, observer: onlooker });
            session.restart(script.start_drawing());
            while session.step(script) {}
        }
    }
}
