//! The pseudo-instructions: for each mnemonic its forms in MARS's matching order, and the basic
//! instructions that each form becomes. Rows of the same look as [`super::table`].
//!
//! In an expansion `A`, `B`, `C` are the first, second and third register of the source form (`FA`,
//! `FB` where it is an FP register; `A+1` is the next register), `v` its integer, `L` the address
//! of its label and `S` the sum of both. `lo` is the low half sign-extended, `lou` the low half,
//! `hi` the high half and `ha` the high half adjusted for a sign-extended low half. `label` is the
//! branch target; `skip` the distance over one instruction (two with delayed branching); `nop?`
//! stands only with delayed branching. `op` is the mnemonic itself, or the one in brackets.
//! Mnemonics that share their forms stand above one list of them.

/// A mnemonic with pseudo forms.
#[derive(Debug)]
pub struct PseudoMnemonic {
    /// The name in the source.
    pub mnemonic: &'static str,
    /// What `op` means in its expansions.
    pub base: &'static str,
    /// One or two sentences for people.
    pub doc: &'static str,
    /// Its forms, in order.
    pub forms: &'static [FormRow],
}

/// One pseudo form.
#[derive(Debug)]
pub struct FormRow {
    /// Sample operands, as in the examples of the instruction table.
    pub operands: &'static str,
    /// What it becomes.
    pub expansion: &'static str,
    /// What it becomes in a 16-bit memory configuration, when that differs.
    pub compact: Option<&'static str>,
}

macro_rules! compact {
    () => {
        None
    };
    ($text:literal) => {
        Some($text)
    };
}

macro_rules! forms {
    ($shared:ident) => {
        $shared
    };
    ($($operands:literal => $expansion:literal $(compact $compact:literal)?;)*) => {
        &[$(FormRow {
            operands: $operands,
            expansion: $expansion,
            compact: compact!($($compact)?),
        },)*]
    };
}

macro_rules! pseudo {
    ($($($mnemonic:literal $([$base:literal])? $doc:literal)+ => $rows:tt)*) => {
        &[$($(PseudoMnemonic {
            mnemonic: $mnemonic,
            base: base!($mnemonic $($base)?),
            doc: $doc,
            forms: forms! $rows,
        },)+)*]
    };
}

macro_rules! base {
    ($mnemonic:literal) => {
        $mnemonic
    };
    ($mnemonic:literal $base:literal) => {
        $base
    };
}

