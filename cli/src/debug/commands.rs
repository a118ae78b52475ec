//! The commands of the line-oriented debugger, one row each, with the words that users of gdb know.

use anyhow::{anyhow, bail};
use debugger::point::{self, Resolved};
use debugger::{
    Expression, Hits, Location, Message, PointId, PointRule, Reason, Services, StepSize, Stopped,
    Target, TimeDirection, Use,
};

use super::look;
use super::shell::Shell;
use super::words;

use StepSize::{Instruction, Statement};
use TimeDirection::{Back, Forward};

type Answer = anyhow::Result<String>;

/// A command.
pub(super) struct Command {
    /// Its names, the full one first.
    pub(super) names: &'static [&'static str],
    usage: &'static str,
    help: &'static str,
    /// Whether an empty line does it again.
    repeats: bool,
    /// Takes what stands behind the name, and what stands behind a slash in it.
    run: fn(&mut Shell, &str, &str) -> Answer,
}

macro_rules! commands {
    ($([$($name:literal)+] $usage:literal $help:literal $repeats:literal $run:expr;)*) => {
        /// All of them, in the order in which `help` shows them.
        pub(super) const COMMANDS: &[Command] = &[$(Command {
            names: &[$($name),+],
            usage: $usage,
            help: $help,
            repeats: $repeats,
            run: $run,
        }),*];
    };
}

commands! {
    ["run" "r"] "" "to the start, and on to the first breakpoint or the end" false |s, _, _| run(s);
    ["continue" "c"] "[N]" "on to the next breakpoint or watchpoint, N times" true |s, a, _| many(s, a, Forward, |d| d.proceed(Forward));
    ["step" "s"] "[N]" "N lines, into calls" true |s, a, _| many(s, a, Forward, |d| d.go(Forward, Statement, false));
    ["next" "n"] "[N]" "N lines, over calls" true |s, a, _| many(s, a, Forward, |d| d.go(Forward, Statement, true));
    ["finish" "fin"] "" "until the function has returned" true |s, a, _| many(s, a, Forward, |d| d.out(Forward));
    ["stepi" "si"] "[N]" "N instructions, into calls" true |s, a, _| many(s, a, Forward, |d| d.go(Forward, Instruction, false));
    ["nexti" "ni"] "[N]" "N instructions, over calls" true |s, a, _| many(s, a, Forward, |d| d.go(Forward, Instruction, true));
    ["reverse-continue" "rc"] "[N]" "back to the last breakpoint or watchpoint, N times" true |s, a, _| many(s, a, Back, |d| d.proceed(Back));
    ["reverse-step" "rs"] "[N]" "N lines back, into calls" true |s, a, _| many(s, a, Back, |d| d.go(Back, Statement, false));
    ["reverse-next" "rn"] "[N]" "N lines back, over calls" true |s, a, _| many(s, a, Back, |d| d.go(Back, Statement, true));
    ["reverse-finish"] "" "back to where the function was called" true |s, a, _| many(s, a, Back, |d| d.out(Back));
    ["reverse-stepi" "rsi"] "[N]" "N instructions back, into calls" true |s, a, _| many(s, a, Back, |d| d.go(Back, Instruction, false));
    ["reverse-nexti" "rni"] "[N]" "N instructions back, over calls" true |s, a, _| many(s, a, Back, |d| d.go(Back, Instruction, true));
    ["to-input"] "[N]" "until the program has read input" true |s, a, _| many(s, a, Forward, |d| d.to_service(Forward, Services::Input));
    ["to-output"] "[N]" "until the program has written output" true |s, a, _| many(s, a, Forward, |d| d.to_service(Forward, Services::Output));
    ["reverse-to-input"] "[N]" "back to before it read input" true |s, a, _| many(s, a, Back, |d| d.to_service(Back, Services::Input));
    ["reverse-to-output"] "[N]" "back to before it wrote output" true |s, a, _| many(s, a, Back, |d| d.to_service(Back, Services::Output));
    ["goto"] "STEP|start|end" "to a step, by its number" false |s, a, _| goto(s, a);
    ["first"] "PLACE" "to the first time that a line ran" false |s, a, _| first(s, a);
    ["last"] "PLACE" "to the last time that a line has run" false |s, a, _| last(s, a);
    ["break" "b"] "PLACE [if CONDITION] [hits N] [log MESSAGE]" "stop at a line, FILE:LINE, label or *ADDRESS" false |s, a, _| breakpoint(s, a);
    ["watch"] "VALUE [if CONDITION]" "stop when a register or memory changes" false |s, a, _| watch(s, a, Use::Change);
    ["wwatch"] "VALUE [if CONDITION]" "stop when it is written, if only with the same value" false |s, a, _| watch(s, a, Use::Write);
    ["rwatch"] "VALUE [if CONDITION]" "stop when it is read" false |s, a, _| watch(s, a, Use::Read);
    ["awatch"] "VALUE [if CONDITION]" "stop when it is read or written" false |s, a, _| watch(s, a, Use::Any);
    ["delete" "d"] "[N]" "remove a breakpoint or watchpoint, or all" false |s, a, _| delete(s, a);
    ["enable"] "N" "let a breakpoint or watchpoint count again" false |s, a, _| enable(s, a, true);
    ["disable"] "N" "let it not count" false |s, a, _| enable(s, a, false);
    ["print" "p"] "[/xdtcf] EXPRESSION" "the value of an expression, as decimal, hexadecimal …" false look::print;
    ["x"] "[/NFU] ADDRESS" "memory: N units (b, h, w) as x, d, c, s, f or i" false look::examine;
    ["info" "i"] "registers|float|cp0|frame|data|breakpoints|histories|input" "what there is to know" false look::info;
    ["backtrace" "bt" "where"] "" "the calls that have not returned" false |s, _, _| look::backtrace(s);
    ["list" "l"] "[PLACE]" "source lines" true look::list;
    ["output"] "" "all that the program has written up to here" false |s, _, _| Ok(super::shell::marked(s.debugger.output()));
    ["origin"] "VALUE | output N" "where a value, or byte N of the output, came from" false |s, a, _| look::origin(s, a);
    ["readers"] "VALUE" "what uses a value next" false |s, a, _| look::reader(s, a);
    ["check"] "" "the mistakes that `run --check` finds, in the run as far as it is known" false |s, _, _| look::findings(s);
    ["expected"] "" "what should have come and what came, after --script or --input" false |s, _, _| Ok(s.expectation());
    ["input"] "TEXT" "a line of input for the program" false |s, a, _| input(s, a);
    ["set-input"] "TEXT" "this line instead of the input that is waiting; begins a new history" false |s, a, _| set_input(s, a);
    ["set"] "VALUE = EXPRESSION" "change a register or memory; begins a new history" false |s, a, _| set(s, a);
    ["history"] "[N]" "the histories, or into another one" false |s, a, _| history(s, a);
    ["help" "h"] "[COMMAND]" "this list" false |_, a, _| help(a);
    ["quit" "q" "exit"] "" "end" false |s, _, _| { s.quits = true; Ok(String::new()) };
}

