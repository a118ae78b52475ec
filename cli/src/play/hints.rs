//! The best moves of the 3×3 game: from a file, or worked out while the player waits or plays.
//!
//! What the best moves are is the engine's business (`engine::solve`); here are the threads, the
//! file and the words.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use engine::packed::Packed;
use engine::solve::{Policy, Progress, Question, Spawn, mips512_starts, solve, two_spawns};
use engine::{Board, Odds, Rules};

use super::setup::Setup;
use crate::exit::{Exit, OrExit};
use crate::loader::readable;
use crate::threads::{Threads, progress_line};

/// How often progress is shown.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// The best moves, or the work that will lead to them.
pub(crate) enum Hints {
    Ready(Policy<3>),
    Solving {
        news: Receiver<News>,
        latest: Option<Progress>,
    },
    /// The solver has gone without an answer.
    Failed,
}

/// What a solver on another thread tells.
pub(crate) enum News {
    Progress(Progress),
    Solved(Policy<3>),
}

/// Finds the best moves for a game: in a file, if there is one, or by solving the game, here and
/// now or on another thread.
pub(crate) fn find(setup: &Setup, file: Option<&Path>, background: bool) -> anyhow::Result<Hints> {
    let question = question(&setup.rules, setup.start.as_ref());
    let question = question.map_err(|sentence| Exit::Usage.error(sentence))?;
    match file {
        Some(path) => load(path, &question).map(Hints::Ready),
        None if background => Ok(Hints::solving(question)),
        None => Ok(Hints::solving(question).awaited()),
    }
}

/// What has to be solved.
fn question(rules: &Rules, start: Option<&Board>) -> Result<Question<3>, String> {
    if rules.side() != 3 {
        return Err(format!(
            "--hint is for 3×3 cells only: with {side}×{side} there are too many boards to look at",
            side = rules.side()
        ));
    }
    let spawn = match rules.fours() {
        Odds::NEVER => Spawn::Twos,
        _ => Spawn::TwosAndFours,
    };
    let starts = match (start, spawn) {
        (Some(board), _) => Packed::from_exponents(board.exponents())
            .map(|board| vec![(board, 1.0)])
            .ok_or_else(|| "--hint can't look at tiles as large as these".to_owned())?,
        (None, Spawn::Twos) => mips512_starts(),
        (None, Spawn::TwosAndFours) => two_spawns(spawn),
    };
    let target = u32::try_from(rules.goal()).unwrap_or(u32::MAX);
    Question::new(spawn, target, starts).map_err(|error| format!("--hint: {error}"))
}

fn load(path: &Path, question: &Question<3>) -> anyhow::Result<Policy<3>> {
    let bytes = readable(path, std::fs::read(path))?;
    let policy = Policy::from_bytes(&bytes)
        .with_context(|| path.display().to_string())
        .or_exit(Exit::NoInput)?;
    if (policy.spawn(), policy.target()) != (question.spawn(), question.target()) {
        let game = |spawn, target| match spawn {
            Spawn::Twos => format!("to {target} where new tiles are always 2"),
            Spawn::TwosAndFours => format!("to {target} where one new tile in ten is a 4"),
        };
        let sentence = format!(
            "{} is for the game {}, and this is the game {}",
            path.display(),
            game(policy.spawn(), policy.target()),
            game(question.spawn(), question.target())
        );
        return Err(Exit::Usage.error(sentence));
    }
    Ok(policy)
}

impl Hints {
    /// Starts to solve a game on other threads. They end with the process.
    fn solving(question: Question<3>) -> Hints {
        let (sender, news) = mpsc::channel();
        thread::spawn(move || {
            let mut shown = Instant::now();
            let mut tell = |progress| {
                if shown.elapsed() >= PROGRESS_EVERY {
                    shown = Instant::now();
                    // Nobody may be listening any more.
                    let _ = sender.send(News::Progress(progress));
                }
            };
            let threads = Threads::new(None);
            let solution = threads.within(|| solve(&question, true, &threads, &mut tell));
            if let Some(policy) = solution.policy {
                let _ = sender.send(News::Solved(policy));
            }
        });
        Hints::Solving { news, latest: None }
    }

    /// Waits for the solver, with a line of progress if someone looks on.
    fn awaited(mut self) -> Hints {
        let line = progress_line(true);
        while let Some(text) = self.progress() {
            line.set_message(text);
            self.update(PROGRESS_EVERY);
        }
        line.finish_and_clear();
        self
    }

    /// Takes in what the solver has told; if that is nothing, waits for it so long. Whether there was
    /// anything.
    pub(crate) fn update(&mut self, mut patience: Duration) -> bool {
        let mut changed = false;
        while let Hints::Solving { news, latest } = self {
            match news.recv_timeout(patience) {
                Ok(News::Progress(progress)) => *latest = Some(progress),
                Ok(News::Solved(policy)) => *self = Hints::Ready(policy),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => *self = Hints::Failed,
            }
            changed = true;
            patience = Duration::ZERO;
        }
        changed
    }

