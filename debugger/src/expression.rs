//! The little language of conditions and of `print`: registers, labels, numbers, characters, memory,
//! and the operators of C. Everything is a 32-bit integer and signed, as in the instructions that
//! programs use most.

use mips_sim::Image;
use mips_sim::config::MemoryConfig;
use mips_sim::isa::reg;
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;

/// Parentheses inside each other; more are refused, so that no text can exhaust the stack.
const MAX_DEPTH: u32 = 64;

/// An expression that was read, with its labels resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    root: Node,
}

/// What an expression is evaluated in: a moment of a run.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The registers.
    pub cpu: &'a Cpu,
    /// The memory.
    pub memory: &'a Memory,
    /// The address of the next instruction.
    pub pc: u32,
    /// How many instructions have been executed.
    pub step: u64,
    /// Where the segments lie.
    pub config: &'a MemoryConfig,
}

/// Why a text is no expression, and in which column, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}, in column {column}")]
pub struct ExpressionError {
    /// The column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: ExpressionProblem,
}

/// What is wrong in an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionProblem {
    /// A value was expected, and there is something else.
    #[error("expected a value, found `{0}`")]
    NoValue(String),
    /// A value was expected, and there is nothing more.
    #[error("expected a value, found the end")]
    Unfinished,
    /// There is something behind the expression.
    #[error("expected an operator, found `{0}`")]
    Extra(String),
    /// A parenthesis is not closed.
    #[error("expected `)`")]
    NoClose,
    /// No label has this name.
    #[error("there is no label `{0}`")]
    NoLabel(String),
    /// No register has this name.
    #[error("there is no register `{0}`")]
    NoRegister(String),
    /// A floating-point register, whose value is no integer.
    #[error("`{0}` is a floating-point register, and expressions have integers only")]
    FloatRegister(String),
    /// Digits that are no number of 32 bits.
    #[error("`{0}` is no number of 32 bits")]
    BadNumber(String),
    /// A quote that is not one character.
    #[error("expected one character in quotes")]
    BadCharacter,
    /// A character that means nothing here.
    #[error("`{0}` means nothing here")]
    Odd(char),
    /// `=` where a comparison is meant.
    #[error("expected `==`, found `=`")]
    Assignment,
    /// Too many parentheses inside each other.
    #[error("too many parentheses inside each other")]
    TooDeep,
}

