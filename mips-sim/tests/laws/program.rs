//! Programs that run for a while: loops that count, calls that return, pointers that are valid,
//! services that get what they ask for. Words taken by chance seldom get further than a few
//! instructions; these execute hundreds, and then go wrong too, now and then.

use std::fmt::Write;

use mips_sim::config::{CONFIGS, MemoryConfig};
use mips_sim::{AsmOptions, Image, assemble};

use super::{Case, Chance};

/// How deep loops, branches and functions may lie in one another.
const MAX_DEPTH: usize = 3;
/// As many functions as a program may have.
const MAX_FUNCTIONS: usize = 4;
/// Registers for values; what is computed lands in them.
const VALUES: [&str; 11] =
    ["$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$v1", "$a1", "$a2", "$a3"];
/// Registers that count the loops, by depth; nothing else changes them.
const COUNTERS: [&str; MAX_DEPTH + 1] = ["$s6", "$s7", "$t8", "$t9"];
/// Registers that hold addresses: the data segment, the stack, the heap, kernel data, devices, `$gp`.
const POINTERS: [&str; 9] = ["$s0", "$s0", "$s0", "$s1", "$s1", "$s2", "$s3", "$s4", "$gp"];

/// What a program is made of. `R` is a register for values, `P` an address that is a multiple of 8,
/// `B` one that need not be a multiple of anything, `F` a floating-point register that is even, `N` a
/// number.
const PLAIN: &[&str] = &[
    "addu R, R, R",
    "addu R, R, R",
    "addiu R, R, N",
    "addiu R, R, N",
    "subu R, R, R",
    "add R, R, $zero",
    "addi R, $zero, N",
    "sub R, $zero, $zero",
    "and R, R, R",
    "or R, R, R",
    "xor R, R, R",
    "nor R, R, R",
    "andi R, R, 255",
    "ori R, R, 4097",
    "xori R, R, 0x8001",
    "lui R, 0x1234",
    "li R, N",
    "li R, 0x12345678",
    "move R, R",
    "sll R, R, 3",
    "srl R, R, 5",
    "sra R, R, 31",
    "sllv R, R, R",
    "srlv R, R, R",
    "srav R, R, R",
    "rol R, R, R",
    "ror R, R, 7",
    "slt R, R, R",
    "sltu R, R, R",
    "slti R, R, N",
    "sltiu R, R, N",
    "seq R, R, R",
    "sle R, R, N",
    "sgtu R, R, R",
    "abs R, R",
    "neg R, R",
    "not R, R",
    "mul R, R, R",
    "mult R, R",
    "multu R, R",
    "madd R, R",
    "maddu R, R",
    "msub R, R",
    "msubu R, R",
    "div R, R",
    "divu R, R",
    "rem R, R, 7",
    "mulu R, R, R",
    "mfhi R",
    "mflo R",
    "mthi R",
    "mtlo R",
    "clz R, R",
    "clo R, R",
    "movz R, R, R",
    "movn R, R, R",
    "movt R, R",
    "movf R, R, 1",
    "lw R, P",
    "lw R, P",
    "sw R, P",
    "sw R, P",
    "lb R, B",
    "lbu R, B",
    "sb R, B",
    "lh R, P",
    "lhu R, P",
    "sh R, P",
    "lwl R, B",
    "lwr R, B",
    "swl R, B",
    "swr R, B",
    "ulw R, B",
    "usw R, B",
    "ll R, P",
    "sc R, P",
    "lw R, D0",
    "sw R, D1+4",
    "lwc1 F, P",
    "swc1 F, P",
    "ldc1 F, P",
    "sdc1 F, P",
    "l.d F, D3",
    "s.d F, D1",
    "add.s F, F, F",
    "sub.s F, F, F",
    "mul.s F, F, F",
    "div.s F, F, F",
    "sqrt.s F, F",
    "abs.s F, F",
    "neg.s F, F",
    "add.d F, F, F",
    "sub.d F, F, F",
    "mul.d F, F, F",
    "div.d F, F, F",
    "sqrt.d F, F",
    "abs.d F, F",
    "neg.d F, F",
    "mov.d F, F",
    "mov.s F, F",
    "cvt.d.w F, F",
    "cvt.s.w F, F",
    "cvt.w.d F, F",
    "cvt.w.s F, F",
    "cvt.d.s F, F",
    "cvt.s.d F, F",
    "round.w.d F, F",
    "trunc.w.s F, F",
    "ceil.w.d F, F",
    "floor.w.s F, F",
    "c.lt.d F, F",
    "c.le.s 1, F, F",
    "c.eq.d 2, F, F",
    "movt.d F, F",
    "movf.s F, F, 2",
    "movz.d F, F, R",
    "mfc1 R, F",
    "mtc1 R, F",
    "mfc1.d R, F",
    "mfc0 R, $12",
    "nop",
];