/// Finds a command by one of its names, or by the beginning of only one of them.
fn find(name: &str) -> anyhow::Result<&'static Command> {
    if let Some(command) = COMMANDS.iter().find(|command| command.names.contains(&name)) {
        return Ok(command);
    }
    let fits = |command: &&Command| command.names[0].starts_with(name);
    let found: Vec<&Command> = COMMANDS.iter().filter(fits).collect();
    match found.as_slice() {
        [command] => Ok(command),
        [] => bail!("there is no command `{name}`; `help` lists all"),
        several => {
            let names: Vec<&str> = several.iter().map(|command| command.names[0]).collect();
            bail!("`{name}` can be {}", names.join(", "))
        }
    }
}

fn parts(line: &str) -> (&str, &str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (name, format) = word.split_once('/').unwrap_or((word, ""));
    (name, format, rest.trim())
}

/// Whether an empty line repeats this command.
pub(super) fn repeats(line: &str) -> bool {
    find(parts(line).0).is_ok_and(|command| command.repeats)
}

/// Carries out a line. What stands behind `#` at its beginning is a comment.
pub(super) fn execute(shell: &mut Shell, line: &str) -> Answer {
    let (name, format, rest) = parts(line);
    if name.is_empty() || name.starts_with('#') {
        return Ok(String::new());
    }
    (find(name)?.run)(shell, rest, format)
}