/// The addressing forms of loads and stores; the basic form `offset(register)` is tried first.
pub static MEMORY_GROUPS: &[PseudoMnemonic] = pseudo! {
    "lw" "Load a word from a label, a constant address, or an address too far for sixteen bits."
    "sw" "Store a word at a label, a constant address, or an address too far for sixteen bits."
    "lh" "Load a sign-extended halfword from a label or a far address."
    "sh" "Store a halfword at a label or a far address."
    "lb" "Load a sign-extended byte from a label or a far address."
    "sb" "Store a byte at a label or a far address."
    "lhu" "Load a zero-extended halfword from a label or a far address."
    "lbu" "Load a zero-extended byte from a label or a far address."
    "lwl" "Load the left part of an unaligned word at a label or a far address."
    "swl" "Store the left part of an unaligned word at a label or a far address."
    "lwr" "Load the right part of an unaligned word at a label or a far address."
    "ll" "Load linked from a label or a far address."
    "sc" "Store conditional to a label or a far address." => {
        "$t1,($t2)"             => "op A,0(B)";
        "$t1,-100"              => "op A,lo(v)($0)";
        "$t1,100"               => "ori $1,$0,lou(v); op A,0($1)";
        "$t1,100000"            => "lui $1,ha(v); op A,lo(v)($1)";
        "$t1,100($t2)"          => "ori $1,$0,lou(v); addu $1,$1,B; op A,0($1)";
        "$t1,100000($t2)"       => "lui $1,ha(v); addu $1,$1,B; op A,lo(v)($1)";
        "$t1,label"             => "lui $1,ha(L); op A,lo(L)($1)" compact "op A,lo(L)($0)";
        "$t1,label($t2)"        => "lui $1,ha(L); addu $1,$1,B; op A,lo(L)($1)" compact "op A,lo(L)(B)";
        "$t1,label+100000"      => "lui $1,ha(S); op A,lo(S)($1)";
        "$t1,label+100000($t2)" => "lui $1,ha(S); addu $1,$1,B; op A,lo(S)($1)";
    }
    // As in MARS, where one expansion names a form that is itself a pseudo-instruction.
    "swr" "Store the right part of an unaligned word at a label or a far address. A constant address from 32768 to 65535 is refused, as in MARS." => {
        "$t1,($t2)"             => "op A,0(B)";
        "$t1,-100"              => "op A,lo(v)($0)";
        "$t1,100"               => "ori $1,$0,lou(v); op A,($1)";
        "$t1,100000"            => "lui $1,ha(v); op A,lo(v)($1)";
        "$t1,100($t2)"          => "ori $1,$0,lou(v); addu $1,$1,B; op A,0($1)";
        "$t1,100000($t2)"       => "lui $1,ha(v); addu $1,$1,B; op A,lo(v)($1)";
        "$t1,label"             => "lui $1,ha(L); op A,lo(L)($1)" compact "op A,lo(L)($0)";
        "$t1,label($t2)"        => "lui $1,ha(L); addu $1,$1,B; op A,lo(L)($1)" compact "op A,lo(L)(B)";
        "$t1,label+100000"      => "lui $1,ha(S); op A,lo(S)($1)";
        "$t1,label+100000($t2)" => "lui $1,ha(S); addu $1,$1,B; op A,lo(S)($1)";
    }
    "lwc1" "Load a word into an FP register from a label or a far address."
    "swc1" "Store a word from an FP register at a label or a far address."
    "l.s" ["lwc1"] "Load a single-precision number."
    "s.s" ["swc1"] "Store a single-precision number." => {
        "$f1,($t2)"             => "op FA,0(B)";
        "$f1,-100"              => "op FA,lo(v)($0)";
        "$f1,100000"            => "lui $1,ha(v); op FA,lo(v)($1)";
        "$f1,100000($t2)"       => "lui $1,ha(v); addu $1,$1,B; op FA,lo(v)($1)";
        "$f1,label"             => "lui $1,ha(L); op FA,lo(L)($1)" compact "op FA,lo(L)($0)";
        "$f1,label($t2)"        => "lui $1,ha(L); addu $1,$1,B; op FA,lo(L)($1)" compact "op FA,lo(L)(B)";
        "$f1,label+100000"      => "lui $1,ha(S); op FA,lo(S)($1)";
        "$f1,label+100000($t2)" => "lui $1,ha(S); addu $1,$1,B; op FA,lo(S)($1)";
    }
    "ldc1" "Load a doubleword into an FP register pair from a label or a far address."
    "sdc1" "Store a doubleword from an FP register pair at a label or a far address."
    "l.d" ["ldc1"] "Load a double-precision number."
    "s.d" ["sdc1"] "Store a double-precision number." => {
        "$f2,($t2)"             => "op FA,0(B)";
        "$f2,-100"              => "op FA,lo(v)($0)";
        "$f2,100000"            => "lui $1,ha(v); op FA,lo(v)($1)";
        "$f2,100000($t2)"       => "lui $1,ha(v); addu $1,$1,B; op FA,lo(v)($1)";
        "$f2,label"             => "lui $1,ha(L); op FA,lo(L)($1)" compact "op FA,lo(L)($0)";
        "$f2,label($t2)"        => "lui $1,ha(L); addu $1,$1,B; op FA,lo(L)($1)" compact "op FA,lo(L)(B)";
        "$f2,label+100000"      => "lui $1,ha(S); op FA,lo(S)($1)";
        "$f2,label+100000($t2)" => "lui $1,ha(S); addu $1,$1,B; op FA,lo(S)($1)";
    }
};

