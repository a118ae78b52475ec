//! The assembler and the machine for Python. What comes out are numbers, bytes and the JSON objects of
//! `render`; `fivetwelve/__init__.py` makes Python's own types of them.

use std::collections::{BTreeMap, HashMap};

use mips_sim::diag::hint::report;
use mips_sim::host::{Recording, ScriptedHost};
use mips_sim::image::Image;
use mips_sim::isa::reg;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::{History, Off};
use mips_sim::{AsmOptions, Assembly};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Instructions between two looks at Ctrl-C.
const SLICE: u64 = 50_000_000;
/// A longer run is not repeated to explain how it failed.
const MAX_REPLAY: u64 = 200_000_000;

/// An assembled program, or what is wrong with it.
#[pyclass(frozen)]
struct Program {
    assembly: Assembly,
    delayed_branching: bool,
    self_modifying: bool,
}

/// Assembles some files, of which `order` names those to begin with.
#[pyfunction]
fn assemble(
    py: Python<'_>,
    order: Vec<String>,
    files: HashMap<String, Vec<u8>>,
    delayed_branching: bool,
    self_modifying: bool,
    pseudo: bool,
) -> PyResult<Program> {
    if order.is_empty() {
        return Err(PyValueError::new_err("there is no file to assemble"));
    }
    let options = AsmOptions { delayed_branching, self_modifying, pseudo, ..AsmOptions::default() };
    let assembly = py.detach(|| {
        let mut files = files;
        let names: Vec<&str> = order.iter().map(String::as_str).collect();
        mips_sim::assemble(&names, &mut files, &options)
    });
    Ok(Program { assembly, delayed_branching, self_modifying })
}

#[pymethods]
impl Program {
    /// Whether it can be run.
    #[getter]
    fn ok(&self) -> bool {
        self.assembly.succeeded()
    }

    /// The diagnostics, one JSON object a line.
    fn diagnostics(&self) -> String {
        render::diagnostics_json(&self.assembly)
    }

    /// The labels with their addresses.
    fn symbols(&self) -> BTreeMap<&str, u32> {
        let symbols = self.assembly.image.symbols.iter();
        symbols.map(|symbol| (symbol.name.as_str(), symbol.address)).collect()
    }

    /// The machine words with their addresses.
    fn words(&self) -> Vec<(u32, u32)> {
        let image = &self.assembly.image;
        let word = |at: u32| Some((at, image.text_word(at)?));
        image.text.iter().filter_map(|text| word(text.address)).collect()
    }

    /// Runs it from its beginning.
    #[expect(clippy::too_many_arguments, reason = "Python's side names each of them")]
    fn run(
        &self,
        py: Python<'_>,
        stdin: Vec<u8>,
        max_steps: u64,
        max_memory: usize,
        max_output: usize,
        arguments: Vec<String>,
        files: BTreeMap<String, Vec<u8>>,
        entry: Option<&str>,
    ) -> PyResult<Run> {
        if !self.ok() {
            return Err(PyValueError::new_err("the program has errors; see its diagnostics"));
        }
        let image = &self.assembly.image;
        let options = MachineOptions {
            delayed_branching: self.delayed_branching,
            self_modifying: self.self_modifying,
            entry: entry.map(|label| start(image, label)).transpose()?,
            arguments,
            max_memory,
            // As if an instruction could move 64 bytes, with some to begin with.
            max_work: max_steps.saturating_mul(64).saturating_add(64 << 20),
            ..MachineOptions::default()
        };
        let mut host = ScriptedHost::new(stdin);
        (host.files, host.output_limit) = (files, Some(max_output));
        let mut machine = Machine::load(image, &options);
        let mut recording = Recording::new(&mut host);
        let stop = loop {
            let left = max_steps - machine.steps();
            let stop = py.detach(|| machine.run(&mut recording, &mut Off, left.min(SLICE)));
            py.check_signals()?;
            if stop != Stop::BudgetSpent || machine.steps() >= max_steps {
                break stop;
            }
        };
        let failed = !matches!(stop, Stop::Exit(_) | Stop::FellOffEnd);
        let error = failed.then(|| {
            // Once more, with someone looking on.
            let replay = recording.finish().filter(|_| machine.steps() <= MAX_REPLAY);
            let history = replay.map(|mut replay| {
                let mut history = History::new(image, options.delayed_branching);
                let mut again = Machine::load(image, &options);
                py.detach(|| again.run(&mut replay, &mut history, machine.steps()));
                history
            });
            let report = report(stop, &machine, history.as_ref(), image);
            render::run_error_json(&report, image)
        });
        Ok(Run { machine, host, stop, error })
    }
}