/// Why an expression has no value at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// A division by zero.
    #[error("division by zero")]
    ByZero,
    /// There is no memory at an address.
    #[error("there is no data at 0x{0:08x}")]
    NoMemory(u32),
    /// An address that is not a multiple of the size.
    #[error("0x{0:08x} is not a multiple of {1}")]
    Unaligned(u32, u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Number(i32),
    Register(u8),
    Special(Special),
    /// So many bytes of memory, sign-extended or not.
    Load(u32, bool, Box<Node>),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    Pc,
    Hi,
    Lo,
    Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unary {
    Negate,
    Not,
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Left,
    Right,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

/// The operators by how tightly they bind, the loosest first. Longer signs come before their
/// beginnings.
const OPERATORS: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("==", Binary::Equal), ("!=", Binary::Unequal)],
    &[
        ("<=", Binary::LessEqual),
        (">=", Binary::GreaterEqual),
        ("<", Binary::Less),
        (">", Binary::Greater),
    ],
    &[("<<", Binary::Left), (">>", Binary::Right)],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

/// Signs, longest first, as they are cut from the text.
const SIGNS: [&str; 22] = [
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "|", "^", "&", "<", ">", "+", "-", "*", "/",
    "%", "!", "~", "(", ")",
];

/// The functions that look at memory: name, bytes, whether the sign is extended.
const LOADS: [(&str, u32, bool); 5] = [
    ("word", 4, true),
    ("half", 2, true),
    ("byte", 1, true),
    ("uhalf", 2, false),
    ("ubyte", 1, false),
];

impl Expression {
    /// Reads an expression.
    pub fn read(text: &str, image: &Image) -> Result<Expression, ExpressionError> {
        let mut reader = Reader { text, at: 0, depth: 0, image };
        let root = reader.binary(0)?;
        match reader.rest() {
            "" => Ok(Expression { root }),
            rest if rest.starts_with('=') => Err(reader.error(ExpressionProblem::Assignment)),
            _ => Err(reader.error(ExpressionProblem::Extra(reader.word()))),
        }
    }

    /// Its value at a moment. A condition holds if that is not 0.
    pub fn value(&self, scene: &Scene<'_>) -> Result<i32, EvaluationError> {
        value(&self.root, scene)
    }

    /// Whether it is a single register, and which.
    pub(crate) fn register(&self) -> Option<u8> {
        match self.root {
            Node::Register(number) => Some(number),
            _ => None,
        }
    }

    /// The expression of the address and the number of bytes, if it is a look at memory.
    pub(crate) fn load(&self) -> Option<(Expression, u32)> {
        match &self.root {
            Node::Load(bytes, _, address) => {
                Some((Expression { root: (**address).clone() }, *bytes))
            }
            _ => None,
        }
    }
}

fn value(node: &Node, scene: &Scene<'_>) -> Result<i32, EvaluationError> {
    Ok(match node {
        Node::Number(number) => *number,
        Node::Register(number) => scene.cpu.get(*number) as i32,
        Node::Special(special) => match special {
            Special::Pc => scene.pc as i32,
            Special::Hi => scene.cpu.hi as i32,
            Special::Lo => scene.cpu.lo as i32,
            Special::Step => scene.step as i32,
        },
        Node::Load(bytes, signed, address) => {
            let address = value(address, scene)? as u32;
            let word = load(scene, address, *bytes)?;
            match (bytes, signed) {
                (1, true) => i32::from(word as u8 as i8),
                (1, false) => i32::from(word as u8),
                (2, true) => i32::from(word as u16 as i16),
                (2, false) => i32::from(word as u16),
                _ => word as i32,
            }
        }
        Node::Unary(operator, operand) => {
            let operand = value(operand, scene)?;
            match operator {
                Unary::Negate => operand.wrapping_neg(),
                Unary::Not => i32::from(operand == 0),
                Unary::Invert => !operand,
            }
        }
        // The second operand counts only if the first does not decide.
        Node::Binary(Binary::And, a, b) => {
            i32::from(value(a, scene)? != 0 && value(b, scene)? != 0)
        }
        Node::Binary(Binary::Or, a, b) => i32::from(value(a, scene)? != 0 || value(b, scene)? != 0),
        Node::Binary(operator, a, b) => binary(*operator, value(a, scene)?, value(b, scene)?)?,
    })
}

fn binary(operator: Binary, a: i32, b: i32) -> Result<i32, EvaluationError> {
    Ok(match operator {
        Binary::Or => i32::from(a != 0 || b != 0),
        Binary::And => i32::from(a != 0 && b != 0),
        Binary::BitOr => a | b,
        Binary::BitXor => a ^ b,
        Binary::BitAnd => a & b,
        Binary::Equal => i32::from(a == b),
        Binary::Unequal => i32::from(a != b),
        Binary::Less => i32::from(a < b),
        Binary::LessEqual => i32::from(a <= b),
        Binary::Greater => i32::from(a > b),
        Binary::GreaterEqual => i32::from(a >= b),
        Binary::Left => a.wrapping_shl(b as u32),
        Binary::Right => a.wrapping_shr(b as u32),
        Binary::Plus => a.wrapping_add(b),
        Binary::Minus => a.wrapping_sub(b),
        Binary::Times => a.wrapping_mul(b),
        Binary::Divide | Binary::Remainder if b == 0 => return Err(EvaluationError::ByZero),
        Binary::Divide => a.wrapping_div(b),
        Binary::Remainder => a.wrapping_rem(b),
    })
}

/// The bytes at an address as a person looks at them. What nobody stored in is zero.
pub(crate) fn load(scene: &Scene<'_>, address: u32, bytes: u32) -> Result<u32, EvaluationError> {
    if !address.is_multiple_of(bytes) {
        return Err(EvaluationError::Unaligned(address, bytes));
    }
    let word = match scene.memory.peek(address & !3) {
        Some(word) => word,
        None if scene.config.region(address).is_some_and(holds_data) => 0,
        None => return Err(EvaluationError::NoMemory(address)),
    };
    Ok(word >> (8 * (address & 3)))
}

fn holds_data(region: mips_sim::config::Region) -> bool {
    use mips_sim::config::Region;
    !matches!(region, Region::Text | Region::KernelText)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    image: &'a Image,
}

impl Reader<'_> {
    /// What is left, without the blanks before it.
    fn rest(&mut self) -> &str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn error(&self, problem: ExpressionProblem) -> ExpressionError {
        ExpressionError { column: self.text[..self.at].chars().count() + 1, problem }
    }

    /// A name, number or register that begins here, or else one character.
    fn word(&self) -> String {
        let rest = &self.text[self.at..];
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let length = rest.find(|c: char| !inside(c)).unwrap_or(rest.len());
        match length {
            0 => rest.chars().take(1).collect(),
            length => rest[..length].to_string(),
        }
    }

    /// The sign that begins here.
    fn sign(&mut self) -> Option<&'static str> {
        let rest = self.rest();
        SIGNS.into_iter().find(|sign| rest.starts_with(sign))
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.sign() == Some(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Operators from this level on, from left to right.
    fn binary(&mut self, level: usize) -> Result<Node, ExpressionError> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut node = self.binary(level + 1)?;
        while let Some(sign) = self.sign()
            && let Some((sign, operator)) = operators.iter().find(|(text, _)| *text == sign)
        {
            self.at += sign.len();
            let other = self.binary(level + 1)?;
            node = Node::Binary(*operator, Box::new(node), Box::new(other));
        }
        Ok(node)
    }

    fn unary(&mut self) -> Result<Node, ExpressionError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(ExpressionProblem::TooDeep));
        }
        self.depth += 1;
        let operators = [("-", Unary::Negate), ("!", Unary::Not), ("~", Unary::Invert)];
        let found = operators.into_iter().find(|(sign, _)| self.take(sign));
        let node = match found {
            Some((_, operator)) => Node::Unary(operator, Box::new(self.unary()?)),
            None => self.primary()?,
        };
        self.depth -= 1;
        Ok(node)
    }

    fn primary(&mut self) -> Result<Node, ExpressionError> {
        if self.take("(") {
            return self.closed();
        }
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Err(self.error(ExpressionProblem::Unfinished));
        };
        if first == '\'' {
            return self.character();
        }
        let word = self.word();
        let node = match first {
            '$' => self.register(&word)?,
            '0'..='9' => Node::Number(self.number(&word)?),
            c if c.is_alphabetic() || matches!(c, '_' | '.') => return self.name(&word),
            _ if self.sign().is_some() => return Err(self.error(ExpressionProblem::NoValue(word))),
            c => return Err(self.error(ExpressionProblem::Odd(c))),
        };
        self.at += word.len();
        Ok(node)
    }

    /// What is inside a parenthesis that was opened.
    fn closed(&mut self) -> Result<Node, ExpressionError> {
        let node = self.binary(0)?;
        if self.take(")") { Ok(node) } else { Err(self.error(ExpressionProblem::NoClose)) }
    }

    fn register(&mut self, word: &str) -> Result<Node, ExpressionError> {
        let special = match word {
            "$pc" => Some(Special::Pc),
            "$hi" => Some(Special::Hi),
            "$lo" => Some(Special::Lo),
            _ => None,
        };
        match (special, reg::integer(word)) {
            (Some(special), _) => Ok(Node::Special(special)),
            (None, Some((number, _))) => Ok(Node::Register(number)),
            _ if reg::float(word).is_some() => {
                Err(self.error(ExpressionProblem::FloatRegister(word.to_string())))
            }
            _ => Err(self.error(ExpressionProblem::NoRegister(word.to_string()))),
        }
    }

    fn number(&self, word: &str) -> Result<i32, ExpressionError> {
        let hexadecimal = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
        let number = match hexadecimal {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => word.parse::<u32>(),
        };
        let number = number.map(|number| number as i32);
        number.map_err(|_| self.error(ExpressionProblem::BadNumber(word.to_string())))
    }

    fn character(&mut self) -> Result<Node, ExpressionError> {
        let rest = &self.text[self.at..];
        let mut chars = rest[1..].chars();
        let found = match (chars.next(), chars.next(), chars.next()) {
            (Some('\\'), Some(c), Some('\'')) => {
                let escaped = [('n', 10), ('t', 9), ('r', 13), ('0', 0), ('\\', 92), ('\'', 39)];
                escaped.into_iter().find(|(name, _)| *name == c).map(|(_, code)| (code, 4))
            }
            (Some(c), Some('\''), _) if c != '\\' && c != '\'' => {
                Some((c as i32, 2 + c.len_utf8()))
            }
            _ => None,
        };
        let (code, length) = found.ok_or_else(|| self.error(ExpressionProblem::BadCharacter))?;
        self.at += length;
        Ok(Node::Number(code))
    }

    fn name(&mut self, word: &str) -> Result<Node, ExpressionError> {
        let start = self.at;
        self.at += word.len();
        if let Some((_, bytes, signed)) = LOADS.into_iter().find(|(name, ..)| *name == word)
            && self.take("(")
        {
            return Ok(Node::Load(bytes, signed, Box::new(self.closed()?)));
        }
        if let Some(address) = label(self.image, word) {
            return Ok(Node::Number(address as i32));
        }
        match word {
            "step" => Ok(Node::Special(Special::Step)),
            _ => {
                self.at = start;
                Err(self.error(ExpressionProblem::NoLabel(word.to_string())))
            }
        }
    }
}

