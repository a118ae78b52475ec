//! What the tests share: reading the recorded cases.

use std::collections::HashMap;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use libtest_mimic::{Arguments, Failed, Trial};
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Observer;
use mips_sim::{AsmOptions, Assembly, Image, MemoryConfig, assemble};
use serde_json::Value;

/// One recorded program and what MARS 4.5 did with it.
pub struct Case {
    /// Area and name, or the id of a generated case.
    pub name: String,
    /// The files to assemble, in order.
    pub sources: Vec<String>,
    /// Every file of the case's folder, by name.
    pub files: HashMap<String, Vec<u8>>,
    /// Extra MARS options.
    pub options: Vec<String>,
    /// Standard input.
    pub input: Vec<u8>,
    /// Program arguments.
    pub arguments: Vec<String>,
    /// The whole command line, for a case about the command line.
    pub cli: Option<Vec<String>>,
    /// The recorded fields.
    pub expect: Value,
}

/// What came of running a case.
pub struct Played {
    /// The machine as it stopped.
    pub machine: Machine,
    /// What the program wrote.
    pub output: Vec<u8>,
    /// Why it stopped.
    pub stop: Stop,
    /// The step limit that MARS was given.
    pub limit: i64,
}

impl Case {
    /// Whether an option word was given.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|word| word == option)
    }

    /// Runs an assembled case under its options.
    pub fn run<O: Observer>(&self, image: &Image, observer: &mut O) -> Played {
        let limit = self.options.iter().filter_map(|word| word.parse::<i64>().ok()).next_back();
        let limit = limit.unwrap_or(-1);
        let options = MachineOptions {
            delayed_branching: self.has("db"),
            self_modifying: self.has("smc"),
            entry: image.main().filter(|_| self.has("sm")),
            arguments: self.arguments.clone(),
            ..MachineOptions::default()
        };
        let mut host = ScriptedHost::new(self.input.clone());
        host.files = self.files.iter().map(|(name, bytes)| (name.clone(), bytes.clone())).collect();
        let mut machine = Machine::load(image, &options);
        let budget = if limit > 0 { limit as u64 } else { 100_000_000 };
        let stop = machine.run(&mut host, observer, budget);
        Played { machine, output: host.output, stop, limit }
    }

    /// Assembles the case's program under its options.
    pub fn assemble(&self) -> Result<Assembly> {
        let mut options = AsmOptions::default();
        let mut words = self.options.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "db" => options.delayed_branching = true,
                "np" | "ne" => options.pseudo = false,
                "we" => options.warnings_are_errors = true,
                "smc" => options.self_modifying = true,
                "mc" => {
                    let name = words.next().context("mc without a name")?;
                    options.config =
                        MemoryConfig::by_name(name).context("unknown configuration")?;
                }
                _ => {}
            }
        }
        let names: Vec<&str> = self.sources.iter().map(String::as_str).collect();
        Ok(assemble(&names, &mut self.files.clone(), &options))
    }
}

/// The folder of the vendored cases.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance")
}

