//! Every JSON that the binary writes is of the form that `docs/schemas` publishes, with no field that
//! is not in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fivetwelve_tests::Folder;
use jsonschema::{Draft, Registry, Resource, Validator};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

/// What writes JSON, and of which form it is. `$ROOT` is this repository. `> FILE` keeps what was
/// written, for the lines below; `FILE` after `<` is what is looked at, instead of the output.
const COMMANDS: &str = "
diagnostic           asm --message-format json $ROOT/docs/examples/average.asm
diagnostic           asm --message-format json $ROOT/tests/diagnostics/address_in_brackets.asm
diagnostic           run --message-format json $ROOT/docs/examples/second.asm
diagnostic           run --message-format json --check $ROOT/asm/faulty/called-with-j.asm
diagnostic           run --message-format json --check $ROOT/assignments/factorial/faulty/changes-s0.asm
program              asm --emit json $ROOT/asm/fivetwelve.asm
program              asm --emit json $ROOT/asm/examples/snake.asm
isa                  isa --json
isa                  isa --json add
isa                  isa --json lw
isa                  isa --json syscall
isa                  isa --json syscall 1
isa                  isa --json .word
isa                  isa --json t0
diff-games           diff $ROOT/asm/fivetwelve.asm --games 20 --json
diff-games           diff $ROOT/asm/dialects/clock.asm --compare boards --games 20 --json
diff-games           diff $ROOT/asm/faulty/merge-adds-two.asm --json
diff-games           diff $ROOT/asm/faulty/string-printed-as-word.asm --json
diff-games           diff $ROOT/asm/faulty/no-quit.asm --json
diff-games           diff $ROOT/asm/faulty/clobbered-ra.asm --compare boards --json
diff-games           diff $ROOT/asm/dialects/clock-wrong.asm --compare boards --json
games                diff $ROOT/asm/fivetwelve.asm --games 5 --record games.json < games.json
protocol             diff $ROOT/asm/fivetwelve.asm --learn
protocol             diff $ROOT/asm/dialects/lowercase.asm --learn
diff-programs        diff $ROOT/assignments/gcd/solution.asm --reference $ROOT/assignments/gcd/solution.asm --games 50 --json
diff-programs        diff $ROOT/assignments/factorial/faulty/adds.asm --reference $ROOT/assignments/factorial/solution.asm --json
diff-programs        diff $ROOT/asm/faulty/sixteen-misaligned.asm --reference $ROOT/assignments/factorial/solution.asm --json
verify               verify $ROOT/asm/fivetwelve.asm --layers 2..6 --json
verify               verify $ROOT/asm/fivetwelve.asm --layers 2..6 --from-states --shard 1/2 --json
verify               verify $ROOT/asm/faulty/merge-adds-two.asm --json
verify               verify $ROOT/asm/dialects/clock.asm --json
journal              verify $ROOT/asm/fivetwelve.asm --layers 2..6 --state verify.part < verify.part
mutants              mutants $ROOT/asm/fivetwelve.asm --games 20 --lines 150..165 --json
mutants-of-assignment mutants $ROOT/assignments/gcd/solution.asm --assignment $ROOT/assignments/gcd --lines 1..40 --json
assignment-check     assignment check $ROOT/assignments/gcd --mutants 20 --json
assignment-check     assignment check broken --json
assignment-suggest   assignment suggest $ROOT/assignments/gcd --json
bot                  bot greedy --games 2 --json
solve                solve3x3 --target 32 --json
solve                solve3x3 --target 32 --save solved.bin --json
tournament           tournament greedy 7 --games 2 --json games.json < games.json
tournament           tournament --thesis --games 1 --json games.json < games.json
journal              tournament greedy --games 2 --state games.journal < games.journal
check                check $ROOT/assignments/factorial $ROOT/assignments/factorial/faulty/adds.asm --json
check                check $ROOT/assignments/quicksort $ROOT/docs/examples/average.asm --json
check                check $ROOT/assignments/fivetwelve $ROOT/asm/faulty/clobbered-ra.asm --json
check                check $ROOT/assignments/snake $ROOT/assignments/snake/faulty/does-not-end.asm --json
grades               grade $ROOT/assignments/fivetwelve $ROOT/asm/faulty/win-at-256.asm $ROOT/asm/dialects/clock-wrong.asm --locate --json old.json < old.json
grades               grade $ROOT/assignments/fivetwelve $ROOT/asm/faulty/win-at-256.asm $ROOT/docs/examples/average.asm --seed 2 --json new.json < new.json
grades               grade $ROOT/assignments/snake $ROOT/assignments/snake/faulty --shard 1/4 --json part.json < part.json
grades               grade $ROOT/assignments/quicksort $ROOT/assignments/quicksort/faulty --shard 1/4 --json part.json < part.json
grade-changes        grade diff old.json new.json --json
journal              grade $ROOT/assignments/factorial $ROOT/assignments/factorial/faulty/adds.asm --state grading < grading/grades.jsonl
calls                assignment export $ROOT/assignments/quicksort -o sorting < sorting/files/calls-calls.json
cases                assignment export $ROOT/assignments/quicksort -o again < again/files/generated-cases.json
";

/// The published forms by their names, as they are or with every object closed.
struct Schemas(BTreeMap<String, Value>);