/// The forms of `ld` and `sd`.
static WORD_PAIRS: &[FormRow] = forms! {
    "$t1,-100($t2)"         => "op A,lo(v)(B); lui $1,ha(v+4); addu $1,$1,B; op A+1,lo(v+4)($1)";
    "$t1,100000"            => "lui $1,ha(v); op A,lo(v)($1); lui $1,ha(v+4); op A+1,lo(v+4)($1)";
    "$t1,label"             => "lui $1,ha(L); op A,lo(L)($1); lui $1,ha(L+4); op A+1,lo(L+4)($1)";
    "$t1,label+100000"      => "lui $1,ha(S); op A,lo(S)($1); lui $1,ha(S+4); op A+1,lo(S+4)($1)";
    "$t1,($t2)"             => "op A,0(B); op A+1,4(B)";
    "$t1,100000($t2)"       => "lui $1,ha(v); addu $1,$1,B; op A,lo(v)($1); lui $1,ha(v+4); addu $1,$1,B; op A+1,lo(v+4)($1)";
    "$t1,label($t2)"        => "lui $1,ha(L); addu $1,$1,B; op A,lo(L)($1); lui $1,ha(L+4); addu $1,$1,B; op A+1,lo(L+4)($1)";
    "$t1,label+100000($t2)" => "lui $1,ha(S); addu $1,$1,B; op A,lo(S)($1); lui $1,ha(S+4); addu $1,$1,B; op A+1,lo(S+4)($1)";
};