/// Runs a test for each recorded case that a test is about: those of the vendored folder, or of the
/// one that the environment variable `FIVETWELVE_CORPUS` names.
#[expect(clippy::print_stderr, reason = "a test runner speaks to its user")]
pub fn run_cases(about: fn(&Case) -> bool, check: fn(&Case) -> Result<()>) -> ExitCode {
    let arguments = Arguments::from_args();
    let root = std::env::var_os("FIVETWELVE_CORPUS").map_or_else(corpus, PathBuf::from);
    let trial = |case: Case| {
        let name = case.name.clone();
        Trial::test(name, move || check(&case).map_err(|error| Failed::from(format!("{error:#}"))))
    };
    match read_cases(&root) {
        Ok(cases) if cases.iter().any(about) => {
            let trials = cases.into_iter().filter(about).map(trial).collect();
            libtest_mimic::run(&arguments, trials).exit_code()
        }
        Ok(_) => {
            eprintln!("no such cases in {}", root.display());
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Reads all cases below a folder: a program a case in the areas, a line a case in `fuzz`.
pub fn read_cases(root: &Path) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for area in sorted(root)? {
        if !area.is_dir() {
            continue;
        }
        let files = sorted(&area)?;
        for file in &files {
            match file.extension().and_then(|e| e.to_str()) {
                Some("asm") => cases.push(read_case(file, &files)?),
                Some("jsonl") => read_generated(file, &mut cases)?,
                _ => {}
            }
        }
    }
    Ok(cases)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn read_case(program: &Path, siblings: &[PathBuf]) -> Result<Case> {
    let stem = file_name(&program.with_extension(""));
    let area = program.parent().map(file_name).unwrap_or_default();
    let read =
        |path: &Path| std::fs::read(path).with_context(|| format!("reading {}", path.display()));
    let mut files = HashMap::new();
    for path in siblings {
        let name = file_name(path);
        if name.strip_prefix(&stem).is_some_and(|rest| rest.starts_with('.')) {
            files.insert(name, read(path)?);
        }
    }
    let lines = |extension: &str| -> Vec<String> {
        let text = files.get(&format!("{stem}.{extension}")).cloned().unwrap_or_default();
        String::from_utf8_lossy(&text).lines().map(str::to_string).collect()
    };
    let words = |extension: &str| -> Vec<String> {
        lines(extension)
            .iter()
            .flat_map(|line| line.split_whitespace())
            .map(str::to_string)
            .collect()
    };
    let mut sources = vec![format!("{stem}.asm")];
    sources.extend(lines("files"));
    let input = files.get(&format!("{stem}.in")).cloned().unwrap_or_default();
    let arguments = lines("args");
    let json = files.get(&format!("{stem}.json")).context("no recorded result")?;
    let expect: Value = serde_json::from_slice(json)?;
    let cli = expect
        .get("cli")
        .and_then(Value::as_array)
        .map(|words| words.iter().filter_map(Value::as_str).map(str::to_string).collect());
    Ok(Case {
        name: format!("{area}/{stem}"),
        options: words("opts"),
        input,
        arguments,
        sources,
        cli,
        expect,
        files,
    })
}

fn read_generated(path: &Path, cases: &mut Vec<Case>) -> Result<()> {
    for line in std::fs::read_to_string(path)?.lines() {
        let value: Value = serde_json::from_str(line)?;
        let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
        let program = match value.get("asm_b64").and_then(Value::as_str) {
            Some(encoded) => base64(encoded)?,
            None => text("asm").as_bytes().to_vec(),
        };
        let input = match value.get("stdin_b64").and_then(Value::as_str) {
            Some(encoded) => base64(encoded)?,
            None => text("stdin").as_bytes().to_vec(),
        };
        let arguments = value.get("args").and_then(Value::as_array).into_iter().flatten();
        cases.push(Case {
            input,
            arguments: arguments.filter_map(Value::as_str).map(str::to_string).collect(),
            name: format!("fuzz/{}", text("id")),
            sources: vec!["p.asm".to_string()],
            files: HashMap::from([("p.asm".to_string(), program)]),
            options: text("opts").split_whitespace().map(str::to_string).collect(),
            cli: None,
            expect: value.get("expect").cloned().context("no expectation")?,
        });
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Decodes base64.
pub fn base64(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for c in text.bytes().filter(|c| *c != b'=') {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => bail!("not base64: {text}"),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

/// A fresh folder for the real command to run in, gone when dropped.
pub struct Folder {
    folder: tempfile::TempDir,
    path: String,
}

/// What the command did. Names of files in its folder are shown without the folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// How it ended; `None` if by a signal.
    pub code: Option<i32>,
}

impl Folder {
    /// A folder that holds these files.
    pub fn with<N: AsRef<str>, B: AsRef<[u8]>>(
        files: impl IntoIterator<Item = (N, B)>,
    ) -> Result<Folder> {
        let folder = tempfile::tempdir().context("making a folder")?;
        for (name, bytes) in files {
            let path = folder.path().join(name.as_ref());
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
        }
        // The command asks the system where it is, which knows nothing of symbolic links.
        let path = folder.path().canonicalize()?.to_string_lossy().into_owned();
        Ok(Folder { folder, path })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The names of the files in it.
    pub fn files(&self) -> Result<Vec<String>> {
        let entries = std::fs::read_dir(self.path()).context("listing the folder")?;
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            Ok(entry?.file_name().to_string_lossy().into_owned())
        };
        entries.map(name).collect()
    }

    /// The text of a file; `None` if it is not there.
    pub fn text(&self, name: &str) -> Option<String> {
        let bytes = std::fs::read(self.path().join(name)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Runs a program in the folder, without input.
    pub fn run<W: AsRef<std::ffi::OsStr>>(
        &self,
        program: &str,
        words: impl IntoIterator<Item = W>,
    ) -> Result<Ran> {
        self.run_with_input(program, words, b"")
    }

    /// Runs a program in the folder, with this as its standard input.
    pub fn run_with_input<W: AsRef<std::ffi::OsStr>>(
        &self,
        program: &str,
        words: impl IntoIterator<Item = W>,
        input: &[u8],
    ) -> Result<Ran> {
        // From a file, so that a program that does not read its input does not disturb anyone.
        let mut stdin = tempfile::tempfile().context("making the input")?;
        stdin.write_all(input)?;
        stdin.rewind()?;
        let output = std::process::Command::new(program)
            .args(words)
            .current_dir(self.path())
            .stdin(stdin)
            .output()
            .with_context(|| format!("running {program}"))?;
        let shown =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&format!("{}/", self.path), "");
        Ok(Ran {
            stdout: shown(&output.stdout),
            stderr: shown(&output.stderr),
            code: output.status.code(),
        })
    }
}

/// The Rust examples of the documentation are tests too.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/libraries.md")]
    struct Libraries;
}
