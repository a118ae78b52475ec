//! Names that MARS does not have but students write: registers without `$` or beyond the last,
//! instructions of other assemblers, directives of other assemblers. One table each.

use crate::isa::reg;

/// A register that was probably meant, and why it was not understood.
pub(super) struct RegisterGuess {
    /// The register to write, where there is one.
    pub(super) name: Option<String>,
    /// A sentence without its full stop.
    pub(super) reason: String,
    /// What to write where no one register was meant.
    pub(super) help: Option<&'static str>,
}

/// For those who number registers as on other machines.
const NAMES_FOR_VALUES: &str = "MIPS registers for values of your own are `$t0` to `$t9` and `$s0` to \
     `$s7`, for arguments `$a0` to `$a3`, for results `$v0` and `$v1`";

/// The kinds of register that carry a number: prefix, and how many there are.
const KINDS: [(&str, u32); 6] =
    [("$t", 10), ("$s", 8), ("$a", 4), ("$v", 2), ("$k", 2), ("$f", 32)];

/// What register a word was meant to be, if it looks like one.
pub(super) fn register(word: &str) -> Option<RegisterGuess> {
    let guess =
        |name: Option<String>, reason: String| Some(RegisterGuess { name, reason, help: None });
    let lower = word.to_ascii_lowercase();
    let (bare, dollar) = match lower.strip_prefix('$') {
        Some(rest) => (rest, true),
        None => (lower.strip_prefix('%').unwrap_or(&lower), false),
    };
    if bare.is_empty() || bare.len() > 8 || !bare.is_ascii() {
        return None;
    }
    let full = format!("${bare}");
    // `$zero` by number is for those who asked for a number.
    let known = reg::integer(&full).is_some() || reg::float(&full).is_some();
    let named = known && !bare.starts_with(|c: char| c.is_ascii_digit());
    if named && !dollar {
        if word.starts_with('%') {
            let reason = "`%` marks a macro parameter; a register begins with `$`".to_string();
            return guess(Some(full), reason);
        }
        // A lone letter such as `f` is a label to most people.
        let reason = "the name of a register begins with `$`".into();
        return guess(Some(full), reason).filter(|_| bare.len() > 1);
    }
    if named && lower != word {
        return guess(Some(full), "register names are written in lower case".into());
    }
    if known {
        return None;
    }
    let digits = bare.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &bare[..bare.len() - digits.len()];
    let number: Option<u32> = digits.parse().ok();
    match (letters, number) {
        ("s", Some(8)) if dollar => {
            return guess(Some("$fp".into()), "MARS knows this register only as `$fp`".into());
        }
        // `r1` is a register of ARM, and `$r1` is one that no program should use.
        ("r", Some(n)) if n < 32 && (!dollar || matches!(n, 1 | 26 | 27)) => {
            let reason = match dollar {
                true => format!(
                    "register {n} is `{}`, which is not for programs",
                    reg::NAMES[n as usize]
                ),
                false => "MIPS has no register of that name".to_string(),
            };
            return Some(RegisterGuess { name: None, reason, help: Some(NAMES_FOR_VALUES) });
        }
        ("r", Some(n)) if n < 32 => {
            let name = reg::NAMES[n as usize];
            return guess(Some(name.into()), format!("register {n} is written `${n}` or `{name}`"));
        }
        ("", Some(_)) if dollar => return guess(None, "only `$0` to `$31` exist".into()),
        (letters, Some(_)) if dollar => {
            let prefix = format!("${letters}");
            if let Some((_, count)) = KINDS.iter().find(|(kind, _)| *kind == prefix) {
                // Which one was meant is anyone's guess.
                return guess(None, format!("only `{prefix}0` to `{prefix}{}` exist", count - 1));
            }
        }
        _ => {}
    }
    if !dollar {
        return None;
    }
    match bare {
        "hi" | "lo" => {
            let name = bare.to_uppercase();
            let rule = format!("{name} can't be an operand; `mf{bare}` copies it to a register");
            return guess(None, rule);
        }
        "pc" => return guess(None, "the program counter can't be an operand".into()),
        _ => {}
    }
    // `$to` and `$al` are slips of the eye before they are slips of the finger.
    let digits: String = bare
        .chars()
        .enumerate()
        .map(|(at, c)| match c {
            'o' if at > 0 => '0',
            'l' | 'i' if at > 0 => '1',
            c => c,
        })
        .collect();
    let looked = format!("${digits}");
    if reg::integer(&looked).is_some() || reg::float(&looked).is_some() {
        return guess(Some(looked), "the second character is a digit, not a letter".into());
    }
    let near = super::nearest::nearest(&full, reg::NAMES);
    match near.as_slice() {
        [one] => guess(Some((*one).to_string()), "no register has that name".into()),
        _ => guess(None, "no register has that name".into()),
    }
}

/// An instruction of another assembler: name, what to write here, and why.
pub(super) struct Foreign {
    pub(super) name: &'static str,
    /// The replacement; `A`, `B`, `C` are the operands that were given.
    pub(super) instead: &'static [&'static str],
    pub(super) why: &'static str,
}