/// The address of a label that a run begins at.
fn start(image: &Image, label: &str) -> PyResult<u32> {
    let named = image.symbols.iter().filter(|symbol| symbol.name == label && !symbol.data);
    let mut code = named.filter(|symbol| image.text_at(symbol.address).is_some());
    let found = code.next().map(|symbol| symbol.address);
    found.ok_or_else(|| PyKeyError::new_err(format!("there is no instruction at `{label}`")))
}

/// A run that is over: the machine as it was then.
#[pyclass(frozen)]
struct Run {
    machine: Machine,
    host: ScriptedHost,
    stop: Stop,
    error: Option<String>,
}

#[pymethods]
impl Run {
    /// Why it stopped, in a word.
    #[getter]
    fn stop(&self) -> &'static str {
        match self.stop {
            Stop::Exit(_) => "exit",
            Stop::FellOffEnd => "end",
            Stop::Fault { .. } => "fault",
            Stop::BadProgramCounter(_) => "bad-program-counter",
            Stop::Crash { .. } => "crash",
            Stop::BudgetSpent => "max-steps",
            Stop::Break { .. } | Stop::InputPending => "stopped",
            Stop::OutputRefused => "max-output",
            Stop::MemoryLimit => "max-memory",
            Stop::WorkLimit => "max-work",
        }
    }

    /// The code that the program gave; none if it did not end itself.
    #[getter]
    fn exit_code(&self) -> Option<i32> {
        match self.stop {
            Stop::Exit(code) => Some(code),
            _ => None,
        }
    }

    #[getter]
    fn steps(&self) -> u64 {
        self.machine.steps()
    }

    #[getter]
    fn pc(&self) -> u32 {
        self.machine.pc
    }

    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.host.output)
    }

    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.host.errors)
    }

    /// Why it failed, as a JSON object.
    #[getter]
    fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The registers by name, as unsigned numbers.
    fn registers(&self) -> Vec<(String, u32)> {
        let cpu = &self.machine.cpu;
        let named = reg::NAMES.iter().zip(0..).map(|(name, at)| (name.to_string(), cpu.get(at)));
        named.chain([("hi".into(), cpu.hi), ("lo".into(), cpu.lo)]).collect()
    }

    /// The bits of the floating-point registers.
    fn float_bits(&self) -> Vec<u32> {
        (0..32).map(|at| self.machine.cpu.single(at).to_bits()).collect()
    }

    /// Bytes of memory; zeros where nothing was ever stored.
    fn memory<'py>(
        &self,
        py: Python<'py>,
        address: u32,
        length: u32,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let end = address.checked_add(length);
        let end = end.ok_or_else(|| PyValueError::new_err("this is past the end of memory"))?;
        let byte =
            |at: u32| self.machine.memory.peek(at & !3).unwrap_or(0).to_le_bytes()[at as usize % 4];
        Ok(PyBytes::new(py, &(address..end).map(byte).collect::<Vec<u8>>()))
    }

    /// The files that there were in the end.
    fn files<'py>(&self, py: Python<'py>) -> BTreeMap<&str, Bound<'py, PyBytes>> {
        let files = self.host.files.iter();
        files.map(|(name, bytes)| (name.as_str(), PyBytes::new(py, bytes))).collect()
    }
}

/// What `fivetwelve/__init__.py` is made of.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Program>()?;
    module.add_class::<Run>()?;
    module.add_function(wrap_pyfunction!(assemble, module)?)
}