/// What stops a program, or sends it to its handler: sometimes, or always.
const HARMFUL: &[&str] = &[
    "add R, R, R",
    "addi R, R, 32767",
    "sub R, R, R",
    "lw R, 2($s0)",
    "lw R, (R)",
    "lbu R, D4(R)",
    "sb R, (R)",
    "sh R, 1($s1)",
    "lw R, main",
    "sw R, main",
    "add.d $f1, $f2, $f4",
    "l.d $f3, D3",
    "teq R, R",
    "tgei R, N",
    "break",
    "break 3",
    "jr R",
    "jalr R",
    "j main",
    "mtc0 R, $14",
    "eret",
    "move $s0, R",
    "move $ra, R",
    "addiu $sp, $sp, -1024",
    "addiu $gp, $gp, N",
    ".word 0xffffffff",
];

/// Services with what they ask for.
const SERVICES: &[&str] = &[
    "move $a0, R\nS 1",
    "S 2",
    "S 3",
    "la $a0, D4\nS 4",
    "S 5\nmove R, $v0",
    "S 6",
    "S 7",
    "la $a0, D1\nli $a1, N\nS 8",
    "li $a0, 40\nS 9\nsw R, ($v0)",
    "andi $a0, R, 127\nS 11",
    "S 12\nmove R, $v0",
    "la $a0, D2\nli $a1, 0\nS 13\nmove $a0, $v0\nla $a1, D1\nli $a2, 8\nS 14\nS 16",
    "la $a0, D5\nli $a1, 1\nS 13\nmove $a0, $v0\nla $a1, D4\nli $a2, 3\nS 15\nS 16",
    "la $a0, D5\nli $a1, 9\nS 13\nmove $a0, $v0\nmove $a1, $s0\nli $a2, 5\nS 15",
    "li $a0, 1\nmove $a1, $s0\nli $a2, 2\nS 15",
    "li $a0, 0\nla $a1, D1\nli $a2, 4\nS 14",
    "S 30\nmove R, $a0",
    "li $a0, 60\nS 31",
    "li $a0, 5\nS 32",
    "li $a0, 60\nS 33",
    "move $a0, R\nS 34",
    "move $a0, R\nS 35",
    "move $a0, R\nS 36",
    "andi $a0, R, 3\nmove $a1, R\nS 40",
    "andi $a0, R, 3\nS 41\nmove R, $a0",
    "andi $a0, R, 3\nli $a1, 100\nS 42\nmove R, $a0",
    "li $a0, 1\nS 43",
    "li $a0, 2\nS 44",
];

struct Writer<'a> {
    text: String,
    chance: &'a mut Chance,
    labels: usize,
    functions: usize,
    delayed: bool,
    self_modifying: bool,
}

/// A case with such a program, and its source. `None` if it does not assemble, which is rare: the
/// text segment of a compact configuration can be too small.
pub(crate) fn program(chance: &mut Chance) -> (String, Option<Case>) {
    let config = chance.pick(&[CONFIGS[0], CONFIGS[0], CONFIGS[1], CONFIGS[2]]);
    let delayed_branching = chance.one_in(4);
    let self_modifying = chance.one_in(4);
    let functions = chance.below(MAX_FUNCTIONS + 1);
    let mut writer = Writer {
        text: String::new(),
        chance: &mut *chance,
        labels: 0,
        functions,
        delayed: delayed_branching,
        self_modifying,
    };
    writer.program(&config);
    let text = writer.text;
    let options = AsmOptions { config, delayed_branching, self_modifying, ..AsmOptions::default() };
    let mut files: &[(&str, &str)] = &[("p.asm", &text)];
    let assembly = assemble(&["p.asm"], &mut files, &options);
    if !assembly.succeeded() {
        return (text, None);
    }
    let case = case(assembly.image, delayed_branching, self_modifying, chance);
    (text, Some(case))
}

/// Limits that let most programs go on for a while, and input that most services like.
fn case(image: Image, delayed: bool, self_modifying: bool, chance: &mut Chance) -> Case {
    let mut case = Case::new(image, chance);
    case.options.delayed_branching = delayed;
    case.options.self_modifying = self_modifying;
    if !chance.one_in(8) {
        case.options.entry = None;
        case.options.max_memory = 64 << 20;
        case.output_limit = 1 << 16;
    }
    case.budget = match chance.below(12) {
        0 => chance.pick(&[1, 2, 30]),
        _ => chance.pick(&[100, 200, 300, 600, 3000]),
    };
    if !chance.one_in(8) {
        case.input.clear();
        for _ in 0..chance.pick(&[5, 30, 30, 30, 30, 30, 100]) {
            let _ = write!(Text(&mut case.input), "{}", chance.below(1000));
            case.input.extend_from_slice(chance.pick(&[&b"\n"[..], b"\n", b"\r\n"]));
        }
    }
    case
}

