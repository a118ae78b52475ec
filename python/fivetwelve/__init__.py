"""Assemble and run MIPS programs as MARS 4.5 does, and grade submissions."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Optional, Union

from . import _native

__all__ = ["Diagnostic", "GradeError", "Program", "Result", "assemble", "command", "grade"]

Stop = Literal[
    "exit", "end", "fault", "bad-program-counter", "crash", "stopped",
    "max-steps", "max-output", "max-memory", "max-work",
]  # fmt: skip
Text = Union[str, bytes]


@dataclass(frozen=True)
class Diagnostic:
    """What is wrong with a program, or why its run failed: the fields of the manual's page on JSON."""

    kind: str
    severity: str
    message: str
    code: Optional[str] = None
    label: str = ""
    notes: Sequence[str] = ()
    help: Sequence[str] = ()
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    end_column: Optional[int] = None
    mars_text: Optional[str] = None
    #: All fields, also those that have no name here.
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def _read(cls, text: str) -> Diagnostic:
        raw = json.loads(text)
        known = {f.name for f in fields(cls)}
        return cls(**{name: value for name, value in raw.items() if name in known}, raw=raw)


class Result:
    """A run that is over."""

    def __init__(self, run: _native.Run) -> None:
        self._run = run
        #: Why it stopped: "exit" and "end" are normal, "max-…" are limits, the others failures.
        self.stop: Stop = run.stop  # type: ignore[assignment]
        self.exit_code: Optional[int] = run.exit_code
        self.steps: int = run.steps
        self.pc: int = run.pc
        #: What it wrote to standard output.
        self.output: bytes = run.output
        #: What it wrote to standard error.
        self.errors: bytes = run.errors
        #: Each register by name, such as "$t0", "hi" and "lo", unsigned.
        self.registers: dict[str, int] = dict(run.registers())
        #: Why it failed; None after a normal end.
        self.error: Optional[Diagnostic] = Diagnostic._read(run.error) if run.error else None
        #: The files that there were in the end.
        self.files: dict[str, bytes] = run.files()

    @property
    def text(self) -> str:
        """The output as text; bytes that are no UTF-8 become replacement characters."""
        return self.output.decode("utf-8", "replace")

    def float(self, number: int) -> float:
        """The floating-point register `$fN` in single precision."""
        (value,) = struct.unpack("<f", struct.pack("<I", self._run.float_bits()[number]))
        return float(value)

    def memory(self, address: int, length: int) -> bytes:
        """Bytes of memory; zeros where nothing was ever stored."""
        return self._run.memory(address, length)

    def word(self, address: int) -> int:
        """The signed word at an address."""
        return int.from_bytes(self.memory(address, 4), "little", signed=True)

    def words(self, address: int, count: int) -> list[int]:
        """Signed words from an address on."""
        return list(struct.unpack(f"<{count}i", self.memory(address, 4 * count)))

    def __repr__(self) -> str:
        return f"<Result stop={self.stop!r} exit_code={self.exit_code} steps={self.steps}>"


class Program:
    """An assembled program, or what is wrong with it."""

    def __init__(self, program: _native.Program) -> None:
        self._program = program
        #: Whether it can be run.
        self.ok: bool = program.ok
        self.diagnostics: list[Diagnostic] = [
            Diagnostic._read(line) for line in program.diagnostics().split("\n") if line
        ]
        #: The labels with their addresses.
        self.symbols: dict[str, int] = program.symbols()
        #: The machine words by address.
        self.words: dict[int, int] = dict(program.words())

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics without warnings."""
        return [found for found in self.diagnostics if found.severity == "error"]

    def run(
        self,
        stdin: Text = b"",
        *,
        max_steps: int = 1_000_000_000,
        max_memory: int = 256 << 20,
        max_output: int = 16 << 20,
        arguments: Iterable[str] = (),
        files: Optional[Mapping[str, Text]] = None,
        entry: Optional[str] = None,
    ) -> Result:
        """Runs it from its beginning, or from a label. ValueError if it has errors."""
        given = {name: _bytes(text) for name, text in (files or {}).items()}
        return Result(
            self._program.run(
                _bytes(stdin), max_steps, max_memory, max_output, list(arguments), given, entry
            )
        )

    def __repr__(self) -> str:
        return f"<Program ok={self.ok} diagnostics={len(self.diagnostics)}>"


def assemble(
    source: Union[Text, Mapping[str, Text]],
    *,
    name: str = "main.asm",
    delayed_branching: bool = False,
    self_modifying: bool = False,
    pseudo: bool = True,
) -> Program:
    """Assembles a text, or several files by name into one program; what is wrong is in the result.

    With several files, the first is where the program begins; a file that another one includes is
    assembled twice if it is listed here, as MARS does.
    """
    if isinstance(source, Mapping):
        files = {path: _bytes(text) for path, text in source.items()}
    else:
        files = {name: _bytes(source)}
    return Program(
        _native.assemble(list(files), files, delayed_branching, self_modifying, pseudo)
    )


class GradeError(RuntimeError):
    """`fivetwelve grade` could not grade; `code` is its exit code."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words or f"fivetwelve grade ended with exit code {code}")
        self.code = code


def command() -> str:
    """The path of the command `fivetwelve`: the one installed with this module, or of the PATH."""
    name = "fivetwelve.exe" if sys.platform == "win32" else "fivetwelve"
    beside = os.path.join(sysconfig.get_path("scripts"), name)
    found = beside if os.path.isfile(beside) else shutil.which(name)
    if found is None:
        raise FileNotFoundError("the command `fivetwelve` is not installed")
    return found


def grade(
    assignment: Union[str, os.PathLike[str]],
    submissions: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]],
    *,
    seed: int = 1,
    single: bool = False,
    threads: Optional[int] = None,
) -> dict[str, Any]:
    """Grades submissions, and returns what `grade --json` writes.

    They run in processes of their own. GradeError if there is no result at all; a submission that
    could not be graded says so in its notes.
    """
    paths = [submissions] if isinstance(submissions, (str, os.PathLike)) else list(submissions)
    with tempfile.TemporaryDirectory(prefix="fivetwelve-") as folder:
        target = os.path.join(folder, "grades.json")
        words = [command(), "grade", "--quiet", "--no-cache", "--state", folder, "--json", target]
        words += ["--seed", str(seed)]
        words += ["--single"] if single else []
        words += ["--threads", str(threads)] if threads else []
        words += ["--", os.fspath(assignment), *(os.fspath(path) for path in paths)]
        ran = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
        try:
            with open(target, encoding="utf-8") as file:
                grades: dict[str, Any] = json.load(file)
        except FileNotFoundError:
            said = ran.stderr.decode("utf-8", "replace").strip()
            raise GradeError(ran.returncode, said) from None
    return grades


def _bytes(text: Text) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)
