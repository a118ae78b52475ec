//! What is offered after an error: the debugger at the place where it happened.

use mips_sim::config;
use tester::wording::quoted;

use crate::args::{MEMORIES, RunArgs};

/// The command that opens the debugger at the end of the same run.
pub(super) fn command(args: &RunArgs) -> String {
    let mut command = String::from("fivetwelve debug --at end");
    let mut option = |name: &str, value: Option<String>| {
        let value = value.map(|value| format!(" {}", quoted(&value)));
        command.push_str(&format!(" --{name}{}", value.unwrap_or_default()));
    };
    let path = |path: &std::path::Path| Some(path.display().to_string());
    if let Some(input) = &args.stdin {
        option("stdin", path(input));
    }
    if let Some(steps) = args.max_steps {
        option("max-steps", Some(steps.to_string()));
    }
    if let Some(seed) = args.seed {
        option("seed", Some(seed.to_string()));
    }
    let program = &args.program;
    if let Some(entry) = &program.entry {
        option("entry", Some(entry.clone()));
    }
    if program.no_files {
        option("no-files", None);
    } else if program.folder.as_os_str() != "." {
        option("files", path(&program.folder));
    }
    if program.delayed_branching {
        option("delayed-branching", None);
    }
    if program.self_modifying {
        option("self-modifying", None);
    }
    if args.devices.dialogs {
        option("dialogs", None);
    }
    if program.memory != config::DEFAULT {
        let named = MEMORIES.iter().find(|(_, _, config)| *config == program.memory);
        option("memory", named.map(|(name, _, _)| name.to_string()));
    }
    args.files.iter().for_each(|file| command.push_str(&format!(" {}", quoted(file))));
    if !args.arguments.is_empty() {
        command.push_str(" --");
        args.arguments.iter().for_each(|word| command.push_str(&format!(" {}", quoted(word))));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Command, parse};

    #[test]
    fn the_run_is_the_same_one() {
        let offered = |line: &str| match parse(line.split(' ').map(Into::into)) {
            Ok((_, Command::Run(args))) => command(&args),
            _ => panic!("{line}"),
        };
        assert_eq!(offered("fivetwelve run p.asm"), "fivetwelve debug --at end p.asm");
        let line = "fivetwelve run --stdin in.txt --seed 3 --memory compact-data-at-zero \
                    --files d --self-modifying a.asm b.asm -- x";
        assert_eq!(
            offered(line),
            "fivetwelve debug --at end --stdin in.txt --seed 3 --files d --self-modifying \
             --memory compact-data-at-zero a.asm b.asm -- x"
        );
        // What is offered can be typed.
        for line in ["fivetwelve run p.asm", line] {
            let again = offered(line);
            let parsed = parse(again.split(' ').map(Into::into));
            assert!(matches!(parsed, Ok((_, Command::Debug(_)))), "{again}");
        }
    }
}
