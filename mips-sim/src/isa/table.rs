//! **The** instruction table: one row for each of the 155 basic forms, in MARS's order, because the
//! first form whose operands match is taken.
//!
//! A row is: variant name, example syntax, bit pattern, effects, what it does. The example is data,
//! not decoration: its operands say what the form accepts (see [`super::Slot`]), and MARS shows it in
//! its messages. In the pattern `f`, `s` and `t` are the bits of the first, second and third operand.
//! [`mod@super::effects`] explains the effects. Assembling, decoding, disassembling and the reference
//! pages all come from these rows; the semantics are in `machine/operation.rs`, and a row without
//! them does not compile.

use super::effects::OperandEffects;
use super::syntax::{Encoding, Shape};

/// One basic instruction form.
#[derive(Debug)]
pub struct Row {
    /// What the machine does for it.
    pub op: Op,
    /// Example syntax, as MARS shows it after "Expected:".
    pub example: &'static str,
    /// The 32 bits as text, in groups.
    pub bits: &'static str,
    /// A sentence or two for people, about the example.
    pub doc: &'static str,
    /// The operands that the form accepts, read from the example.
    pub shape: Shape,
    /// Where the operands go, read from the pattern.
    pub encoding: Encoding,
    /// What it reads and writes.
    pub effects: OperandEffects,
}

macro_rules! instructions {
    ($dollar:tt $($op:ident $example:literal $bits:literal $effects:literal $doc:literal;)*) => {
        /// Every basic operation, one for each row of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = $doc] $op,)*
        }

        /// The rows, indexed by `Op as usize`.
        pub static TABLE: [Row; [$(Op::$op),*].len()] = [
            $(Row {
                op: Op::$op,
                example: $example,
                bits: $bits,
                doc: $doc,
                shape: Shape::parse($example),
                encoding: Encoding::parse($bits),
                effects: OperandEffects::parse($effects, &Shape::parse($example)),
            },)*
        ];

        /// Hands `$use!` the names of all operations.
        macro_rules! all_operations {
            ($dollar use:ident) => { $dollar use! { $($op)* } };
        }
        pub(crate) use all_operations;
    };
}

impl Op {
    /// The table row of this operation.
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name that the assembler knows it by.
    pub fn mnemonic(self) -> &'static str {
        self.row().mnemonic()
    }
}

impl Row {
    /// The first word of the example.
    pub fn mnemonic(&self) -> &'static str {
        self.example.split(' ').next().unwrap_or(self.example)
    }
}