/// The address of a label; a global one before those of single files.
pub(crate) fn label(image: &Image, name: &str) -> Option<u32> {
    let named = || image.symbols.iter().filter(|symbol| symbol.name == name);
    let global = named().find(|symbol| symbol.file.is_none());
    global.or_else(|| named().next()).map(|symbol| symbol.address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mips_sim::machine::{Machine, MachineOptions};
    use mips_sim::{AsmOptions, assemble};

    fn image() -> Image {
        let source = ".data\ncount: .word 7, -2\ntext: .byte 97, 122, -1\n.text\nmain: nop\n";
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        assemble(&["p.asm"], &mut files, &AsmOptions::default()).image
    }

    fn evaluated(text: &str) -> Result<i32, String> {
        let image = image();
        let mut machine = Machine::load(&image, &MachineOptions::default());
        machine.cpu.set(8, 3);
        let expression = Expression::read(text, &image).map_err(|error| error.to_string())?;
        let scene = Scene {
            cpu: &machine.cpu,
            memory: &machine.memory,
            pc: machine.pc,
            step: 9,
            config: &image.config,
        };
        expression.value(&scene).map_err(|error| error.to_string())
    }

    #[test]
    fn values() {
        for (text, expected) in [
            ("$t0", 3),
            ("$8 + 1", 4),
            ("1 + 2 * 3 - 4", 3),
            ("10 - 2 - 3", 5),
            ("(1 + 2) * 3", 9),
            ("-$t0 < 0 && !0", 1),
            ("0 && 1 / 0", 0),
            ("1 || 1 / 0", 1),
            ("7 & 3 == 3", 1),
            ("1 << 4 | 1", 17),
            ("~0", -1),
            ("0xffffffff", -1),
            ("4294967295", -1),
            ("'a' == byte(text)", 1),
            ("'\\n'", 10),
            ("word(count) == 7 && $t0 > 2", 1),
            ("word(count + 4)", -2),
            ("byte(text+2)", -1),
            ("ubyte(text + 2)", 255),
            ("uhalf(text) >> 8", 'z' as i32),
            ("$pc == main", 1),
            ("step", 9),
            ("word(0x10040000)", 0),
        ] {
            assert_eq!(evaluated(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_and_where() {
        for (text, expected) in [
            ("", "expected a value, found the end, in column 1"),
            ("$t0 >", "expected a value, found the end, in column 6"),
            ("$t0 > > 3", "expected a value, found `>`, in column 7"),
            ("$t0 = 3", "expected `==`, found `=`, in column 5"),
            ("$t0 3", "expected an operator, found `3`, in column 5"),
            ("($t0", "expected `)`, in column 5"),
            ("$t99", "there is no register `$t99`, in column 1"),
            (
                "1 + $f2",
                "`$f2` is a floating-point register, and expressions have integers only, in column 5",
            ),
            ("word(cuont)", "there is no label `cuont`, in column 6"),
            ("99999999999", "`99999999999` is no number of 32 bits, in column 1"),
            ("'ab'", "expected one character in quotes, in column 1"),
            ("ä + §", "there is no label `ä`, in column 1"),
            ("1 + §", "`§` means nothing here, in column 5"),
            ("1 / ($t0 - 3)", "division by zero"),
            ("word(count + 1)", "0x10010001 is not a multiple of 4"),
            ("word(4)", "there is no data at 0x00000004"),
        ] {
            assert_eq!(evaluated(text), Err(expected.to_string()), "{text}");
        }
        let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(evaluated(&deep).is_err_and(|error| error.contains("too many parentheses")));
        let deep = "-".repeat(100_000);
        assert!(evaluated(&deep).is_err());
    }
}