    /// What the solver is at, unless it is done.
    fn progress(&self) -> Option<String> {
        let Hints::Solving { latest, .. } = self else { return None };
        Some(match latest {
            None => "working out the best moves".to_owned(),
            Some(Progress::Enumerating { boards, .. }) => {
                format!("working out the best moves: {boards} boards found")
            }
            Some(Progress::Evaluating { boards, total, .. }) => {
                let percent = 100 * boards / (*total).max(1);
                format!("working out the best moves: {percent} % of {total} boards")
            }
        })
    }

    /// What to tell someone who looks at a board.
    pub(crate) fn text(&self, board: &Board, spawning: bool) -> String {
        match self {
            Hints::Ready(policy) => hint(policy, board, spawning),
            Hints::Failed => "the best moves could not be worked out".to_owned(),
            Hints::Solving { .. } => self.progress().unwrap_or_default(),
        }
    }

    pub(crate) fn into_policy(self) -> Option<Policy<3>> {
        match self {
            Hints::Ready(policy) => Some(policy),
            _ => None,
        }
    }
}

/// The best move on a board, in words.
pub(crate) fn hint(policy: &Policy<3>, board: &Board, spawning: bool) -> String {
    if !spawning {
        return "none while there are no new tiles".to_owned();
    }
    let advice = Packed::from_exponents(board.exponents()).and_then(|board| policy.advice(board));
    let Some(advice) = advice else {
        return "none: this board never comes up in the game that was solved".to_owned();
    };
    let key = advice.direction.key();
    let chance = match (advice.forced, advice.possible) {
        (true, _) => "wins for certain".to_owned(),
        (_, false) => "but the game can't be won any more".to_owned(),
        _ => format!("chance to win {}", percent(f64::from(advice.chance))),
    };
    format!("{} ({key}), {chance}", advice.direction)
}

/// A chance to two digits behind the point that is never rounded to certainty.
fn percent(chance: f64) -> String {
    match 100.0 * chance {
        high if high >= 99.995 => "over 99.99 %".to_owned(),
        low if low < 0.005 => "under 0.01 %".to_owned(),
        middle => format!("{middle:.2} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(rules: &Rules, start: Option<&str>) -> Policy<3> {
        let start = start.map(|text| text.parse().unwrap());
        let hints = Hints::solving(question(rules, start.as_ref()).unwrap());
        hints.awaited().into_policy().unwrap()
    }

    #[test]
    fn hints_tell_the_way_to_a_win() {
        let policy = solved(&Rules::new(3, 16).unwrap(), None);
        let told = |board: &str| hint(&policy, &board.parse().unwrap(), true);
        let across = ["left (A), wins for certain", "right (D), wins for certain"];
        let along = ["up (W), wins for certain", "down (S), wins for certain"];
        assert!(across.contains(&told("8 8 2 / . . . / . . .").as_str()));
        assert!(along.contains(&told("8 . . / 8 . . / 2 . .").as_str()));
        assert!(told("512 . . / . . . / . . .").starts_with("none: this board never"));
        assert_eq!(
            hint(&policy, &Board::empty(3).unwrap(), false),
            "none while there are no new tiles"
        );
    }

    #[test]
    fn a_game_can_be_solved_from_its_start() {
        let told = |rules: Rules, start: &str| {
            hint(&solved(&rules, Some(start)), &start.parse().unwrap(), true)
        };
        let certain = told(Rules::mips512(), "64 32 16 / 32 16 8 / 16 8 8");
        assert!(certain.ends_with(", wins for certain"), "{certain}");
        let unsure = told(Rules::new(3, 512).unwrap(), "256 64 32 / 2 4 2 / 64 4 4");
        assert!(unsure.contains(", chance to win ") && unsure.ends_with(" %"), "{unsure}");
        let hopeless = told(Rules::mips512(), "2 2 8 / 16 32 64 / 4 8 16");
        assert!(hopeless.ends_with("can't be won any more"), "{hopeless}");
    }

    #[test]
    fn chances_are_never_rounded_to_certainty() {
        let shown = [1.0, 0.99996, 0.99994, 0.5, 0.00006, 0.00001, 0.0].map(percent);
        assert_eq!(
            shown,
            [
                "over 99.99 %",
                "over 99.99 %",
                "99.99 %",
                "50.00 %",
                "0.01 %",
                "under 0.01 %",
                "under 0.01 %"
            ]
        );
    }

    #[test]
    fn other_games_have_no_hints() {
        let refused = |rules: Rules| question(&rules, None).err().unwrap();
        assert!(refused(Rules::classic()).contains("3×3 cells only"));
        assert!(refused(Rules::new(3, 4).unwrap()).contains("from 8 to 1024"));
    }
}