fn help(name: &str) -> Answer {
    let row = |command: &Command| {
        let names = command.names.join(", ");
        let left = format!("{names} {}", command.usage);
        match left.trim_end().chars().count() {
            0..32 => format!("{:<32}{}\n", left.trim_end(), command.help),
            _ => format!("{}\n{:<32}{}\n", left.trim_end(), "", command.help),
        }
    };
    if !name.is_empty() {
        return Ok(row(find(name)?));
    }
    let mut text: String = COMMANDS.iter().map(row).collect();
    text.push_str(
        "\nA VALUE is a register ($t0, $f2, hi), a label, label[2], word(ADDRESS), half() or byte().\n\
         EXPRESSIONs have registers, labels, numbers, 'c', word(ADDRESS) and the operators of C.\n\
         An empty line repeats the last step. Tab completes. The manual has a page: debugger.md.\n",
    );
    Ok(text)
}

fn run(shell: &mut Shell) -> Answer {
    Ok(shell.moved(Forward, |debugger| {
        debugger.to_start();
        match debugger.point_here() {
            Some(_) => Stopped { reason: Reason::Done, logged: Vec::new() },
            None => debugger.proceed(Forward),
        }
    }))
}

/// Does something so many times, until anything but a step or a hit happens.
fn many(
    shell: &mut Shell,
    count: &str,
    way: TimeDirection,
    go: fn(&mut debugger::Debugger<super::DebugHost>) -> Stopped,
) -> Answer {
    let count = if count.is_empty() { 1 } else { look::number(shell, count)? };
    Ok(shell.moved(way, |debugger| {
        let mut logged = Vec::new();
        let mut reason = Reason::Done;
        for _ in 0..count {
            let stopped = go(debugger);
            logged.extend(stopped.logged);
            reason = stopped.reason;
            if !matches!(reason, Reason::Done | Reason::Hit(_)) {
                break;
            }
        }
        Stopped { reason, logged }
    }))
}

fn goto(shell: &mut Shell, step: &str) -> Answer {
    let histories = shell.debugger.histories();
    let history = histories[shell.debugger.history()];
    let step = match step {
        "start" => history.start,
        "end" => history.end,
        "" => bail!("goto needs a step, such as `goto 1200`, `goto start` or `goto end`"),
        text => look::number(shell, text)?,
    };
    let way = if step < shell.debugger.step() { Back } else { Forward };
    Ok(shell.moved(way, |debugger| debugger.goto(step)))
}

fn first(shell: &mut Shell, place: &str) -> Answer {
    let addresses = resolve(shell, place)?.addresses;
    Ok(shell.moved(Forward, |debugger| debugger.to_first(&addresses)))
}

fn last(shell: &mut Shell, place: &str) -> Answer {
    let addresses = resolve(shell, place)?.addresses;
    Ok(shell.moved(Back, |debugger| debugger.to_last(&addresses)))
}

/// A line, `FILE:LINE`, a label, `*ADDRESS`; the place where it is if nothing is said.
pub(super) fn resolve(shell: &Shell, text: &str) -> anyhow::Result<Resolved> {
    let image = shell.debugger.image();
    let here = || image.place(shell.debugger.pc()).or_else(|| image.places().next());
    if text.is_empty() {
        return Ok(point::at_address(image, shell.debugger.pc())?);
    }
    if let Some(address) = text.strip_prefix('*') {
        let address = Expression::read(address, image)?.value(&shell.debugger.scene())?;
        return Ok(point::at_address(image, address as u32)?);
    }
    if let Ok(line) = text.parse() {
        let file = here().map(|place| place.file);
        let file = file.ok_or_else(|| anyhow!("the program has no instructions"))?;
        return Ok(point::at_line(image, file, line)?);
    }
    if let Some((file, line)) = text.rsplit_once(':')
        && let Ok(line) = line.parse()
    {
        return Ok(point::at_line(image, point::file_named(image, file)?, line)?);
    }
    Ok(point::at_label(image, text)?)
}

/// Cuts a clause such as ` if …` off the end of a text.
fn clause<'a>(text: &mut &'a str, word: &str) -> Option<&'a str> {
    let mark = format!(" {word} ");
    let (before, behind) = text.split_once(&mark)?;
    *text = before.trim();
    Some(behind.trim())
}

fn condition(shell: &Shell, text: Option<&str>) -> anyhow::Result<Option<Expression>> {
    let read = |text| Expression::read(text, shell.debugger.image());
    Ok(text.map(read).transpose()?)
}