/// All other pseudo-instructions.
pub static GROUPS: &[PseudoMnemonic] = pseudo! {
    "not" "Bitwise inversion: $t1 becomes every bit of $t2 flipped." => {
        "$t1,$t2" => "nor A,B,$0";
    }
    "add" "Addition with an immediate; overflow traps." => {
        "$t1,$t2,-100"   => "addi A,B,lo(v)";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); add A,B,$1";
    }
    "addu" "Addition with an immediate, wrapping around. Always takes three words, even for a small constant: `addiu` is shorter." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); addu A,B,$1";
    }
    "addi" "Addition with an immediate that does not fit sixteen bits; overflow traps." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); add A,B,$1";
    }
    "addiu" "Addition with an immediate that does not fit sixteen bits, wrapping around." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); addu A,B,$1";
    }
    "sub" "Subtraction of an immediate; overflow traps." => {
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); sub A,B,$1";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); sub A,B,$1";
    }
    "subu" "Subtraction of an immediate, wrapping around. Always takes three words." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); subu A,B,$1";
    }
    "subi" "Subtraction of an immediate; overflow traps." => {
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); sub A,B,$1";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); sub A,B,$1";
    }
    "subiu" "Subtraction of an immediate, wrapping around. Always takes three words." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); subu A,B,$1";
    }
    "andi" "Bitwise AND with an immediate of up to 32 bits; with two operands the register is source and destination." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); and A,B,$1";
        "$t1,100"        => "andi A,A,lou(v)";
        "$t1,100000"     => "lui $1,hi(v); ori $1,$1,lou(v); and A,A,$1";
    }
    "ori" "Bitwise OR with an immediate of up to 32 bits; with two operands the register is source and destination." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); or A,B,$1";
        "$t1,100"        => "ori A,A,lou(v)";
        "$t1,100000"     => "lui $1,hi(v); ori $1,$1,lou(v); or A,A,$1";
    }
    "xori" "Bitwise exclusive OR with an immediate of up to 32 bits; with two operands the register is source and destination." => {
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); xor A,B,$1";
        "$t1,100"        => "xori A,A,lou(v)";
        "$t1,100000"     => "lui $1,hi(v); ori $1,$1,lou(v); xor A,A,$1";
    }
    "and" ["andi"] "Bitwise AND with an unsigned 16-bit immediate; with two operands the register is source and destination."
    "or" ["ori"] "Bitwise OR with an unsigned 16-bit immediate; with two operands the register is source and destination."
    "xor" ["xori"] "Bitwise exclusive OR with an unsigned 16-bit immediate; with two operands the register is source and destination." => {
        "$t1,$t2,100" => "op A,B,lou(v)";
        "$t1,100"     => "op A,A,lou(v)";
    }
    "seq" "Set if equal: $t1 becomes 1 when the operands are equal, else 0." => {
        "$t1,$t2,$t3"    => "subu A,B,C; ori $1,$0,1; sltu A,A,$1";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); subu A,B,$1; ori $1,$0,1; sltu A,A,$1";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); subu A,B,$1; ori $1,$0,1; sltu A,A,$1";
    }
    "sne" "Set if not equal: $t1 becomes 1 when the operands differ, else 0." => {
        "$t1,$t2,$t3"    => "subu A,B,C; sltu A,$0,A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); subu A,B,$1; sltu A,$0,A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); subu A,B,$1; sltu A,$0,A";
    }
    "sge" ["slt"] "Set if greater or equal, signed: $t1 becomes 1 when $t2 is at least the last operand, else 0."
    "sgeu" ["sltu"] "Set if greater or equal, unsigned: $t1 becomes 1 when $t2 is at least the last operand, else 0." => {
        "$t1,$t2,$t3"    => "op A,B,C; ori $1,$0,1; subu A,$1,A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); op A,B,$1; ori $1,$0,1; subu A,$1,A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); op A,B,$1; ori $1,$0,1; subu A,$1,A";
    }
    "sgt" ["slt"] "Set if greater, signed: $t1 becomes 1 when $t2 is above the last operand, else 0."
    "sgtu" ["sltu"] "Set if greater, unsigned: $t1 becomes 1 when $t2 is above the last operand, else 0." => {
        "$t1,$t2,$t3"    => "op A,C,B";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); op A,$1,B";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); op A,$1,B";
    }
    "sle" ["slt"] "Set if less or equal, signed: $t1 becomes 1 when $t2 is at most the last operand, else 0."
    "sleu" ["sltu"] "Set if less or equal, unsigned: $t1 becomes 1 when $t2 is at most the last operand, else 0." => {
        "$t1,$t2,$t3"    => "op A,C,B; ori $1,$0,1; subu A,$1,A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); op A,$1,B; ori $1,$0,1; subu A,$1,A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); op A,$1,B; ori $1,$0,1; subu A,$1,A";
    }
    "move" "Copy: $t1 becomes $t2." => {
        "$t1,$t2" => "addu A,$0,B";
    }
    "abs" "Absolute value: $t1 becomes $t2 without its sign." => {
        "$t1,$t2" => "sra $1,B,31; xor A,$1,B; subu A,A,$1";
    }
    "neg" "Negation: $t1 becomes 0 - $t2; traps for the most negative number." => {
        "$t1,$t2" => "sub A,$0,B";
    }
    "negu" "Negation: $t1 becomes 0 - $t2, wrapping around." => {
        "$t1,$t2" => "subu A,$0,B";
    }
    "b" "Branch always." => {
        "label" => "bgez $0,label";
    }
    "beqz" ["beq"] "Branch if $t1 is zero."
    "bnez" ["bne"] "Branch if $t1 is not zero." => {
        "$t1,label" => "op A,$0,label";
    }
    "beq" "Branch if $t1 equals an immediate."
    "bne" "Branch if $t1 differs from an immediate." => {
        "$t1,-100,label"   => "addi $1,$0,lo(v); op $1,A,label";
        "$t1,100000,label" => "lui $1,hi(v); ori $1,$1,lou(v); op $1,A,label";
    }
    "bge" "Branch if $t1 is greater or equal, signed." => {
        "$t1,$t2,label"    => "slt $1,A,B; beq $1,$0,label";
        "$t1,-100,label"   => "slti $1,A,lo(v); beq $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v); ori $1,$1,lou(v); slt $1,A,$1; beq $1,$0,label";
    }
    "bgeu" "Branch if $t1 is greater or equal, unsigned." => {
        "$t1,$t2,label"    => "sltu $1,A,B; beq $1,$0,label";
        "$t1,-100,label"   => "sltiu $1,A,lo(v); beq $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v); ori $1,$1,lou(v); sltu $1,A,$1; beq $1,$0,label";
    }
    "bgt" "Branch if $t1 is greater, signed." => {
        "$t1,$t2,label"    => "slt $1,B,A; bne $1,$0,label";
        "$t1,-100,label"   => "addi $1,$0,lo(v); slt $1,$1,A; bne $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v+1); ori $1,$1,lou(v+1); slt $1,A,$1; beq $1,$0,label";
    }
    "bgtu" "Branch if $t1 is greater, unsigned." => {
        "$t1,$t2,label"    => "sltu $1,B,A; bne $1,$0,label";
        "$t1,-100,label"   => "addi $1,$0,lo(v); sltu $1,$1,A; bne $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v); ori $1,$1,lou(v); sltu $1,$1,A; bne $1,$0,label";
    }
    "ble" "Branch if $t1 is less or equal, signed. With a 16-bit immediate it computes $t1 - 1 and so traps for the most negative number." => {
        "$t1,$t2,label"    => "slt $1,B,A; beq $1,$0,label";
        "$t1,-100,label"   => "addi $1,A,-1; slti $1,$1,lo(v); bne $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v+1); ori $1,$1,lou(v+1); slt $1,A,$1; bne $1,$0,label";
    }
    "bleu" "Branch if $t1 is less or equal, unsigned." => {
        "$t1,$t2,label"    => "sltu $1,B,A; beq $1,$0,label";
        "$t1,-100,label"   => "addi $1,$0,lo(v); sltu $1,$1,A; beq $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v); ori $1,$1,lou(v); sltu $1,$1,A; beq $1,$0,label";
    }
    "blt" "Branch if $t1 is less, signed." => {
        "$t1,$t2,label"    => "slt $1,A,B; bne $1,$0,label";
        "$t1,-100,label"   => "slti $1,A,lo(v); bne $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v); ori $1,$1,lou(v); slt $1,A,$1; bne $1,$0,label";
    }
    "bltu" "Branch if $t1 is less, unsigned." => {
        "$t1,$t2,label"    => "sltu $1,A,B; bne $1,$0,label";
        "$t1,-100,label"   => "sltiu $1,A,lo(v); bne $1,$0,label";
        "$t1,100000,label" => "lui $1,hi(v); ori $1,$1,lou(v); sltu $1,A,$1; bne $1,$0,label";
    }
    "rol" "Rotate left by the amount in the last operand." => {
        "$t1,$t2,$t3" => "subu $1,$0,C; srlv $1,B,$1; sllv A,B,C; or A,A,$1";
        "$t1,$t2,10"  => "srl $1,B,32-v; sll A,B,v; or A,A,$1";
    }
    "ror" "Rotate right by the amount in the last operand." => {
        "$t1,$t2,$t3" => "subu $1,$0,C; sllv $1,B,$1; srlv A,B,C; or A,A,$1";
        "$t1,$t2,10"  => "sll $1,B,32-v; srl A,B,v; or A,A,$1";
    }
    "mfc1.d" ["mfc1"] "Copy a pair of FP registers to a pair of integer registers."
    "mtc1.d" ["mtc1"] "Copy a pair of integer registers to a pair of FP registers." => {
        "$t1,$f2" => "op A,FB; op A+1,FB+1";
    }
    "mul" "Multiplication by an immediate; the low 32 bits of the product." => {
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); mul A,B,$1";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); mul A,B,$1";
    }
    "mulu" "Unsigned multiplication; the low 32 bits of the product, with HI and LO set." => {
        "$t1,$t2,$t3"    => "multu B,C; mflo A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); multu B,$1; mflo A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); multu B,$1; mflo A";
    }
    "mulo" "Signed multiplication that executes `break` when the product does not fit 32 bits." => {
        "$t1,$t2,$t3"    => "mult B,C; mfhi $1; mflo A; sra A,A,31; beq $1,A,skip; nop?; break; mflo A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); mult B,$1; mfhi $1; mflo A; sra A,A,31; beq $1,A,skip; nop?; break; mflo A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); mult B,$1; mfhi $1; mflo A; sra A,A,31; beq $1,A,skip; nop?; break; mflo A";
    }
    "mulou" "Unsigned multiplication that executes `break` when the product does not fit 32 bits." => {
        "$t1,$t2,$t3"    => "multu B,C; mfhi $1; beq $1,$0,skip; nop?; break; mflo A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); multu B,$1; mfhi $1; beq $1,$0,skip; nop?; break; mflo A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); multu B,$1; mfhi $1; beq $1,$0,skip; nop?; break; mflo A";
    }
    "div" "Signed division with a destination: the quotient. By a register it executes `break` when that is zero; by an immediate nothing is tested."
    "divu" "Unsigned division with a destination: the quotient. By a register it executes `break` when that is zero." => {
        "$t1,$t2,$t3"    => "bne C,$0,skip; nop?; break; op B,C; mflo A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); op B,$1; mflo A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); op B,$1; mflo A";
    }
    "rem" ["div"] "Signed remainder. By a register it executes `break` when that is zero."
    "remu" ["divu"] "Unsigned remainder. By a register it executes `break` when that is zero." => {
        "$t1,$t2,$t3"    => "bne C,$0,skip; nop?; break; op B,C; mfhi A";
        "$t1,$t2,-100"   => "addi $1,$0,lo(v); op B,$1; mfhi A";
        "$t1,$t2,100000" => "lui $1,hi(v); ori $1,$1,lou(v); op B,$1; mfhi A";
    }
    "li" "Load an immediate: $t1 becomes the constant." => {
        "$t1,-100"   => "addiu A,$0,lo(v)";
        "$t1,100"    => "ori A,$0,lou(v)";
        "$t1,100000" => "lui $1,hi(v); ori A,$1,lou(v)";
    }
    "la" "Load an address: $t1 becomes the address itself, not what is stored there (for that: `lw`)." => {
        "$t1,($t2)"             => "addi A,B,0";
        "$t1,-100"              => "addiu A,$0,lo(v)";
        "$t1,100"               => "ori A,$0,lou(v)";
        "$t1,100000"            => "lui $1,hi(v); ori A,$1,lou(v)";
        "$t1,100($t2)"          => "ori $1,$0,lou(v); add A,B,$1";
        "$t1,100000($t2)"       => "lui $1,hi(v); ori $1,$1,lou(v); add A,B,$1";
        "$t1,label"             => "lui $1,hi(L); ori A,$1,lou(L)" compact "addi A,$0,lo(L)";
        "$t1,label($t2)"        => "lui $1,hi(L); ori $1,$1,lou(L); add A,B,$1" compact "addi A,B,lo(L)";
        "$t1,label+100000"      => "lui $1,hi(S); ori A,$1,lou(S)";
        "$t1,label+100000($t2)" => "lui $1,hi(S); ori $1,$1,lou(S); add A,B,$1";
    }
    "ulw" "Load a word from any address, aligned or not." => {
        "$t1,-100($t2)"         => "lui $1,ha(v+3); addu $1,$1,B; lwl A,lo(v+3)($1); lwr A,lo(v)(B)";
        "$t1,100000"            => "lui $1,ha(v+3); lwl A,lo(v+3)($1); lui $1,ha(v); lwr A,lo(v)($1)";
        "$t1,label"             => "lui $1,ha(L+3); lwl A,lo(L+3)($1); lui $1,ha(L); lwr A,lo(L)($1)";
        "$t1,label+100000"      => "lui $1,ha(S+3); lwl A,lo(S+3)($1); lui $1,ha(S); lwr A,lo(S)($1)";
        "$t1,($t2)"             => "lwl A,3(B); lwr A,0(B)";
        "$t1,100000($t2)"       => "lui $1,ha(v+3); addu $1,$1,B; lwl A,lo(v+3)($1); lui $1,ha(v); addu $1,$1,B; lwr A,lo(v)($1)";
        "$t1,label($t2)"        => "lui $1,ha(L+3); addu $1,$1,B; lwl A,lo(L+3)($1); lui $1,ha(L); addu $1,$1,B; lwr A,lo(L)($1)";
        "$t1,label+100000($t2)" => "lui $1,ha(S+3); addu $1,$1,B; lwl A,lo(S+3)($1); lui $1,ha(S); addu $1,$1,B; lwr A,lo(S)($1)";
    }
    "ulh" ["lb"] "Load a sign-extended halfword from any address, aligned or not."
    "ulhu" ["lbu"] "Load a zero-extended halfword from any address, aligned or not." => {
        "$t1,-100($t2)"         => "lui $1,ha(v+1); addu $1,$1,B; op A,lo(v+1)($1); lbu $1,lo(v)(B); sll A,A,8; or A,A,$1";
        "$t1,100000"            => "lui $1,ha(v+1); op A,lo(v+1)($1); lui $1,ha(v); lbu $1,lo(v)($1); sll A,A,8; or A,A,$1";
        "$t1,label"             => "lui $1,ha(L+1); op A,lo(L+1)($1); lui $1,ha(L); lbu $1,lo(L)($1); sll A,A,8; or A,A,$1";
        "$t1,label+100000"      => "lui $1,ha(S+1); op A,lo(S+1)($1); lui $1,ha(S); lbu $1,lo(S)($1); sll A,A,8; or A,A,$1";
        "$t1,($t2)"             => "op A,1(B); lbu $1,0(B); sll A,A,8; or A,A,$1";
        "$t1,100000($t2)"       => "lui $1,ha(v+1); addu $1,$1,B; op A,lo(v+1)($1); lui $1,ha(v); addu $1,$1,B; lbu $1,lo(v)($1); sll A,A,8; or A,A,$1";
        "$t1,label($t2)"        => "lui $1,ha(L+1); addu $1,$1,B; op A,lo(L+1)($1); lui $1,ha(L); addu $1,$1,B; lbu $1,lo(L)($1); sll A,A,8; or A,A,$1";
        "$t1,label+100000($t2)" => "lui $1,ha(S+1); addu $1,$1,B; op A,lo(S+1)($1); lui $1,ha(S); addu $1,$1,B; lbu $1,lo(S)($1); sll A,A,8; or A,A,$1";
    }
    "ld" ["lw"] "Load two words into $t1 and the next register." => (WORD_PAIRS)
    "usw" "Store a word at any address, aligned or not." => {
        "$t1,-100($t2)"         => "lui $1,ha(v+3); addu $1,$1,B; swl A,lo(v+3)($1); swr A,lo(v)(B)";
        "$t1,100000"            => "lui $1,ha(v+3); swl A,lo(v+3)($1); lui $1,ha(v); swr A,lo(v)($1)";
        "$t1,label"             => "lui $1,ha(L+3); swl A,lo(L+3)($1); lui $1,ha(L); swr A,lo(L)($1)";
        "$t1,label+100000"      => "lui $1,ha(S+3); swl A,lo(S+3)($1); lui $1,ha(S); swr A,lo(S)($1)";
        "$t1,($t2)"             => "swl A,3(B); swr A,0(B)";
        "$t1,100000($t2)"       => "lui $1,ha(v+3); addu $1,$1,B; swl A,lo(v+3)($1); lui $1,ha(v); addu $1,$1,B; swr A,lo(v)($1)";
        "$t1,label($t2)"        => "lui $1,ha(L+3); addu $1,$1,B; swl A,lo(L+3)($1); lui $1,ha(L); addu $1,$1,B; swr A,lo(L)($1)";
        "$t1,label+100000($t2)" => "lui $1,ha(S+3); addu $1,$1,B; swl A,lo(S+3)($1); lui $1,ha(S); addu $1,$1,B; swr A,lo(S)($1)";
    }
    "ush" "Store a halfword at any address, aligned or not." => {
        "$t1,-100($t2)"         => "sb A,lo(v)(B); sll $1,A,24; srl A,A,8; or A,A,$1; lui $1,ha(v+1); addu $1,$1,B; sb A,lo(v+1)($1); srl $1,A,24; sll A,A,8; or A,A,$1";
        "$t1,100000"            => "lui $1,ha(v); sb A,lo(v)($1); sll $1,A,24; srl A,A,8; or A,A,$1; lui $1,ha(v+1); sb A,lo(v+1)($1); srl $1,A,24; sll A,A,8; or A,A,$1";
        "$t1,label"             => "lui $1,ha(L); sb A,lo(L)($1); sll $1,A,24; srl A,A,8; or A,A,$1; lui $1,ha(L+1); sb A,lo(L+1)($1); srl $1,A,24; sll A,A,8; or A,A,$1";
        "$t1,label+100000"      => "lui $1,ha(S); sb A,lo(S)($1); sll $1,A,24; srl A,A,8; or A,A,$1; lui $1,ha(S+1); sb A,lo(S+1)($1); srl $1,A,24; sll A,A,8; or A,A,$1";
        "$t1,($t2)"             => "sb A,0(B); sll $1,A,24; srl A,A,8; or A,A,$1; sb A,1(B); srl $1,A,24; sll A,A,8; or A,A,$1";
        "$t1,100000($t2)"       => "lui $1,ha(v); addu $1,$1,B; sb A,lo(v)($1); sll $1,A,24; srl A,A,8; or A,A,$1; lui $1,ha(v+1); addu $1,$1,B; sb A,lo(v+1)($1); srl $1,A,24; sll A,A,8; or A,A,$1";
        "$t1,label($t2)"        => "lui $1,ha(L); addu $1,$1,B; sb A,lo(L)($1); sll $1,A,24; srl A,A,8; or A,A,$1; lui $1,ha(L+1); addu $1,$1,B; sb A,lo(L+1)($1); srl $1,A,24; sll A,A,8; or A,A,$1";
        "$t1,label+100000($t2)" => "lui $1,ha(S); addu $1,$1,B; sb A,lo(S)($1); sll $1,A,24; srl A,A,8; or A,A,$1; lui $1,ha(S+1); addu $1,$1,B; sb A,lo(S+1)($1); srl $1,A,24; sll A,A,8; or A,A,$1";
    }
    "sd" ["sw"] "Store two words from $t1 and the next register." => (WORD_PAIRS)
};
