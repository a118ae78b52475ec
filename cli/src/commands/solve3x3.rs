//! `fivetwelve solve3x3`: solves the 3×3 game, tells what came out, and saves the policy.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use engine::solve::{
    Count, Progress, Question, Solution, Spawn, Summary, mips512_starts, solve, two_spawns,
};
use serde_json::{Value, json};

use crate::args::Solve3x3Args;
use crate::exit::{Exit, OrExit};
use crate::form;
use crate::interrupt;
use crate::io::Io;
use crate::output;
use crate::render::grouped;
use crate::threads::{Threads, progress_line};

/// The names of figures are so wide.
const NAMES: usize = 28;

pub(crate) fn run(args: &Solve3x3Args, io: &mut Io) -> anyhow::Result<Exit> {
    let spawn = args.spawn;
    let starts = match spawn {
        Spawn::Twos => mips512_starts(),
        Spawn::TwosAndFours => two_spawns(spawn),
    };
    let question = Question::<3>::new(spawn, args.target, starts).or_exit(Exit::Usage)?;
    // Before the work and not after it.
    args.save.as_deref().map_or(Ok(()), output::can_write)?;
    let threads = Threads::new(args.threads.and_then(|count| NonZeroUsize::new(count.into())));
    let line = progress_line(!args.quiet);
    interrupt::watch();
    let solution = interrupt::waiting(|| {
        threads.within(|| {
            let mut tell = |progress| line.set_message(progress_text(progress));
            solve(&question, args.save.is_some(), &threads, &mut tell)
        })
    });
    line.finish_and_clear();
    let saved = save(args.save.as_deref(), &solution)?;
    if args.json {
        let value = form::SOLVE.object(summary_json(&question, &solution.summary, saved));
        writeln!(io.out, "{value:#}")?;
    } else {
        write_summary(&question, &solution.summary, io)?;
        if let Some((path, bytes)) = saved {
            let size = grouped(bytes as u64);
            writeln!(io.out, "\nThe best moves are in {} ({size} bytes).", path.display())?;
        }
    }
    Ok(Exit::Ok)
}

/// Writes the policy; the path and how many bytes there are, if it is wanted.
fn save<'a>(
    path: Option<&'a Path>,
    solution: &Solution<3>,
) -> anyhow::Result<Option<(&'a Path, usize)>> {
    let (Some(path), Some(policy)) = (path, &solution.policy) else { return Ok(None) };
    let bytes = policy.to_bytes();
    output::write_whole(path, &bytes)?;
    Ok(Some((path, bytes.len())))
}

fn progress_text(progress: Progress) -> String {
    match progress {
        Progress::Enumerating { sum, boards } => {
            format!("listing boards: {}, tile sum {sum}", grouped(boards))
        }
        Progress::Evaluating { sum, boards, total } => {
            let percent = 100 * boards / total.max(1);
            format!("judging boards: {percent} %, tile sum {sum}")
        }
    }
}

/// How new tiles are told of on the command line.
fn spawn_name(spawn: Spawn) -> &'static str {
    match spawn {
        Spawn::Twos => "2",
        Spawn::TwosAndFours => "90/10",
    }
}

