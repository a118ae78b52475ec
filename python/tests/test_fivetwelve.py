"""The module as it was installed from the wheel."""

import subprocess
import threading

import fivetwelve
import pytest

ADD_ONE = "li $v0, 5\n syscall\n addi $a0, $v0, 1\n li $v0, 1\n syscall\n"


def test_a_program_runs():
    program = fivetwelve.assemble(ADD_ONE)
    assert program.ok and program.diagnostics == []
    result = program.run("41\n")
    assert (result.text, result.stop, result.exit_code, result.error) == ("42", "end", None, None)
    assert result.registers["$a0"] == 42 and result.steps == 5
    assert program.run(stdin=b"-3\n").output == b"-2"


def test_memory_and_labels():
    source = ".data\nrow: .word 1, -2\n.text\nla $t0, row\nli $t1, 7\nsw $t1, 8($t0)\nli $v0, 17\nli $a0, 3\nsyscall"
    program = fivetwelve.assemble(source)
    result = program.run()
    row = program.symbols["row"]
    assert result.words(row, 3) == [1, -2, 7] and result.word(row + 4) == -2
    assert (result.stop, result.exit_code) == ("exit", 3)
    assert result.memory(0x7FFF0000, 2) == b"\0\0"
    with pytest.raises(ValueError):
        result.memory(0xFFFFFFFF, 4)


def test_floats_and_files():
    source = """
        .data
name:   .asciiz "out.txt"
f:      .float 1.5
        .text
        l.s $f12, f
        li $v0, 13
        la $a0, name
        li $a1, 1
        syscall
        move $a0, $v0
        li $v0, 15
        la $a1, name
        li $a2, 3
        syscall
"""
    result = fivetwelve.assemble(source).run()
    assert result.float(12) == 1.5
    assert result.files == {"out.txt": b"out"}


def test_errors_are_objects():
    program = fivetwelve.assemble("  mov $t0, $t1\n", name="lab.asm")
    (found,) = program.errors
    assert (found.code, found.file, found.line, found.column) == ("E0009", "lab.asm", 1, 3)
    assert any("move" in help for help in found.help)
    assert found.raw["kind"] == "diagnostic"
    with pytest.raises(ValueError, match="has errors"):
        program.run()


def test_a_failure_is_explained():
    result = fivetwelve.assemble("li $t0, 1\nlw $t1, ($t0)").run()
    assert result.stop == "fault" and result.exit_code is None
    assert result.error.kind == "run-error" and result.error.line == 2
    assert "multiple of 4" in result.error.message


def test_limits():
    assert fivetwelve.assemble("x: b x").run(max_steps=1000).stop == "max-steps"
    flood = "li $v0, 1\nx: syscall\nb x"
    result = fivetwelve.assemble(flood).run(max_output=100)
    assert result.stop == "max-output" and len(result.output) <= 100
    hungry = "lui $t0, 0x1004\nx: sw $t0, ($t0)\naddiu $t0, $t0, 4096\nb x"
    assert fivetwelve.assemble(hungry).run(max_memory=1 << 20).stop in ("max-memory", "fault")


def test_several_files():
    files = {"main.asm": ".globl main\nmain: jal twice\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall",
             "lib.asm": ".globl twice\ntwice: li $v0, 8\njr $ra"}
    assert fivetwelve.assemble(files).run().text == "8"
    with pytest.raises(ValueError, match="no file"):
        fivetwelve.assemble({})


def test_odd_input():
    for source in (b"\xff\xfe\x00", "", "\r\n\r\n", ".data\n.asciiz \"ä\"\n", "\0"):
        fivetwelve.assemble(source)
    with pytest.raises(KeyError, match="nowhere"):
        fivetwelve.assemble("nop").run(entry="nowhere")
    with pytest.raises(OverflowError):
        fivetwelve.assemble("nop").run(max_steps=-1)


def test_threads_run_side_by_side():
    program = fivetwelve.assemble(ADD_ONE)
    results = []
    threads = [threading.Thread(target=lambda: results.append(program.run("1\n").text)) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert results == ["2"] * 8


def test_grades_are_dictionaries(tmp_path):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "main.asm").write_text("mov $t0, $t1\n")
    grades = fivetwelve.grade("slide", tmp_path)
    assert grades["format"] == "fivetwelve-grades"
    (entry,) = grades["submissions"]
    assert entry["student"]["key"] == "ann"
    assert sum(test["points"] for test in entry["results"]) == 0
    with pytest.raises(fivetwelve.GradeError, match="nowhere") as caught:
        fivetwelve.grade("slide", tmp_path / "nowhere")
    assert caught.value.code == 66


def test_the_command_is_installed():
    said = subprocess.run([fivetwelve.command(), "--version"], capture_output=True, text=True)
    assert said.returncode == 0 and said.stdout.startswith("fivetwelve ")
