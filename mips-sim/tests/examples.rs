//! The examples run, and what they say of themselves is true.

#[path = "../examples/assemble_and_run.rs"]
mod assemble_and_run;
#[path = "../examples/go_back.rs"]
mod go_back;
#[path = "../examples/stop_at_line.rs"]
mod stop_at_line;

#[test]
fn every_example_runs() {
    assemble_and_run::main();
    stop_at_line::main();
    go_back::main();
}