macro_rules! foreign {
    ($($name:literal => $($instead:literal),* : $why:literal;)*) => {
        &[$(Foreign { name: $name, instead: &[$($instead),*], why: $why },)*]
    };
}

/// Instructions that MARS does not have. A replacement is shown only if all its operands were
/// given and it assembles.
pub(super) static FOREIGN: &[Foreign] = foreign! {
    "bal"    => "jal A" : "calls a function; MARS has `jal` for that";
    "balr"   => "jalr A" : "calls through a register; MARS has `jalr` for that";
    "ba"     => "b A" : "is an unconditional branch";
    "bra"    => "b A" : "is an unconditional branch";
    "br"     => "b A" : "is an unconditional branch";
    "jmp"    => "j A" : "is a jump";
    "jump"   => "j A" : "is a jump";
    "goto"   => "j A" : "is a jump";
    "je"     => "beq $t0, $t1, A" : "jumps on equal flags; MIPS has no flags and compares two registers in the branch itself";
    "jne"    => "bne $t0, $t1, A" : "jumps on unequal flags; MIPS has no flags and compares two registers in the branch itself";
    "jz"     => "beqz $t0, A" : "jumps on a zero flag; MIPS has no flags and tests a register in the branch itself";
    "jnz"    => "bnez $t0, A" : "jumps on a zero flag; MIPS has no flags and tests a register in the branch itself";
    "cmp"    => "blt A, B, label" : "sets flags; MIPS has none: a branch such as `beq` or `blt` compares by itself";
    "call"   => "jal A" : "calls a function; MIPS has `jal` for that";
    "ret"    => "jr $ra" : "returns from a function; MIPS jumps to the address in `$ra`";
    "return" => "jr $ra" : "returns from a function; MIPS jumps to the address in `$ra`";
    "mov"    => "move A, B" : "copies a register; MIPS spells it with an `e`";
    "ldi"    => "li A, B" : "loads a constant";
    "ldr"    => "lw A, B" : "loads a word on ARM; MIPS has `lw` for that";
    "ldrb"   => "lbu A, B" : "loads a byte on ARM; MIPS has `lbu` and `lb` for that";
    "ldrh"   => "lhu A, B" : "loads a halfword on ARM; MIPS has `lhu` and `lh` for that";
    "str"    => "sw A, B" : "stores a word on ARM; MIPS has `sw` for that";
    "strb"   => "sb A, B" : "stores a byte on ARM; MIPS has `sb` for that";
    "strh"   => "sh A, B" : "stores a halfword on ARM; MIPS has `sh` for that";
    "ld.s"   => "l.s A, B" : "loads a float";
    "load"   => "lw A, B" : "loads a word";
    "store"  => "sw A, B" : "stores a word";
    "lea"    => "la A, B" : "loads an address";
    "inc"    => "addi A, A, 1" : "adds one";
    "dec"    => "addi A, A, -1" : "subtracts one";
    "push"   => "addi $sp, $sp, -4", "sw A, 0($sp)" : "puts a register on the stack; MIPS makes room and stores";
    "pop"    => "lw A, 0($sp)", "addi $sp, $sp, 4" : "takes a register from the stack; MIPS loads and gives the room back";
    "subui"  => "subiu A, B, C" : "subtracts a constant";
    "addui"  => "addiu A, B, C" : "adds a constant";
    "muli"   => "mul A, B, C" : "multiplies by a constant";
    "multi"  => "mul A, B, C" : "multiplies by a constant";
    "divi"   => "div A, B, C" : "divides by a constant";
    "mod"    => "rem A, B, C" : "gives the remainder";
    "shl"    => "sll A, B, C" : "shifts left";
    "shr"    => "srl A, B, C" : "shifts right";
    "asr"    => "sra A, B, C" : "shifts right and keeps the sign";
    "lsl"    => "sll A, B, C" : "shifts left";
    "lsr"    => "srl A, B, C" : "shifts right";
    "nori"   => "ori A, B, C", "not A, A" : "is OR, then NOT";
    "noti"   => "not A, B" : "inverts all bits";
    "li.s"   => "l.s A, label" : "loads a constant float; MARS can't: put it in the data segment (`label: .float 1.5`) and load it from there";
    "li.d"   => "l.d A, label" : "loads a constant double; MARS can't: put it in the data segment (`label: .double 1.5`) and load it from there";
    "la.s"   => "l.s A, B" : "loads a float from a label";
    "la.d"   => "l.d A, B" : "loads a double from a label";
    "move.s" => "mov.s A, B" : "copies a float";
    "move.d" => "mov.d A, B" : "copies a double";
    "c.gt.s" => "c.lt.s B, A" : "compares floats; MARS has only equal, less, and less or equal, so swap the operands";
    "c.ge.s" => "c.le.s B, A" : "compares floats; MARS has only equal, less, and less or equal, so swap the operands";
    "c.gt.d" => "c.lt.d B, A" : "compares doubles; MARS has only equal, less, and less or equal, so swap the operands";
    "c.ge.d" => "c.le.d B, A" : "compares doubles; MARS has only equal, less, and less or equal, so swap the operands";
    "bltzl"  => "bltz A, B" : "is a branch with a skipped delay slot, which MARS does not have";
    "beql"   => "beq A, B, C" : "is a branch with a skipped delay slot, which MARS does not have";
    "bnel"   => "bne A, B, C" : "is a branch with a skipped delay slot, which MARS does not have";
    "int"    => "syscall" : "calls the system; MIPS has `syscall`, with the service number in `$v0`";
    "svc"    => "syscall" : "calls the system; MIPS has `syscall`, with the service number in `$v0`";
    "ecall"  => "syscall" : "calls the system on RISC-V; MIPS has `syscall`, with the service number in `$v0`";
    "mv"     => "move A, B" : "copies a register on RISC-V; MIPS calls it `move`";
    "halt"   => "li $v0, 10", "syscall" : "ends the program; MARS has service 10 for that";
    "exit"   => "li $v0, 10", "syscall" : "ends the program; MARS has service 10 for that";
    "print"  => "move $a0, A", "li $v0, 1", "syscall" : "prints; MARS has services for that: 1 prints the integer in `$a0`, 4 the string at `$a0`";
    "print_int" => "move $a0, A", "li $v0, 1", "syscall" : "prints an integer; MARS has service 1 for that, with the integer in `$a0`";
    "print_string" => "la $a0, A", "li $v0, 4", "syscall" : "prints a string; MARS has service 4 for that, with the address in `$a0`";
};

