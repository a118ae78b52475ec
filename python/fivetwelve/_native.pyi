from typing import Optional

class Program:
    ok: bool
    def diagnostics(self) -> str: ...
    def symbols(self) -> dict[str, int]: ...
    def words(self) -> list[tuple[int, int]]: ...
    def run(
        self,
        stdin: bytes,
        max_steps: int,
        max_memory: int,
        max_output: int,
        arguments: list[str],
        files: dict[str, bytes],
        entry: Optional[str],
    ) -> Run: ...

class Run:
    stop: str
    exit_code: Optional[int]
    steps: int
    pc: int
    output: bytes
    errors: bytes
    error: Optional[str]
    def registers(self) -> list[tuple[str, int]]: ...
    def float_bits(self) -> list[int]: ...
    def memory(self, address: int, length: int) -> bytes: ...
    def files(self) -> dict[str, bytes]: ...

def assemble(
    order: list[str],
    files: dict[str, bytes],
    delayed_branching: bool,
    self_modifying: bool,
    pseudo: bool,
) -> Program: ...
