//! **The** instruction table: one row for each of the 155 basic forms, in MARS's order, because the
//! first form whose operands match is taken.
//!
//! A row is: variant name, example syntax, bit pattern, what it does. The example is data, not
//! decoration: its operands say what the form accepts (see [`Slot`]), and MARS shows it in its
//! messages. In the pattern `f`, `s` and `t` are the bits of the first, second and third operand.
//! Assembling, decoding, disassembling and the reference pages all come from these rows.

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
    /// One sentence for people.
    pub doc: &'static str,
    /// The operands that the form accepts, read from the example.
    pub shape: Shape,
    /// Where the operands go, read from the pattern.
    pub encoding: Encoding,
}

macro_rules! instructions {
    ($($op:ident $example:literal $bits:literal $doc:literal;)*) => {
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
            },)*
        ];
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

instructions! {
    Nop        "nop"                "000000 00000 00000 00000 00000 000000"  "no operation";
    Add        "add $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100000"  "1 := 2+3, overflow traps";
    Sub        "sub $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100010"  "1 := 2−3, overflow traps";
    Addi       "addi $t1,$t2,-100"  "001000 sssss fffff tttttttttttttttt"    "1 := 2+sx(3), overflow traps";
    Addu       "addu $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 100001"  "1 := 2+3 wrap";
    Subu       "subu $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 100011"  "1 := 2−3 wrap";
    Addiu      "addiu $t1,$t2,-100" "001001 sssss fffff tttttttttttttttt"    "1 := 2+sx(3) wrap";
    Mult       "mult $t1,$t2"       "000000 fffff sssss 00000 00000 011000"  "HI:LO := signed 64-bit 1×2";
    Multu      "multu $t1,$t2"      "000000 fffff sssss 00000 00000 011001"  "HI:LO := unsigned 64-bit 1×2";
    Mul        "mul $t1,$t2,$t3"    "011100 sssss ttttt fffff 00000 000010"  "1 := low32(2×3); also sets HI and LO to the signed 64-bit product";
    Madd       "madd $t1,$t2"       "011100 fffff sssss 00000 00000 000000"  "HI:LO += signed 1×2 (64-bit)";
    Maddu      "maddu $t1,$t2"      "011100 fffff sssss 00000 00000 000001"  "HI:LO += unsigned 1×2";
    Msub       "msub $t1,$t2"       "011100 fffff sssss 00000 00000 000100"  "HI:LO −= signed 1×2";
    Msubu      "msubu $t1,$t2"      "011100 fffff sssss 00000 00000 000101"  "HI:LO −= unsigned 1×2";
    Div        "div $t1,$t2"        "000000 fffff sssss 00000 00000 011010"  "if 2≠0: LO := 1/2 truncated, HI := remainder (sign of dividend); if 2=0: HI, LO unchanged, no exception; 0x80000000/−1 → LO 0x80000000, HI 0";
    Divu       "divu $t1,$t2"       "000000 fffff sssss 00000 00000 011011"  "unsigned; 2=0 → unchanged";
    Mfhi       "mfhi $t1"           "000000 00000 00000 fffff 00000 010000"  "1 := HI";
    Mflo       "mflo $t1"           "000000 00000 00000 fffff 00000 010010"  "1 := LO";
    Mthi       "mthi $t1"           "000000 fffff 00000 00000 00000 010001"  "HI := 1";
    Mtlo       "mtlo $t1"           "000000 fffff 00000 00000 00000 010011"  "LO := 1";
    And        "and $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100100"  "1 := 2 & 3";
    Or         "or $t1,$t2,$t3"     "000000 sssss ttttt fffff 00000 100101"  "1 := 2 | 3";
    Andi       "andi $t1,$t2,100"   "001100 sssss fffff tttttttttttttttt"    "1 := 2 & zx(3)";
    Ori        "ori $t1,$t2,100"    "001101 sssss fffff tttttttttttttttt"    "1 := 2 | zx(3)";
    Nor        "nor $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100111"  "1 := ~(2 | 3)";
    Xor        "xor $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 100110"  "1 := 2 ^ 3";
    Xori       "xori $t1,$t2,100"   "001110 sssss fffff tttttttttttttttt"    "1 := 2 ^ zx(3)";
    Sll        "sll $t1,$t2,10"     "000000 00000 sssss fffff ttttt 000000"  "1 := 2 << 3";
    Sllv       "sllv $t1,$t2,$t3"   "000000 ttttt sssss fffff 00000 000100"  "1 := 2 << (3 & 31)";
    Srl        "srl $t1,$t2,10"     "000000 00000 sssss fffff ttttt 000010"  "1 := 2 >>> 3";
    Sra        "sra $t1,$t2,10"     "000000 00000 sssss fffff ttttt 000011"  "1 := 2 >> 3 (arith.)";
    Srav       "srav $t1,$t2,$t3"   "000000 ttttt sssss fffff 00000 000111"  "1 := 2 >> (3 & 31)";
    Srlv       "srlv $t1,$t2,$t3"   "000000 ttttt sssss fffff 00000 000110"  "1 := 2 >>> (3 & 31)";
    Lw         "lw $t1,-100($t2)"   "100011 ttttt fffff ssssssssssssssss"    "word load";
    Ll         "ll $t1,-100($t2)"   "110000 ttttt fffff ssssssssssssssss"    "same as lw";
    Lwl        "lwl $t1,-100($t2)"  "100010 ttttt fffff ssssssssssssssss"    "see 6.4";
    Lwr        "lwr $t1,-100($t2)"  "100110 ttttt fffff ssssssssssssssss"    "see 6.4";
    Sw         "sw $t1,-100($t2)"   "101011 ttttt fffff ssssssssssssssss"    "word store";
    Sc         "sc $t1,-100($t2)"   "111000 ttttt fffff ssssssssssssssss"    "as sw, then 1 := 1 always";
    Swl        "swl $t1,-100($t2)"  "101010 ttttt fffff ssssssssssssssss"    "see 6.4";
    Swr        "swr $t1,-100($t2)"  "101110 ttttt fffff ssssssssssssssss"    "see 6.4";
    Lui        "lui $t1,100"        "001111 00000 fffff ssssssssssssssss"    "1 := 2 << 16";
    Beq        "beq $t1,$t2,label"  "000100 fffff sssss tttttttttttttttt"    "branch if 1=2";
    Bne        "bne $t1,$t2,label"  "000101 fffff sssss tttttttttttttttt"    "branch if 1≠2";
    Bgez       "bgez $t1,label"     "000001 fffff 00001 ssssssssssssssss"    "branch if 1 ≥ 0";
    Bgezal     "bgezal $t1,label"   "000001 fffff 10001 ssssssssssssssss"    "if 1 ≥ 0: `$ra` := return address, branch (no link if not taken)";
    Bgtz       "bgtz $t1,label"     "000111 fffff 00000 ssssssssssssssss"    "branch if 1 > 0";
    Blez       "blez $t1,label"     "000110 fffff 00000 ssssssssssssssss"    "branch if 1 ≤ 0";
    Bltz       "bltz $t1,label"     "000001 fffff 00000 ssssssssssssssss"    "branch if 1 < 0";
    Bltzal     "bltzal $t1,label"   "000001 fffff 10000 ssssssssssssssss"    "if 1 < 0: link and branch";
    Slt        "slt $t1,$t2,$t3"    "000000 sssss ttttt fffff 00000 101010"  "signed 2<3";
    Sltu       "sltu $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 101011"  "unsigned 2<3";
    Slti       "slti $t1,$t2,-100"  "001010 sssss fffff tttttttttttttttt"    "signed 2<sx(3)";
    Sltiu      "sltiu $t1,$t2,-100" "001011 sssss fffff tttttttttttttttt"    "unsigned compare with sx(3)";
    Movn       "movn $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 001011"  "if 3≠0: 1 := 2";
    Movz       "movz $t1,$t2,$t3"   "000000 sssss ttttt fffff 00000 001010"  "if 3=0: 1 := 2";
    Movf       "movf $t1,$t2"       "000000 sssss 00000 fffff 00000 000001"  "if flag (0 or cc) is 0: 1 := 2";
    MovfCc     "movf $t1,$t2,1"     "000000 sssss ttt 00 fffff 00000 000001" "if flag (0 or cc) is 0: 1 := 2";
    Movt       "movt $t1,$t2"       "000000 sssss 00001 fffff 00000 000001"  "if flag is 1: 1 := 2";
    MovtCc     "movt $t1,$t2,1"     "000000 sssss ttt 01 fffff 00000 000001" "if flag is 1: 1 := 2";
    Break      "break 100"          "000000 ffffffffffffffffffff 001101"     "breakpoint exception";
    BreakPlain "break"              "000000 00000 00000 00000 00000 001101"  "breakpoint exception";
    Syscall    "syscall"            "000000 00000 00000 00000 00000 001100"  "§10";
    J          "j target"           "000010 ffffffffffffffffffffffffff"      "jump";
    Jr         "jr $t1"             "000000 fffff 00000 00000 00000 001000"  "pc := 1";
    Jal        "jal target"         "000011 ffffffffffffffffffffffffff"      "`$ra` := return address; jump";
    Jalr       "jalr $t1,$t2"       "000000 sssss 00000 fffff 00000 001001"  "link register (1, or `$ra` in the one-operand form) := return address first, then pc := source register — `jalr $t1,$t1` jumps to its own return address";
    JalrRa     "jalr $t1"           "000000 fffff 00000 11111 00000 001001"  "link register (1, or `$ra` in the one-operand form) := return address first, then pc := source register — `jalr $t1,$t1` jumps to its own return address";
    Lb         "lb $t1,-100($t2)"   "100000 ttttt fffff ssssssssssssssss"    "sign-extended byte";
    Lh         "lh $t1,-100($t2)"   "100001 ttttt fffff ssssssssssssssss"    "sign-extended half";
    Lhu        "lhu $t1,-100($t2)"  "100101 ttttt fffff ssssssssssssssss"    "zero-extended half";
    Lbu        "lbu $t1,-100($t2)"  "100100 ttttt fffff ssssssssssssssss"    "zero-extended byte";
    Sb         "sb $t1,-100($t2)"   "101000 ttttt fffff ssssssssssssssss"    "low byte";
    Sh         "sh $t1,-100($t2)"   "101001 ttttt fffff ssssssssssssssss"    "low half";
    Clo        "clo $t1,$t2"        "011100 sssss 00000 fffff 00000 100001"  "count leading ones (32 for −1); rt field is 0";
    Clz        "clz $t1,$t2"        "011100 sssss 00000 fffff 00000 100000"  "count leading zeros (32 for 0); rt field is 0";
    Mfc0       "mfc0 $t1,$8"        "010000 00000 fffff sssss 00000 000000"  "1 := cp0 reg 2 (0 if not one of 8,12,13,14)";
    Mtc0       "mtc0 $t1,$8"        "010000 00100 fffff sssss 00000 000000"  "cp0 reg 2 := 1 (ignored if not implemented); note source is operand 1";
    AddS       "add.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000000"  "1 := 2+3";
    SubS       "sub.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000001"  "1 := 2−3";
    MulS       "mul.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000010"  "1 := 2×3";
    DivS       "div.s $f0,$f1,$f3"  "010001 10000 ttttt sssss fffff 000011"  "1 := 2÷3";
    SqrtS      "sqrt.s $f0,$f1"     "010001 10000 00000 sssss fffff 000100"  "1 := √2; negative → NaN";
    FloorWS    "floor.w.s $f0,$f1"  "010001 10000 00000 sssss fffff 001111"  "see 6.5";
    CeilWS     "ceil.w.s $f0,$f1"   "010001 10000 00000 sssss fffff 001110"  "see 6.5";
    RoundWS    "round.w.s $f0,$f1"  "010001 10000 00000 sssss fffff 001100"  "see 6.5";
    TruncWS    "trunc.w.s $f0,$f1"  "010001 10000 00000 sssss fffff 001101"  "see 6.5";
    AddD       "add.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000000"  "1 := 2+3";
    SubD       "sub.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000001"  "1 := 2−3";
    MulD       "mul.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000010"  "1 := 2×3";
    DivD       "div.d $f2,$f4,$f6"  "010001 10001 ttttt sssss fffff 000011"  "1 := 2÷3";
    SqrtD      "sqrt.d $f2,$f4"     "010001 10001 00000 sssss fffff 000100"  "1 := √2; negative → NaN";
    FloorWD    "floor.w.d $f1,$f2"  "010001 10001 00000 sssss fffff 001111"  "see 6.5";
    CeilWD     "ceil.w.d $f1,$f2"   "010001 10001 00000 sssss fffff 001110"  "see 6.5";
    RoundWD    "round.w.d $f1,$f2"  "010001 10001 00000 sssss fffff 001100"  "see 6.5";
    TruncWD    "trunc.w.d $f1,$f2"  "010001 10001 00000 sssss fffff 001101"  "see 6.5";
    Bc1t       "bc1t label"         "010001 01000 00001 ffffffffffffffff"    "branch if flag is 1";
    Bc1tCc     "bc1t 1,label"       "010001 01000 fff 01 ssssssssssssssss"   "branch if flag is 1";
    Bc1f       "bc1f label"         "010001 01000 00000 ffffffffffffffff"    "branch if flag is 0";
    Bc1fCc     "bc1f 1,label"       "010001 01000 fff 00 ssssssssssssssss"   "branch if flag is 0";
    CEqS       "c.eq.s $f0,$f1"     "010001 10000 sssss fffff 00000 110010"  "flag (0 or cc) := 1 = 2 (operands after cc); false if NaN";
    CEqSCc     "c.eq.s 1,$f0,$f1"   "010001 10000 ttttt sssss fff 00 110010" "flag (0 or cc) := 1 = 2 (operands after cc); false if NaN";
    CLeS       "c.le.s $f0,$f1"     "010001 10000 sssss fffff 00000 111110"  "flag (0 or cc) := 1 ≤ 2 (operands after cc); false if NaN";
    CLeSCc     "c.le.s 1,$f0,$f1"   "010001 10000 ttttt sssss fff 00 111110" "flag (0 or cc) := 1 ≤ 2 (operands after cc); false if NaN";
    CLtS       "c.lt.s $f0,$f1"     "010001 10000 sssss fffff 00000 111100"  "flag (0 or cc) := 1 < 2 (operands after cc); false if NaN";
    CLtSCc     "c.lt.s 1,$f0,$f1"   "010001 10000 ttttt sssss fff 00 111100" "flag (0 or cc) := 1 < 2 (operands after cc); false if NaN";
    CEqD       "c.eq.d $f2,$f4"     "010001 10001 sssss fffff 00000 110010"  "flag (0 or cc) := 1 = 2 (operands after cc); false if NaN";
    CEqDCc     "c.eq.d 1,$f2,$f4"   "010001 10001 ttttt sssss fff 00 110010" "flag (0 or cc) := 1 = 2 (operands after cc); false if NaN";
    CLeD       "c.le.d $f2,$f4"     "010001 10001 sssss fffff 00000 111110"  "flag (0 or cc) := 1 ≤ 2 (operands after cc); false if NaN";
    CLeDCc     "c.le.d 1,$f2,$f4"   "010001 10001 ttttt sssss fff 00 111110" "flag (0 or cc) := 1 ≤ 2 (operands after cc); false if NaN";
    CLtD       "c.lt.d $f2,$f4"     "010001 10001 sssss fffff 00000 111100"  "flag (0 or cc) := 1 < 2 (operands after cc); false if NaN";
    CLtDCc     "c.lt.d 1,$f2,$f4"   "010001 10001 ttttt sssss fff 00 111100" "flag (0 or cc) := 1 < 2 (operands after cc); false if NaN";
    AbsS       "abs.s $f0,$f1"      "010001 10000 00000 sssss fffff 000101"  "clear sign bit";
    AbsD       "abs.d $f2,$f4"      "010001 10001 00000 sssss fffff 000101"  "clear sign bit";
    CvtDS      "cvt.d.s $f2,$f1"    "010001 10000 00000 sssss fffff 100001"  "convert single → double (6.5)";
    CvtDW      "cvt.d.w $f2,$f1"    "010001 10100 00000 sssss fffff 100001"  "convert int → double (6.5)";
    CvtSD      "cvt.s.d $f1,$f2"    "010001 10001 00000 sssss fffff 100000"  "convert double → single (6.5)";
    CvtSW      "cvt.s.w $f0,$f1"    "010001 10100 00000 sssss fffff 100000"  "convert int → single (6.5)";
    CvtWD      "cvt.w.d $f1,$f2"    "010001 10001 00000 sssss fffff 100100"  "convert double → int (6.5)";
    CvtWS      "cvt.w.s $f0,$f1"    "010001 10000 00000 sssss fffff 100100"  "convert single → int (6.5)";
    MovD       "mov.d $f2,$f4"      "010001 10001 00000 sssss fffff 000110"  "copy";
    MovfD      "movf.d $f2,$f4"     "010001 10001 00000 sssss fffff 010001"  "copy if flag is 0";
    MovfDCc    "movf.d $f2,$f4,1"   "010001 10001 ttt 00 sssss fffff 010001" "copy if flag is 0";
    MovtD      "movt.d $f2,$f4"     "010001 10001 00001 sssss fffff 010001"  "copy if flag is 1";
    MovtDCc    "movt.d $f2,$f4,1"   "010001 10001 ttt 01 sssss fffff 010001" "copy if flag is 1";
    MovnD      "movn.d $f2,$f4,$t3" "010001 10001 ttttt sssss fffff 010011"  "copy if integer reg 3 ≠ 0";
    MovzD      "movz.d $f2,$f4,$t3" "010001 10001 ttttt sssss fffff 010010"  "copy if integer reg 3 = 0";
    MovS       "mov.s $f0,$f1"      "010001 10000 00000 sssss fffff 000110"  "copy";
    MovfS      "movf.s $f0,$f1"     "010001 10000 00000 sssss fffff 010001"  "copy if flag is 0";
    MovfSCc    "movf.s $f0,$f1,1"   "010001 10000 ttt 00 sssss fffff 010001" "copy if flag is 0";
    MovtS      "movt.s $f0,$f1"     "010001 10000 00001 sssss fffff 010001"  "copy if flag is 1";
    MovtSCc    "movt.s $f0,$f1,1"   "010001 10000 ttt 01 sssss fffff 010001" "copy if flag is 1";
    MovnS      "movn.s $f0,$f1,$t3" "010001 10000 ttttt sssss fffff 010011"  "copy if integer reg 3 ≠ 0";
    MovzS      "movz.s $f0,$f1,$t3" "010001 10000 ttttt sssss fffff 010010"  "copy if integer reg 3 = 0";
    Mfc1       "mfc1 $t1,$f1"       "010001 00000 fffff sssss 00000 000000"  "1 := bits of FP 2";
    Mtc1       "mtc1 $t1,$f1"       "010001 00100 fffff sssss 00000 000000"  "FP 2 := bits of 1";
    NegD       "neg.d $f2,$f4"      "010001 10001 00000 sssss fffff 000111"  "flip sign bit";
    NegS       "neg.s $f0,$f1"      "010001 10000 00000 sssss fffff 000111"  "flip sign bit";
    Lwc1       "lwc1 $f1,-100($t2)" "110001 ttttt fffff ssssssssssssssss"    "load word";
    Ldc1       "ldc1 $f2,-100($t2)" "110101 ttttt fffff ssssssssssssssss"    "load double (6.5)";
    Swc1       "swc1 $f1,-100($t2)" "111001 ttttt fffff ssssssssssssssss"    "store word";
    Sdc1       "sdc1 $f2,-100($t2)" "111101 ttttt fffff ssssssssssssssss"    "store double (6.5)";
    Teq        "teq $t1,$t2"        "000000 fffff sssss 00000 00000 110100"  "trap if 1 = 2";
    Teqi       "teqi $t1,-100"      "000001 fffff 01100 ssssssssssssssss"    "trap if 1 = sx(2)";
    Tne        "tne $t1,$t2"        "000000 fffff sssss 00000 00000 110110"  "trap if 1 ≠ 2";
    Tnei       "tnei $t1,-100"      "000001 fffff 01110 ssssssssssssssss"    "trap if 1 ≠ sx(2)";
    Tge        "tge $t1,$t2"        "000000 fffff sssss 00000 00000 110000"  "trap if 1 ≥ 2 signed";
    Tgeu       "tgeu $t1,$t2"       "000000 fffff sssss 00000 00000 110001"  "trap if 1 ≥ 2 unsigned";
    Tgei       "tgei $t1,-100"      "000001 fffff 01000 ssssssssssssssss"    "trap if 1 ≥ sx(2) signed";
    Tgeiu      "tgeiu $t1,-100"     "000001 fffff 01001 ssssssssssssssss"    "trap if 1 ≥ sx(2) unsigned";
    Tlt        "tlt $t1,$t2"        "000000 fffff sssss 00000 00000 110010"  "trap if 1 < 2 signed";
    Tltu       "tltu $t1,$t2"       "000000 fffff sssss 00000 00000 110011"  "trap if 1 < 2 unsigned";
    Tlti       "tlti $t1,-100"      "000001 fffff 01010 ssssssssssssssss"    "trap if 1 < sx(2) signed";
    Tltiu      "tltiu $t1,-100"     "000001 fffff 01011 ssssssssssssssss"    "trap if 1 < sx(2) unsigned";
    Eret       "eret"               "010000 10000 00000 00000 00000 011000"  "status bit 1 := 0; pc := cp0 $14";
}