fn write_summary(question: &Question<3>, summary: &Summary, io: &mut Io) -> io::Result<()> {
    let target = question.target();
    let spawn = match question.spawn() {
        Spawn::Twos => "new tiles are always 2",
        Spawn::TwosAndFours => "new tiles are 2 (90 %) or 4 (10 %)",
    };
    writeln!(io.out, "The 3x3 game to {target}; {spawn}.\n")?;
    writeln!(io.out, "{:NAMES$} {:>14} {:>14}", "", "canonical", "all")?;
    let rows = [
        ("live boards".to_string(), summary.live),
        ("lost boards".to_string(), summary.lost),
        ("won boards".to_string(), summary.won),
        ("boards in all".to_string(), summary.boards()),
        ("live, win forced".to_string(), summary.forced),
        ("live, win impossible".to_string(), summary.hopeless),
        ("legal moves".to_string(), summary.moves),
        (format!("legal moves that make {target}"), summary.winning_moves),
        ("new tiles after moves".to_string(), summary.spawns),
    ];
    let largest = largest_tiles(summary);
    let largest = largest.map(|(tile, count)| (format!("boards, largest tile {tile}"), count));
    for (name, count) in rows.into_iter().chain(largest) {
        let (canonical, all) = (grouped(count.canonical), grouped(count.all));
        writeln!(io.out, "{name:NAMES$} {canonical:>14} {all:>14}")?;
    }
    let layer = format!(
        "{} canonical boards, tile sum {}",
        grouped(summary.largest_layer),
        summary.largest_layer_sum
    );
    let sums = |range: Option<(u32, u32)>| {
        range.map_or("none".to_string(), |(first, last)| format!("{first} to {last}"))
    };
    let best = if summary.forced_from_start {
        "1 (exactly: whatever appears, the player can win)".to_string()
    } else {
        format!("{:.9}", summary.best_chance)
    };
    let facts = [
        ("largest layer", layer),
        ("last tile sum", summary.last_sum.to_string()),
        ("tile sums of won boards", sums(summary.won_sums)),
        ("tile sums of lost boards", sums(summary.lost_sums)),
        ("chance to win, best play", best),
        ("chance to win, random moves", chance_text(summary.random_chance)),
    ];
    writeln!(io.out)?;
    for (name, fact) in facts {
        writeln!(io.out, "{name:NAMES$} {fact}")?;
    }
    writeln!(io.out, "\nCanonical counts take a board and its turned and mirrored images as one.")
}

/// Six digits, in whichever way is shorter to read.
fn chance_text(chance: f64) -> String {
    if chance == 0.0 || chance >= 1e-4 { format!("{chance:.6}") } else { format!("{chance:.5e}") }
}

/// The counts by largest tile, without those of tiles that never are the largest.
fn largest_tiles(summary: &Summary) -> impl Iterator<Item = (u32, Count)> {
    let counts = (0..).map(|exponent| 1 << exponent).zip(summary.by_largest);
    counts.filter(|(_, count)| count.canonical > 0)
}

fn summary_json(question: &Question<3>, summary: &Summary, saved: Option<(&Path, usize)>) -> Value {
    let count = |count: Count| json!({ "canonical": count.canonical, "all": count.all });
    let largest: serde_json::Map<String, Value> =
        largest_tiles(summary).map(|(tile, boards)| (tile.to_string(), count(boards))).collect();
    let saved =
        saved.map(|(path, bytes)| json!({ "file": path.to_string_lossy(), "bytes": bytes }));
    json!({
        "target": question.target(),
        "spawn": spawn_name(question.spawn()),
        "boards": {
            "live": count(summary.live),
            "lost": count(summary.lost),
            "won": count(summary.won),
            "total": count(summary.boards()),
            "forced_win": count(summary.forced),
            "win_impossible": count(summary.hopeless),
            "by_largest_tile": largest,
        },
        "moves": count(summary.moves),
        "moves_making_the_target": count(summary.winning_moves),
        "spawns": count(summary.spawns),
        "largest_layer": { "canonical": summary.largest_layer, "sum": summary.largest_layer_sum },
        "last_sum": summary.last_sum,
        "won_sums": summary.won_sums,
        "lost_sums": summary.lost_sums,
        "forced_from_start": summary.forced_from_start,
        "best_chance": summary.best_chance,
        "random_chance": summary.random_chance,
        "saved": saved,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::capture;

    fn args(target: u32, spawn: Spawn) -> Solve3x3Args {
        Solve3x3Args { target, spawn, threads: None, save: None, json: false, quiet: true }
    }

    #[test]
    fn tables() {
        let text = |args| capture(80, |io| run(&args, io));
        insta::assert_snapshot!("to_32", text(args(32, Spawn::Twos)));
        insta::assert_snapshot!("to_16_ninety_ten", text(args(16, Spawn::TwosAndFours)));
        insta::assert_snapshot!("json", text(Solve3x3Args { json: true, ..args(8, Spawn::Twos) }));
    }

    #[test]
    fn progress_is_one_line() {
        let listing = progress_text(Progress::Enumerating { sum: 352, boards: 1_234_567 });
        assert_eq!(listing, "listing boards: 1,234,567, tile sum 352");
        let later = progress_text(Progress::Evaluating { sum: 4, boards: 1, total: 3 });
        assert_eq!(later, "judging boards: 33 %, tile sum 4");
    }

    #[test]
    fn numbers_are_grouped() {
        let texts = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }
}