impl Schemas {
    fn read() -> Schemas {
        let folder = root().join("docs/schemas");
        let files = fs::read_dir(folder).expect("there are schemas");
        let schema = |entry: std::io::Result<fs::DirEntry>| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("it can be read");
            (name, serde_json::from_str(&text).expect("it is JSON"))
        };
        Schemas(files.map(schema).collect())
    }

    /// The same, with no field allowed that is not named.
    fn closed(mut self) -> Schemas {
        self.0.values_mut().for_each(close);
        self
    }

    fn validator(&self, name: &str) -> Validator {
        let mut registry = Registry::new();
        for (other, schema) in &self.0 {
            let resource = Resource::from_contents(schema.clone());
            let id = format!("urn:fivetwelve:{other}");
            assert_eq!(schema["$id"], id.as_str(), "the identifier of {other}.json");
            registry = registry.add(id, resource).expect("the schema can be used");
        }
        let registry = registry.prepare().expect("the schemas fit together");
        let schema = self.0.get(name).unwrap_or_else(|| panic!("there is no {name}.json"));
        let options = jsonschema::options().with_draft(Draft::Draft202012).with_registry(&registry);
        options.build(schema).expect("the schema can be used")
    }
}

/// Allows no other fields in an object whose fields are named.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                match (key.as_str(), value) {
                    ("properties", Value::Object(named)) => named.values_mut().for_each(close),
                    (_, value) => close(value),
                }
            }
            if fields.contains_key("properties") {
                fields.entry("additionalProperties").or_insert(Value::Bool(false));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository").to_owned()
}

/// The objects in a text of a form.
fn values(form: &str, text: &str) -> Vec<Value> {
    let parse = |text: &str| serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
    match form {
        "diagnostic" => text.lines().filter(|line| line.starts_with('{')).map(parse).collect(),
        "journal" => text.lines().take(1).map(parse).collect(),
        "protocol" => vec![toml::from_str(text).expect("it is TOML")],
        _ => vec![parse(text)],
    }
}

#[test]
fn every_output_has_its_published_form() {
    let schemas = Schemas::read().closed();
    let root = root().to_string_lossy().into_owned();
    let broken = fs::read(format!("{root}/tests/assignments/tests.toml")).expect("it is there");
    let folder = Folder::with([("broken/assignment.toml", broken)]).expect("it can be made");
    let mut unseen: Vec<String> = schemas.0.keys().cloned().collect();
    for line in COMMANDS.lines().filter(|line| !line.is_empty()) {
        let (form, command) = line.split_once(' ').expect("a form and a command");
        let (command, file) = match command.split_once(" < ") {
            Some((command, file)) => (command, Some(file)),
            None => (command, None),
        };
        let words = command.split_whitespace().map(|word| word.replace("$ROOT", &root));
        let ran = folder.run(BINARY, words).expect("the command can be started");
        assert!(matches!(ran.code, Some(0..=2)), "{line}: {:?}: {}", ran.code, ran.stderr);
        let text = match (file, form) {
            (Some(file), _) => {
                folder.text(file).unwrap_or_else(|| panic!("{line}: {}", ran.stderr))
            }
            (None, "diagnostic") => ran.stderr + &ran.stdout,
            (None, _) => ran.stdout,
        };
        let values = values(form, &text);
        assert!(!values.is_empty(), "{line}: nothing was written");
        let validator = schemas.validator(form);
        for value in &values {
            let wrong: Vec<String> = validator
                .iter_errors(value)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(wrong.is_empty(), "{line}\n{}\n{value:#}", wrong.join("\n"));
        }
        unseen.retain(|name| name != form);
    }
    assert_eq!(unseen, Vec::<String>::new(), "forms that no command here writes");
}

#[test]
fn every_protocol_that_is_learnt_has_its_published_form() {
    let folder = Folder::with::<&str, &str>([]).expect("a folder can be made");
    let validator = Schemas::read().closed().validator("protocol");
    let dialects = fs::read_dir(root().join("asm/dialects")).expect("there are dialects");
    let mut learnt = 0;
    for entry in dialects {
        let path = entry.expect("the folder can be read").path();
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".asm") && !name.ends_with("-wrong.asm") {
            let ran = folder.run(BINARY, ["diff", &name, "--learn"]).expect("it can be started");
            // Some need a file.
            if ran.code == Some(0) {
                let value = &values("protocol", &ran.stdout)[0];
                let wrong: Vec<String> =
                    validator.iter_errors(value).map(|error| error.to_string()).collect();
                assert!(wrong.is_empty(), "{name}\n{}\n{}", wrong.join("\n"), ran.stdout);
                learnt += 1;
            }
        }
    }
    assert!(learnt > 20, "only {learnt} were learnt");
}

#[test]
fn a_schema_refuses_what_is_not_its_form() {
    let schemas = Schemas::read().closed();
    let validator = schemas.validator("bot");
    let good = serde_json::json!({
        "format": "fivetwelve bot 1", "strategy": "greedy", "program": "a.asm", "seed": 1, "wanted": 1,
        "games": 1, "won": 1, "lost": 0, "gave_up": 0, "largest": {"512": 1},
        "moves": {"mean": 300.0, "min": 300, "max": 300},
    });
    assert!(validator.is_valid(&good));
    for (field, value) in [
        ("format", Value::from("fivetwelve bot 2")),
        ("games", Value::from("one")),
        ("more", Value::from(1)),
    ] {
        let mut wrong = good.clone();
        wrong[field] = value;
        assert!(!validator.is_valid(&wrong), "{field}");
    }
}