/// Directives of other assemblers: name, the one to use, a remark.
pub(super) static FOREIGN_DIRECTIVES: &[(&str, Option<&str>, &str)] = &[
    (".string", Some(".asciiz"), "stores text with a NUL at its end"),
    (".asciz", Some(".asciiz"), "with two `i`s"),
    (".int", Some(".word"), "stores 32-bit integers"),
    (".long", Some(".word"), "stores 32-bit integers"),
    (".dword", Some(".word"), "MARS has no 64-bit integers: store two words"),
    (".short", Some(".half"), "stores 16-bit integers"),
    (".hword", Some(".half"), "stores 16-bit integers"),
    (".char", Some(".byte"), "stores characters"),
    (".db", Some(".byte"), "stores bytes"),
    (".skip", Some(".space"), "leaves room"),
    (".zero", Some(".space"), "leaves room"),
    (".res", Some(".space"), "leaves room"),
    (".global", Some(".globl"), "without the last `a`"),
    (".equ", Some(".eqv"), "gives a name to a constant"),
    (".equiv", Some(".eqv"), "gives a name to a constant"),
    (".define", Some(".eqv"), "gives a name to a constant"),
    (".const", Some(".eqv"), "gives a name to a constant"),
    (".endm", Some(".end_macro"), "ends a macro"),
    (".endmacro", Some(".end_macro"), "ends a macro"),
    (".bss", Some(".data"), "is a segment for data"),
    (".rodata", Some(".data"), "is a segment for data"),
    (".rdata", Some(".data"), "is a segment for data"),
    (".sdata", Some(".data"), "is a segment for data"),
    (".code", Some(".text"), "is a segment for code"),
    (".balign", Some(".align"), "`.align 2` means a multiple of 4"),
    (".section", None, "names a segment; write `.data` or `.text`"),
    (".ent", None, "is for debuggers and can be removed"),
    (".end", None, "is for debuggers and can be removed; a program needs no end mark"),
    (".frame", None, "is for debuggers and can be removed"),
    (".mask", None, "is for debuggers and can be removed"),
    (".type", None, "is for linkers and can be removed"),
    (".size", None, "is for linkers and can be removed"),
    (".file", None, "is for debuggers and can be removed"),
    (".org", None, "sets an address; write it after `.data` or `.text`"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_recognised_under_wrong_names() {
        let cases: &[(&str, Option<Option<&str>>)] = &[
            ("t0", Some(Some("$t0"))),
            ("sp", Some(Some("$sp"))),
            ("$T0", Some(Some("$t0"))),
            ("%t0", Some(Some("$t0"))),
            ("$s8", Some(Some("$fp"))),
            ("$r4", Some(Some("$a0"))),
            ("$r1", Some(None)),
            ("r4", Some(None)),
            ("$to", Some(Some("$t0"))),
            ("$al", Some(Some("$a1"))),
            ("$spp", Some(Some("$sp"))),
            ("$t10", Some(None)),
            ("$a4", Some(None)),
            ("$f32", Some(None)),
            ("$32", Some(None)),
            ("$lo", Some(None)),
            ("$t0", None),
            ("loop", None),
            ("f", None),
            ("5", None),
            ("", None),
            ("$", None),
            ("$ä", None),
        ];
        for (word, expected) in cases {
            let found = register(word).map(|guess| guess.name);
            assert_eq!(found, expected.map(|name| name.map(str::to_string)), "{word}");
        }
    }
}