/// Formats into bytes.
struct Text<'a>(&'a mut Vec<u8>);

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

impl Writer<'_> {
    fn program(&mut self, config: &MemoryConfig) {
        self.text.push_str(
            ".data\nD0: .word 1, -2, 3, 0x7fffffff, 5, 6, 7, 8\nD1: .space 64\nD2: .asciiz \"f\"\n\
             .align 3\nD3: .double 1.5, -0.0, 1e300, 3.25\nD4: .asciiz \"some text\"\n\
             D5: .asciiz \"g\"\n.align 2\nD6: .word 0x254a0001, 0x03e00008, 0x00000000\n.text\nmain:\n",
        );
        self.line("la $s0, D0");
        // Room, and from now on a multiple of 8.
        self.line("addiu $sp, $sp, -132");
        self.line("move $s1, $sp");
        if self.chance.one_in(3) {
            self.line("li $a0, 128\nli $v0, 9\nsyscall\nmove $s2, $v0");
        } else {
            self.line("move $s2, $s0");
        }
        self.line(&format!("li $s3, {}", config.kdata_base as i32));
        self.line(&format!("li $s4, {}", config.mmio_base as i32));
        for (k, register) in VALUES.iter().enumerate() {
            self.line(&format!("li {register}, {}", k * k + 1));
        }
        self.line("l.d $f2, D3\nl.d $f4, D3+24\nadd.d $f12, $f2, $f4");
        let count = 6 + self.chance.below(12);
        self.body(count, 0, 0);
        match self.chance.below(4) {
            // Off the end, or into the first function.
            0 => {}
            1 => self.line("li $a0, 3\nli $v0, 17\nsyscall"),
            _ => self.line("li $v0, 10\nsyscall"),
        }
        for function in 0..self.functions {
            self.function(function);
        }
        if self.chance.one_in(2) {
            self.handler(config);
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    /// What stands behind a branch or jump. Mostly something harmless if it is executed first.
    fn slot(&mut self) {
        if !self.delayed {
            return;
        }
        match self.chance.below(4) {
            0 => {}
            1 => self.plain(),
            _ => self.line("nop"),
        }
    }

    /// Calls go only to functions from `callable` on, so that every call comes back.
    fn body(&mut self, count: usize, depth: usize, callable: usize) {
        for _ in 0..count {
            match self.chance.below(40) {
                0..=3 if depth < MAX_DEPTH => self.repeat(depth, callable),
                4..=6 if depth < MAX_DEPTH => self.choice(depth, callable),
                7..=10 if callable < self.functions => {
                    let function = callable + self.chance.below(self.functions - callable);
                    let call =
                        self.chance.pick(&["jal F", "jal F", "bgezal $zero, F", "la $t7, F"]);
                    let call = call.replace('F', &format!("F{function}"));
                    self.line(&call);
                    if call.starts_with("la") {
                        self.line("jalr $t7");
                    }
                    self.slot();
                }
                11..=13 => self.service(),
                14 if self.self_modifying => self.patch(),
                15 if self.chance.one_in(3) => {
                    let form = self.chance.pick(HARMFUL);
                    self.form(form);
                }
                _ => self.plain(),
            }
        }
    }

    fn plain(&mut self) {
        let form = self.chance.pick(PLAIN);
        self.form(form);
    }

    /// A loop that counts down to zero, or up to a bound.
    fn repeat(&mut self, depth: usize, callable: usize) {
        let (counter, label) = (COUNTERS[depth], self.label());
        let times = 1 + self.chance.below(if depth == 0 { 40 } else { 8 });
        let down = self.chance.one_in(2);
        self.line(&format!("li {counter}, {}", if down { times } else { 0 }));
        self.line(&format!("L{label}:"));
        let count = 1 + self.chance.below(6);
        self.body(count, depth + 1, callable);
        if down {
            self.line(&format!("addiu {counter}, {counter}, -1"));
            let branch = self.chance.pick(&["bnez", "bgtz"]);
            self.line(&format!("{branch} {counter}, L{label}"));
        } else {
            self.line(&format!("addi {counter}, {counter}, 1"));
            let branch = self.chance.pick(&["blt", "bne", "bltu"]);
            self.line(&format!("{branch} {counter}, {times}, L{label}"));
        }
        self.slot();
    }

    fn choice(&mut self, depth: usize, callable: usize) {
        let (otherwise, end) = (self.label(), self.label());
        let branch = self.chance.pick(&[
            "beq R, R, ",
            "bne R, R, ",
            "blez R, ",
            "bgtz R, ",
            "bltz R, ",
            "bgez R, ",
            "bgt R, N, ",
            "bleu R, R, ",
            "bc1t ",
            "bc1f 1, ",
        ]);
        self.form(&format!("{branch}L{otherwise}"));
        self.slot();
        let count = 1 + self.chance.below(3);
        self.body(count, depth + 1, callable);
        self.line(&format!("j L{end}"));
        self.slot();
        self.line(&format!("L{otherwise}:"));
        let count = 1 + self.chance.below(3);
        self.body(count, depth + 1, callable);
        self.line(&format!("L{end}:"));
    }

    fn function(&mut self, number: usize) {
        self.line(&format!("F{number}:"));
        self.line("addiu $sp, $sp, -24\nsw $ra, 20($sp)");
        for (k, counter) in COUNTERS.iter().enumerate() {
            self.line(&format!("sw {counter}, {}($sp)", 4 * k));
        }
        let count = 2 + self.chance.below(6);
        self.body(count, 1, number + 1);
        if self.chance.one_in(5) {
            // Calls itself as long as there is something to count down.
            let out = self.label();
            self.line("andi $t7, $t7, 15");
            self.line(&format!("beqz $t7, L{out}"));
            self.slot();
            self.line("addiu $t7, $t7, -1");
            self.line(&format!("jal F{number}"));
            self.slot();
            self.line(&format!("L{out}:"));
        }
        for (k, counter) in COUNTERS.iter().enumerate() {
            self.line(&format!("lw {counter}, {}($sp)", 4 * k));
        }
        self.line("lw $ra, 20($sp)");
        self.line("addiu $sp, $sp, 24\njr $ra");
        self.slot();
    }

    fn service(&mut self) {
        match self.chance.below(60) {
            // Any number, known or not, and dialogs, which end a program.
            0 => {
                let number = self.chance.below(64);
                self.line(&format!("li $v0, {number}\nsyscall"));
            }
            _ => {
                let form = self.chance.pick(SERVICES).replace("S ", "li $v0, ");
                for line in form.lines() {
                    self.form(line);
                    if line.starts_with("li $v0") {
                        self.line("syscall");
                    }
                }
            }
        }
    }

    /// Code that changes itself, or runs from the data segment.
    fn patch(&mut self) {
        let label = self.label();
        match self.chance.below(4) {
            0 => {
                self.line(&format!("lw $t0, D6\nla $t1, L{label}\nsw $t0, 0($t1)\nL{label}: nop"));
            }
            1 => self.form(&format!("lw R, L{label}\nL{label}: addiu R, R, 1")),
            2 => {
                self.line("la $t0, D6\njalr $t0");
                self.slot();
            }
            _ => self.line(&format!(
                "la $t1, L{label}\nlw $t0, 0($t1)\naddiu $t0, $t0, 1\nsw $t0, 0($t1)\n\
                 L{label}: addiu $t2, $t2, 0"
            )),
        }
    }

    /// A handler that goes on behind the instruction at fault.
    fn handler(&mut self, config: &MemoryConfig) {
        self.line(&format!(".ktext {}", config.exception_handler as i32));
        if self.chance.one_in(3) {
            self.line("lw $k1, ($s3)\naddiu $k1, $k1, 1\nsw $k1, ($s3)");
        }
        if self.chance.one_in(4) {
            self.line("mfc0 $k1, $13\nsrl $k1, $k1, 2\nmfc0 $k1, $8");
        }
        if self.chance.one_in(6) {
            // One that gives up after a number of faults.
            self.line("slti $at, $k1, 9\nbnez $at, LH\nnop\nli $v0, 10\nsyscall\nLH:");
        }
        self.line("mfc0 $k0, $14\naddiu $k0, $k0, 4\nmtc0 $k0, $14\neret");
    }

    /// A line with its letters replaced.
    fn form(&mut self, form: &str) {
        let mut letters = form.chars().peekable();
        let mut before = ' ';
        while let Some(letter) = letters.next() {
            // A letter that stands alone, not one of a name.
            let alone = !before.is_alphanumeric()
                && before != '$'
                && !letters.peek().is_some_and(|next| next.is_alphanumeric());
            match letter {
                'R' if alone => self.text.push_str(self.chance.pick(&VALUES)),
                'P' if alone => {
                    let offset = 8 * self.chance.below(8);
                    let _ = write!(self.text, "{offset}({})", self.chance.pick(&POINTERS));
                }
                'B' if alone => {
                    let offset = self.chance.below(61);
                    let _ = write!(self.text, "{offset}({})", self.chance.pick(&POINTERS));
                }
                'F' if alone => {
                    let _ = write!(self.text, "$f{}", 2 * self.chance.below(16));
                }
                'N' if alone => {
                    let number = self.chance.pick(&["0", "1", "-1", "5", "12", "-300", "30000"]);
                    self.text.push_str(number);
                }
                other => self.text.push(other),
            }
            before = letter;
        }
        self.text.push('\n');
    }
}