fn breakpoint(shell: &mut Shell, text: &str) -> Answer {
    let mut rest = text;
    let message = clause(&mut rest, "log");
    let hits = clause(&mut rest, "hits");
    let when = clause(&mut rest, "if");
    let resolved = resolve(shell, rest)?;
    let image = shell.debugger.image().clone();
    let hits = hits.map(|text| {
        let wrong = || anyhow!("`{text}` is not a number of hits, such as 5, >= 5 or % 5");
        Hits::read(text).ok_or_else(wrong)
    });
    let rule = PointRule {
        condition: condition(shell, when)?,
        hits: hits.transpose()?,
        message: message.map(|text| Message::read(text, &image)).transpose()?,
    };
    let first = resolved.addresses.first().copied().unwrap_or_default();
    let moved = match resolved.moved {
        Some(_) => ", the next line with an instruction",
        None => "",
    };
    let id = shell.debugger.add_point(Target::Code(resolved.addresses), rule);
    Ok(format!("Breakpoint {id} at {}{moved}.\n", words::place(&image, first)))
}

fn watch(shell: &mut Shell, text: &str, on: Use) -> Answer {
    let mut rest = text;
    let when = clause(&mut rest, "if");
    let location = location(shell, rest)?;
    let rule = PointRule { condition: condition(shell, when)?, ..PointRule::default() };
    let id = shell.debugger.add_point(Target::Watch(location, on), rule);
    let name = words::location(shell.debugger.image(), &location);
    Ok(format!("Watchpoint {id} on {name}.\n"))
}

pub(super) fn location(shell: &Shell, text: &str) -> anyhow::Result<Location> {
    if text.is_empty() {
        bail!("expected a value, such as $t0, a label or word(0x10010000)");
    }
    Ok(Location::read(text, shell.debugger.image(), &shell.debugger.scene())?)
}

fn id(text: &str) -> anyhow::Result<PointId> {
    text.parse()
        .map_err(|_| anyhow!("expected the number of a breakpoint; `info breakpoints` lists them"))
}

fn delete(shell: &mut Shell, text: &str) -> Answer {
    if text.is_empty() {
        let ids: Vec<PointId> = shell.debugger.points().iter().map(|point| point.id).collect();
        for id in ids {
            shell.debugger.remove_point(id);
        }
        return Ok("All breakpoints and watchpoints are removed.\n".into());
    }
    match shell.debugger.remove_point(id(text)?) {
        true => Ok(String::new()),
        false => bail!("there is no breakpoint {text}"),
    }
}

fn enable(shell: &mut Shell, text: &str, enabled: bool) -> Answer {
    match shell.debugger.change_point(id(text)?, |point| point.enabled = enabled) {
        true => Ok(String::new()),
        false => bail!("there is no breakpoint {text}"),
    }
}

fn input(shell: &mut Shell, text: &str) -> Answer {
    shell.debugger.feed(format!("{text}\n").as_bytes());
    Ok(String::new())
}

fn set_input(shell: &mut Shell, text: &str) -> Answer {
    shell.debugger.set_input(format!("{text}\n").as_bytes())?;
    shell.forget_shown();
    Ok(format!("This is history {} now.\n", shell.debugger.history()))
}

fn set(shell: &mut Shell, text: &str) -> Answer {
    let (place, value) = text
        .split_once('=')
        .ok_or_else(|| anyhow!("expected a value and what to set it to: `set $t0 = 5`"))?;
    let location = location(shell, place.trim())?;
    let value = Expression::read(value, shell.debugger.image())?.value(&shell.debugger.scene())?;
    shell.debugger.set(location, value as u32)?;
    shell.forget_shown();
    let name = words::location(shell.debugger.image(), &location);
    let shown = words::value(value as u32);
    Ok(format!("{name} = {shown}. This is history {} now.\n", shell.debugger.history()))
}

fn history(shell: &mut Shell, text: &str) -> Answer {
    if text.is_empty() {
        return Ok(look::histories(shell));
    }
    let index = text.parse().map_err(|_| anyhow!("expected the number of a history"))?;
    if !shell.debugger.enter_history(index) {
        bail!("there is no history {index}; `history` lists them");
    }
    shell.forget_shown();
    Ok(shell.place())
}