instructions! { $
    Nop        "nop"                "000000 00000 00000 00000 00000 000000"  ""                    "Does nothing. Its machine word is 0, the same as that of `sll $zero,$zero,0`.";
    Add        "add $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100000"  "wrr"                 "Adds $t2 and $t3 into $t1; traps if the signed sum overflows.";
    Sub        "sub $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100010"  "wrr"                 "Subtracts $t3 from $t2 into $t1; traps if the signed difference overflows.";
    Addi       "addi $t1,$t2,-100"  "001000 sssss fffff tttttttttttttttt"    "wr-"                 "Adds the constant -100 to $t2 and puts the sum into $t1; traps if the signed sum overflows.";
    Addu       "addu $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 100001"  "wrr"                 "Adds $t2 and $t3 into $t1; a sum that is too large wraps around and nothing traps.";
    Subu       "subu $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 100011"  "wrr"                 "Subtracts $t3 from $t2 into $t1; a difference that does not fit wraps around and nothing traps.";
    Addiu      "addiu $t1,$t2,-100" "001001 sssss fffff tttttttttttttttt"    "wr-"                 "Adds the constant -100 to $t2 and puts the sum into $t1, wrapping around. The constant is signed all the same: \"unsigned\" only means that nothing traps.";
    Mult       "mult $t1,$t2"       "000000 fffff sssss 00000 00000 011000"  "rr hi= lo="          "Multiplies $t1 by $t2 as signed numbers; HI gets the upper and LO the lower 32 bits of the product.";
    Multu      "multu $t1,$t2"      "000000 fffff sssss 00000 00000 011001"  "rr hi= lo="          "Multiplies $t1 by $t2 as unsigned numbers; HI gets the upper and LO the lower 32 bits of the product.";
    Mul        "mul $t1,$t2,$t3"    "011100 sssss ttttt fffff 00000 000010"  "wrr hi= lo="         "Puts the lower 32 bits of $t2 times $t3 into $t1. As in MARS, HI and LO are overwritten too, with the whole signed product.";
    Madd       "madd $t1,$t2"       "011100 fffff sssss 00000 00000 000000"  "rr hi lo hi= lo="    "Adds the signed product of $t1 and $t2 to the 64-bit number in HI and LO.";
    Maddu      "maddu $t1,$t2"      "011100 fffff sssss 00000 00000 000001"  "rr hi lo hi= lo="    "Adds the unsigned product of $t1 and $t2 to the 64-bit number in HI and LO.";
    Msub       "msub $t1,$t2"       "011100 fffff sssss 00000 00000 000100"  "rr hi lo hi= lo="    "Subtracts the signed product of $t1 and $t2 from the 64-bit number in HI and LO.";
    Msubu      "msubu $t1,$t2"      "011100 fffff sssss 00000 00000 000101"  "rr hi lo hi= lo="    "Subtracts the unsigned product of $t1 and $t2 from the 64-bit number in HI and LO.";
    Div        "div $t1,$t2"        "000000 fffff sssss 00000 00000 011010"  "rr hi= lo="          "Divides $t1 by $t2 as signed numbers: LO gets the quotient, rounded towards zero, and HI the remainder, which has the sign of $t1. Division by zero raises no error and leaves HI and LO as they are.";
    Divu       "divu $t1,$t2"       "000000 fffff sssss 00000 00000 011011"  "rr hi= lo="          "Divides $t1 by $t2 as unsigned numbers: LO gets the quotient and HI the remainder. Division by zero raises no error and leaves HI and LO as they are.";
    Mfhi       "mfhi $t1"           "000000 00000 00000 fffff 00000 010000"  "w hi"                "Copies HI, the remainder of a division or the upper half of a product, to $t1.";
    Mflo       "mflo $t1"           "000000 00000 00000 fffff 00000 010010"  "w lo"                "Copies LO, the quotient of a division or the lower half of a product, to $t1.";
    Mthi       "mthi $t1"           "000000 fffff 00000 00000 00000 010001"  "r hi="               "Copies $t1 to HI.";
    Mtlo       "mtlo $t1"           "000000 fffff 00000 00000 00000 010011"  "r lo="               "Copies $t1 to LO.";
    And        "and $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100100"  "wrr"                 "Puts the bitwise AND of $t2 and $t3 into $t1.";
    Or         "or $t1,$t2,$t3"     "000000 sssss ttttt fffff 00000 100101"  "wrr"                 "Puts the bitwise OR of $t2 and $t3 into $t1.";
    Andi       "andi $t1,$t2,100"   "001100 sssss fffff tttttttttttttttt"    "wr-"                 "Puts the bitwise AND of $t2 and the constant 100 into $t1; the upper 16 bits of the constant are zeros, so those of $t1 become zero.";
    Ori        "ori $t1,$t2,100"    "001101 sssss fffff tttttttttttttttt"    "wr-"                 "Puts the bitwise OR of $t2 and the constant 100 into $t1; the upper 16 bits of the constant are zeros, so those of $t2 stay.";
    Nor        "nor $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100111"  "wrr"                 "Puts the inverted bitwise OR of $t2 and $t3 into $t1; with $zero as one of them it inverts the other.";
    Xor        "xor $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100110"  "wrr"                 "Puts the bitwise exclusive OR of $t2 and $t3 into $t1.";
    Xori       "xori $t1,$t2,100"   "001110 sssss fffff tttttttttttttttt"    "wr-"                 "Puts the bitwise exclusive OR of $t2 and the constant 100 into $t1; the upper 16 bits of the constant are zeros, so those of $t2 stay.";
    Sll        "sll $t1,$t2,10"     "000000 00000 sssss fffff ttttt 000000"  "wr-"                 "Shifts $t2 left by 10 bits into $t1, with zeros moving in from the right.";
    Sllv       "sllv $t1,$t2,$t3"   "000000 ttttt sssss fffff 00000 000100"  "wrr"                 "Shifts $t2 left into $t1 by as many bits as the lowest five bits of $t3 say, with zeros moving in from the right.";
    Srl        "srl $t1,$t2,10"     "000000 00000 sssss fffff ttttt 000010"  "wr-"                 "Shifts $t2 right by 10 bits into $t1, with zeros moving in from the left.";
    Sra        "sra $t1,$t2,10"     "000000 00000 sssss fffff ttttt 000011"  "wr-"                 "Shifts $t2 right by 10 bits into $t1, with copies of the sign bit moving in from the left.";
    Srav       "srav $t1,$t2,$t3"   "000000 ttttt sssss fffff 00000 000111"  "wrr"                 "Shifts $t2 right into $t1 by as many bits as the lowest five bits of $t3 say, with copies of the sign bit moving in from the left.";
    Srlv       "srlv $t1,$t2,$t3"   "000000 ttttt sssss fffff 00000 000110"  "wrr"                 "Shifts $t2 right into $t1 by as many bits as the lowest five bits of $t3 say, with zeros moving in from the left.";
    Lw         "lw $t1,-100($t2)"   "100011 ttttt fffff ssssssssssssssss"    "w-r load4"           "Loads the word at address $t2 - 100 into $t1; the address must be a multiple of 4.";
    Ll         "ll $t1,-100($t2)"   "110000 ttttt fffff ssssssssssssssss"    "w-r load4"           "Loads the word at address $t2 - 100 into $t1, exactly as `lw` does: nothing is linked, since `sc` always succeeds.";
    Lwl        "lwl $t1,-100($t2)"  "100010 ttttt fffff ssssssssssssssss"    "k-r load4 part"      "Loads the upper bytes of $t1 with the bytes from address $t2 - 100 down to the start of its word; the other bytes of $t1 stay. Together with `lwr` it loads a word from any address.";
    Lwr        "lwr $t1,-100($t2)"  "100110 ttttt fffff ssssssssssssssss"    "k-r load4 part"      "Loads the lower bytes of $t1 with the bytes from address $t2 - 100 up to the end of its word; the other bytes of $t1 stay. Together with `lwl` it loads a word from any address.";
    Sw         "sw $t1,-100($t2)"   "101011 ttttt fffff ssssssssssssssss"    "r-r store4"          "Stores the word in $t1 at address $t2 - 100, which must be a multiple of 4.";
    Sc         "sc $t1,-100($t2)"   "111000 ttttt fffff ssssssssssssssss"    "b-r store4"          "Stores the word in $t1 at address $t2 - 100, as `sw` does, and then sets $t1 to 1: the store always succeeds here.";
    Swl        "swl $t1,-100($t2)"  "101010 ttttt fffff ssssssssssssssss"    "r-r store4 part"     "Stores the upper bytes of $t1 from address $t2 - 100 down to the start of its word. Together with `swr` it stores a word at any address.";
    Swr        "swr $t1,-100($t2)"  "101110 ttttt fffff ssssssssssssssss"    "r-r store4 part"     "Stores the lower bytes of $t1 from address $t2 - 100 up to the end of its word. Together with `swl` it stores a word at any address.";
    Lui        "lui $t1,100"        "001111 00000 fffff ssssssssssssssss"    "w-"                  "Puts the constant 100 into the upper half of $t1 and zeros into the lower half.";
    Beq        "beq $t1,$t2,label"  "000100 fffff sssss tttttttttttttttt"    "rr- branch"          "Branches to the label if $t1 equals $t2.";
    Bne        "bne $t1,$t2,label"  "000101 fffff sssss tttttttttttttttt"    "rr- branch"          "Branches to the label if $t1 differs from $t2.";
    Bgez       "bgez $t1,label"     "000001 fffff 00001 ssssssssssssssss"    "r- branch"           "Branches to the label if $t1 is zero or more (signed).";
    Bgezal     "bgezal $t1,label"   "000001 fffff 10001 ssssssssssssssss"    "r- ra= branch-link"  "If $t1 is zero or more (signed), puts the return address into $ra and branches to the label; otherwise $ra stays.";
    Bgtz       "bgtz $t1,label"     "000111 fffff 00000 ssssssssssssssss"    "r- branch"           "Branches to the label if $t1 is greater than zero (signed).";
    Blez       "blez $t1,label"     "000110 fffff 00000 ssssssssssssssss"    "r- branch"           "Branches to the label if $t1 is zero or less (signed).";
    Bltz       "bltz $t1,label"     "000001 fffff 00000 ssssssssssssssss"    "r- branch"           "Branches to the label if $t1 is less than zero (signed).";
    Bltzal     "bltzal $t1,label"   "000001 fffff 10000 ssssssssssssssss"    "r- ra= branch-link"  "If $t1 is less than zero (signed), puts the return address into $ra and branches to the label; otherwise $ra stays.";
    Slt        "slt $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 101010"  "wrr"                 "Sets $t1 to 1 if $t2 is less than $t3 as signed numbers, and to 0 otherwise.";
    Sltu       "sltu $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 101011"  "wrr"                 "Sets $t1 to 1 if $t2 is less than $t3 as unsigned numbers, and to 0 otherwise.";
    Slti       "slti $t1,$t2,-100"  "001010 sssss fffff tttttttttttttttt"    "wr-"                 "Sets $t1 to 1 if $t2 is less than the constant -100 as signed numbers, and to 0 otherwise.";
    Sltiu      "sltiu $t1,$t2,-100" "001011 sssss fffff tttttttttttttttt"    "wr-"                 "Sets $t1 to 1 if $t2 is less than the constant -100 as unsigned numbers, and to 0 otherwise. The constant is sign-extended first, so -100 stands for a very large number.";
    Movn       "movn $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 001011"  "krr"                 "Copies $t2 to $t1 if $t3 is not zero.";
    Movz       "movz $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 001010"  "krr"                 "Copies $t2 to $t1 if $t3 is zero.";
    Movf       "movf $t1,$t2"       "000000 sssss 00000 fffff 00000 000001"  "kr cc"               "Copies $t2 to $t1 if condition flag 0 is false; an FP comparison such as `c.eq.s` sets the flag.";
    MovfCc     "movf $t1,$t2,1"     "000000 sssss ttt 00 fffff 00000 000001" "krr"                 "Copies $t2 to $t1 if condition flag 1 is false. The flags are numbered 0 to 7.";
    Movt       "movt $t1,$t2"       "000000 sssss 00001 fffff 00000 000001"  "kr cc"               "Copies $t2 to $t1 if condition flag 0 is true; an FP comparison such as `c.eq.s` sets the flag.";
    MovtCc     "movt $t1,$t2,1"     "000000 sssss ttt 01 fffff 00000 000001" "krr"                 "Copies $t2 to $t1 if condition flag 1 is true. The flags are numbered 0 to 7.";
    Break      "break 100"          "000000 ffffffffffffffffffff 001101"     "- break"             "Raises a breakpoint exception with code 100, which ends the program with an error unless it has an exception handler.";
    BreakPlain "break"              "000000 00000 00000 00000 00000 001101"  "break"               "Raises a breakpoint exception without a code, which ends the program with an error unless it has an exception handler.";
    Syscall    "syscall"            "000000 00000 00000 00000 00000 001100"  "syscall"             "Asks the system for the service whose number is in $v0; arguments and results are in the registers that the service names.";
    J          "j target"           "000010 ffffffffffffffffffffffffff"      "- jump"              "Jumps to the target, which must have the same upper four address bits as the jump itself.";
    Jr         "jr $t1"             "000000 fffff 00000 00000 00000 001000"  "r jump-register"     "Jumps to the address in $t1; `jr $ra` returns from a procedure.";
    Jal        "jal target"         "000011 ffffffffffffffffffffffffff"      "- ra= call"          "Calls a procedure: puts the address of the next instruction into $ra and jumps to the target.";
    Jalr       "jalr $t1,$t2"       "000000 sssss 00000 fffff 00000 001001"  "wr call-register"    "Calls the procedure whose address is in $t2, with the return address put into $t1. That happens first, so with one register for both it goes on at the next instruction.";
    JalrRa     "jalr $t1"           "000000 fffff 00000 11111 00000 001001"  "r ra= call-register" "Calls the procedure whose address is in $t1, with the return address put into $ra. That happens first, so `jalr $ra` goes on at the next instruction.";
    Lb         "lb $t1,-100($t2)"   "100000 ttttt fffff ssssssssssssssss"    "w-r load1"           "Loads the byte at address $t2 - 100 into $t1, with its sign bit copied to the upper bits.";
    Lh         "lh $t1,-100($t2)"   "100001 ttttt fffff ssssssssssssssss"    "w-r load2"           "Loads the halfword at address $t2 - 100 into $t1, with its sign bit copied to the upper bits; the address must be even.";
    Lhu        "lhu $t1,-100($t2)"  "100101 ttttt fffff ssssssssssssssss"    "w-r load2"           "Loads the halfword at address $t2 - 100 into $t1, with zeros in the upper bits; the address must be even.";
    Lbu        "lbu $t1,-100($t2)"  "100100 ttttt fffff ssssssssssssssss"    "w-r load1"           "Loads the byte at address $t2 - 100 into $t1, with zeros in the upper bits.";
    Sb         "sb $t1,-100($t2)"   "101000 ttttt fffff ssssssssssssssss"    "r-r store1"          "Stores the lowest byte of $t1 at address $t2 - 100.";
    Sh         "sh $t1,-100($t2)"   "101001 ttttt fffff ssssssssssssssss"    "r-r store2"          "Stores the lower half of $t1 at address $t2 - 100, which must be even.";
    Clo        "clo $t1,$t2"        "011100 sssss 00000 fffff 00000 100001"  "wr"                  "Counts the one bits before the first zero bit of $t2, from the left, into $t1; -1 gives 32. MARS leaves the rt field 0, which real hardware wants to equal rd.";
    Clz        "clz $t1,$t2"        "011100 sssss 00000 fffff 00000 100000"  "wr"                  "Counts the zero bits before the first one bit of $t2, from the left, into $t1; 0 gives 32. MARS leaves the rt field 0, which real hardware wants to equal rd.";
    Mfc0       "mfc0 $t1,$8"        "010000 00000 fffff sssss 00000 000000"  "w-"                  "Copies coprocessor 0 register $8 to $t1. Only $8 (bad address), $12 (status), $13 (cause) and $14 (return address) exist; any other reads as 0.";
    Mtc0       "mtc0 $t1,$8"        "010000 00100 fffff sssss 00000 000000"  "r-"                  "Copies $t1 to coprocessor 0 register $8: the destination is the second operand. A write to a register other than $8, $12, $13 and $14 is ignored.";
    AddS       "add.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000000"  "wrr"                 "Adds the singles in $f1 and $f3 into $f0.";
    SubS       "sub.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000001"  "wrr"                 "Subtracts the single in $f3 from that in $f1 into $f0.";
    MulS       "mul.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000010"  "wrr"                 "Multiplies the singles in $f1 and $f3 into $f0.";
    DivS       "div.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000011"  "wrr"                 "Divides the single in $f1 by that in $f3 into $f0. Division by zero raises no error: it gives an infinity or NaN.";
    SqrtS      "sqrt.s $f0,$f1"     "010001 10000 00000 sssss fffff 000100"  "wr"                  "Puts the square root of the single in $f1 into $f0; that of a negative number is NaN.";
    FloorWS    "floor.w.s $f0,$f1"  "010001 10000 00000 sssss fffff 001111"  "wr"                  "Rounds the single in $f1 down to an integer in $f0. NaN and whatever does not fit 32 bits give 2147483647.";
    CeilWS     "ceil.w.s $f0,$f1"   "010001 10000 00000 sssss fffff 001110"  "wr"                  "Rounds the single in $f1 up to an integer in $f0. NaN and whatever does not fit 32 bits give 2147483647.";
    RoundWS    "round.w.s $f0,$f1"  "010001 10000 00000 sssss fffff 001100"  "wr"                  "Rounds the single in $f1 to the nearest integer in $f0, and from halfway to the even one. NaN and whatever does not fit 32 bits give 2147483647.";
    TruncWS    "trunc.w.s $f0,$f1"  "010001 10000 00000 sssss fffff 001101"  "wr"                  "Rounds the single in $f1 towards zero to an integer in $f0. NaN and whatever does not fit 32 bits give 2147483647.";
    AddD       "add.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000000"  "WRR"                 "Adds the doubles in $f4 and $f6 into $f2. A double fills a pair of registers named by the even one; an odd register is an error at run time.";
    SubD       "sub.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000001"  "WRR"                 "Subtracts the double in $f6 from that in $f4 into $f2. An odd register is an error at run time.";
    MulD       "mul.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000010"  "WRR"                 "Multiplies the doubles in $f4 and $f6 into $f2. An odd register is an error at run time.";
    DivD       "div.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000011"  "WRR"                 "Divides the double in $f4 by that in $f6 into $f2; division by zero gives an infinity or NaN. An odd register is an error at run time.";
    SqrtD      "sqrt.d $f2,$f4"     "010001 10001 00000 sssss fffff 000100"  "WR"                  "Puts the square root of the double in $f4 into $f2; that of a negative number is NaN. An odd register is an error at run time.";
    FloorWD    "floor.w.d $f1,$f2"  "010001 10001 00000 sssss fffff 001111"  "wR"                  "Rounds the double in $f2, which must be even, down to an integer in $f1. NaN and whatever does not fit 32 bits give 2147483647.";
    CeilWD     "ceil.w.d $f1,$f2"   "010001 10001 00000 sssss fffff 001110"  "wR"                  "Rounds the double in $f2, which must be even, up to an integer in $f1. NaN and whatever does not fit 32 bits give 2147483647.";
    RoundWD    "round.w.d $f1,$f2"  "010001 10001 00000 sssss fffff 001100"  "wR"                  "Rounds the double in $f2, which must be even, to the nearest integer in $f1, and from halfway to the even one. NaN and whatever does not fit 32 bits give 2147483647.";
    TruncWD    "trunc.w.d $f1,$f2"  "010001 10001 00000 sssss fffff 001101"  "wR"                  "Rounds the double in $f2, which must be even, towards zero to an integer in $f1. NaN and whatever does not fit 32 bits give 2147483647.";
    Bc1t       "bc1t label"         "010001 01000 00001 ffffffffffffffff"    "- cc branch"         "Branches to the label if condition flag 0 is true.";
    Bc1tCc     "bc1t 1,label"       "010001 01000 fff 01 ssssssssssssssss"   "r- branch"           "Branches to the label if condition flag 1 is true. The flags are numbered 0 to 7.";
    Bc1f       "bc1f label"         "010001 01000 00000 ffffffffffffffff"    "- cc branch"         "Branches to the label if condition flag 0 is false.";
    Bc1fCc     "bc1f 1,label"       "010001 01000 fff 00 ssssssssssssssss"   "r- branch"           "Branches to the label if condition flag 1 is false. The flags are numbered 0 to 7.";
    CEqS       "c.eq.s $f0,$f1"     "010001 10000 sssss fffff 00000 110010"  "rr cc="              "Sets condition flag 0 to whether the single in $f0 equals that in $f1; NaN equals nothing.";
    CEqSCc     "c.eq.s 1,$f0,$f1"   "010001 10000 ttttt sssss fff 00 110010" "wrr"                 "Sets condition flag 1 to whether the single in $f0 equals that in $f1; NaN equals nothing.";
    CLeS       "c.le.s $f0,$f1"     "010001 10000 sssss fffff 00000 111110"  "rr cc="              "Sets condition flag 0 to whether the single in $f0 is less than or equal to that in $f1; false if either is NaN.";
    CLeSCc     "c.le.s 1,$f0,$f1"   "010001 10000 ttttt sssss fff 00 111110" "wrr"                 "Sets condition flag 1 to whether the single in $f0 is less than or equal to that in $f1; false if either is NaN.";
    CLtS       "c.lt.s $f0,$f1"     "010001 10000 sssss fffff 00000 111100"  "rr cc="              "Sets condition flag 0 to whether the single in $f0 is less than that in $f1; false if either is NaN. For \"greater than\", swap the registers.";
    CLtSCc     "c.lt.s 1,$f0,$f1"   "010001 10000 ttttt sssss fff 00 111100" "wrr"                 "Sets condition flag 1 to whether the single in $f0 is less than that in $f1; false if either is NaN. For \"greater than\", swap the registers.";
    CEqD       "c.eq.d $f2,$f4"     "010001 10001 sssss fffff 00000 110010"  "RR cc="              "Sets condition flag 0 to whether the double in $f2 equals that in $f4; NaN equals nothing. An odd register is an error at run time.";
    CEqDCc     "c.eq.d 1,$f2,$f4"   "010001 10001 ttttt sssss fff 00 110010" "wRR"                 "Sets condition flag 1 to whether the double in $f2 equals that in $f4; NaN equals nothing. An odd register is an error at run time.";
    CLeD       "c.le.d $f2,$f4"     "010001 10001 sssss fffff 00000 111110"  "RR cc="              "Sets condition flag 0 to whether the double in $f2 is less than or equal to that in $f4; false if either is NaN. An odd register is an error at run time.";
    CLeDCc     "c.le.d 1,$f2,$f4"   "010001 10001 ttttt sssss fff 00 111110" "wRR"                 "Sets condition flag 1 to whether the double in $f2 is less than or equal to that in $f4; false if either is NaN. An odd register is an error at run time.";
    CLtD       "c.lt.d $f2,$f4"     "010001 10001 sssss fffff 00000 111100"  "RR cc="              "Sets condition flag 0 to whether the double in $f2 is less than that in $f4; false if either is NaN. An odd register is an error at run time.";
    CLtDCc     "c.lt.d 1,$f2,$f4"   "010001 10001 ttttt sssss fff 00 111100" "wRR"                 "Sets condition flag 1 to whether the double in $f2 is less than that in $f4; false if either is NaN. An odd register is an error at run time.";
    AbsS       "abs.s $f0,$f1"      "010001 10000 00000 sssss fffff 000101"  "wr"                  "Copies the single in $f1 to $f0 with its sign bit cleared.";
    AbsD       "abs.d $f2,$f4"      "010001 10001 00000 sssss fffff 000101"  "WR"                  "Copies the double in $f4 to $f2 with its sign bit cleared. An odd register is an error at run time.";
    CvtDS      "cvt.d.s $f2,$f1"    "010001 10000 00000 sssss fffff 100001"  "Wr"                  "Converts the single in $f1 to a double in $f2, which must be even.";
    CvtDW      "cvt.d.w $f2,$f1"    "010001 10100 00000 sssss fffff 100001"  "Wr"                  "Converts the integer in $f1 to a double in $f2, which must be even. To convert a number from $t1, move it to the FP register with `mtc1` first.";
    CvtSD      "cvt.s.d $f1,$f2"    "010001 10001 00000 sssss fffff 100000"  "wR"                  "Converts the double in $f2, which must be even, to the nearest single in $f1.";
    CvtSW      "cvt.s.w $f0,$f1"    "010001 10100 00000 sssss fffff 100000"  "wr"                  "Converts the integer in $f1 to the nearest single in $f0. To convert a number from $t1, move it to the FP register with `mtc1` first.";
    CvtWD      "cvt.w.d $f1,$f2"    "010001 10001 00000 sssss fffff 100100"  "wR"                  "Converts the double in $f2, which must be even, to an integer in $f1 by cutting off the fraction. NaN gives 0, and what does not fit becomes the nearest integer that does.";
    CvtWS      "cvt.w.s $f0,$f1"    "010001 10000 00000 sssss fffff 100100"  "wr"                  "Converts the single in $f1 to an integer in $f0 by cutting off the fraction. NaN gives 0, and what does not fit becomes the nearest integer that does.";
    MovD       "mov.d $f2,$f4"      "010001 10001 00000 sssss fffff 000110"  "WR"                  "Copies the double in $f4 to $f2. An odd register is an error at run time.";
    MovfD      "movf.d $f2,$f4"     "010001 10001 00000 sssss fffff 010001"  "KR cc"               "Copies the double in $f4 to $f2 if condition flag 0 is false. An odd register is an error at run time.";
    MovfDCc    "movf.d $f2,$f4,1"   "010001 10001 ttt 00 sssss fffff 010001" "KRr"                 "Copies the double in $f4 to $f2 if condition flag 1 is false. An odd register is an error at run time.";
    MovtD      "movt.d $f2,$f4"     "010001 10001 00001 sssss fffff 010001"  "KR cc"               "Copies the double in $f4 to $f2 if condition flag 0 is true. An odd register is an error at run time.";
    MovtDCc    "movt.d $f2,$f4,1"   "010001 10001 ttt 01 sssss fffff 010001" "KRr"                 "Copies the double in $f4 to $f2 if condition flag 1 is true. An odd register is an error at run time.";
    MovnD      "movn.d $f2,$f4,$t3" "010001 10001 ttttt sssss fffff 010011"  "KRr"                 "Copies the double in $f4 to $f2 if the integer register $t3 is not zero. An odd FP register is an error at run time.";
    MovzD      "movz.d $f2,$f4,$t3" "010001 10001 ttttt sssss fffff 010010"  "KRr"                 "Copies the double in $f4 to $f2 if the integer register $t3 is zero. An odd FP register is an error at run time.";
    MovS       "mov.s $f0,$f1"      "010001 10000 00000 sssss fffff 000110"  "wr"                  "Copies the single in $f1 to $f0.";
    MovfS      "movf.s $f0,$f1"     "010001 10000 00000 sssss fffff 010001"  "kr cc"               "Copies the single in $f1 to $f0 if condition flag 0 is false.";
    MovfSCc    "movf.s $f0,$f1,1"   "010001 10000 ttt 00 sssss fffff 010001" "krr"                 "Copies the single in $f1 to $f0 if condition flag 1 is false. The flags are numbered 0 to 7.";
    MovtS      "movt.s $f0,$f1"     "010001 10000 00001 sssss fffff 010001"  "kr cc"               "Copies the single in $f1 to $f0 if condition flag 0 is true.";
    MovtSCc    "movt.s $f0,$f1,1"   "010001 10000 ttt 01 sssss fffff 010001" "krr"                 "Copies the single in $f1 to $f0 if condition flag 1 is true. The flags are numbered 0 to 7.";
    MovnS      "movn.s $f0,$f1,$t3" "010001 10000 ttttt sssss fffff 010011"  "krr"                 "Copies the single in $f1 to $f0 if the integer register $t3 is not zero.";
    MovzS      "movz.s $f0,$f1,$t3" "010001 10000 ttttt sssss fffff 010010"  "krr"                 "Copies the single in $f1 to $f0 if the integer register $t3 is zero.";
    Mfc1       "mfc1 $t1,$f1"       "010001 00000 fffff sssss 00000 000000"  "wr"                  "Copies the bits of $f1 to $t1 as they are: a float is not converted to an integer (for that: `cvt.w.s` first).";
    Mtc1       "mtc1 $t1,$f1"       "010001 00100 fffff sssss 00000 000000"  "rw"                  "Copies the bits of $t1 to $f1 as they are: the destination is the second operand, and an integer is not converted to a float (for that: `cvt.s.w` afterwards).";
    NegD       "neg.d $f2,$f4"      "010001 10001 00000 sssss fffff 000111"  "WR"                  "Copies the double in $f4 to $f2 with its sign bit flipped. An odd register is an error at run time.";
    NegS       "neg.s $f0,$f1"      "010001 10000 00000 sssss fffff 000111"  "wr"                  "Copies the single in $f1 to $f0 with its sign bit flipped.";
    Lwc1       "lwc1 $f1,-100($t2)" "110001 ttttt fffff ssssssssssssssss"    "w-r load4"           "Loads the word at address $t2 - 100 into $f1; the address must be a multiple of 4.";
    Ldc1       "ldc1 $f2,-100($t2)" "110101 ttttt fffff ssssssssssssssss"    "W-r load8"           "Loads the double at address $t2 - 100 into $f2 and $f3; the address must be a multiple of 8 and the register even.";
    Swc1       "swc1 $f1,-100($t2)" "111001 ttttt fffff ssssssssssssssss"    "r-r store4"          "Stores the word in $f1 at address $t2 - 100, which must be a multiple of 4.";
    Sdc1       "sdc1 $f2,-100($t2)" "111101 ttttt fffff ssssssssssssssss"    "R-r store8"          "Stores the double in $f2 and $f3 at address $t2 - 100; the address must be a multiple of 8 and the register even.";
    Teq        "teq $t1,$t2"        "000000 fffff sssss 00000 00000 110100"  "rr trap"             "Raises a trap exception if $t1 equals $t2.";
    Teqi       "teqi $t1,-100"      "000001 fffff 01100 ssssssssssssssss"    "r- trap"             "Raises a trap exception if $t1 equals the constant -100.";
    Tne        "tne $t1,$t2"        "000000 fffff sssss 00000 00000 110110"  "rr trap"             "Raises a trap exception if $t1 differs from $t2.";
    Tnei       "tnei $t1,-100"      "000001 fffff 01110 ssssssssssssssss"    "r- trap"             "Raises a trap exception if $t1 differs from the constant -100.";
    Tge        "tge $t1,$t2"        "000000 fffff sssss 00000 00000 110000"  "rr trap"             "Raises a trap exception if $t1 is greater than or equal to $t2 as signed numbers.";
    Tgeu       "tgeu $t1,$t2"       "000000 fffff sssss 00000 00000 110001"  "rr trap"             "Raises a trap exception if $t1 is greater than or equal to $t2 as unsigned numbers.";
    Tgei       "tgei $t1,-100"      "000001 fffff 01000 ssssssssssssssss"    "r- trap"             "Raises a trap exception if $t1 is greater than or equal to the constant -100 as signed numbers.";
    Tgeiu      "tgeiu $t1,-100"     "000001 fffff 01001 ssssssssssssssss"    "r- trap"             "Raises a trap exception if $t1 is greater than or equal to the constant -100 as unsigned numbers. The constant is sign-extended first, so -100 stands for a very large number.";
    Tlt        "tlt $t1,$t2"        "000000 fffff sssss 00000 00000 110010"  "rr trap"             "Raises a trap exception if $t1 is less than $t2 as signed numbers.";
    Tltu       "tltu $t1,$t2"       "000000 fffff sssss 00000 00000 110011"  "rr trap"             "Raises a trap exception if $t1 is less than $t2 as unsigned numbers.";
    Tlti       "tlti $t1,-100"      "000001 fffff 01010 ssssssssssssssss"    "r- trap"             "Raises a trap exception if $t1 is less than the constant -100 as signed numbers.";
    Tltiu      "tltiu $t1,-100"     "000001 fffff 01011 ssssssssssssssss"    "r- trap"             "Raises a trap exception if $t1 is less than the constant -100 as unsigned numbers. The constant is sign-extended first, so -100 stands for a very large number.";
    Eret       "eret"               "010000 10000 00000 00000 00000 011000"  "eret"                "Returns from an exception handler: clears bit 1 of the status register and jumps to the address in coprocessor 0 register $14. The handler must have added 4 to it to go on behind the instruction that failed.";
}
