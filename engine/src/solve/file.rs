//! Policies as bytes.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the letters `ftpolicy` |
//! | 2 | the version, 1 |
//! | 1 | rows of the board |
//! | 1 | new tiles: 0 always 2, 1 nine 2s to one 4 |
//! | 1 | the exponent of the tile to reach |
//! | 3 | zero |
//! | 4 | the number of layers; layer i has the tile sum 2 i |
//! | … | the layers |
//! | 8 | FNV-1a, 64 bits, of all bytes before |
//!
//! A layer is the number of its boards (4 bytes); then the boards in ascending order, each as what
//! it is greater than the one before, the first as it is, seven bits to a byte, low bits first, the
//! high bit set in all bytes but the last; then four bits of advice for each board, two boards to a
//! byte; then the chance to win on each board (4 bytes, IEEE 754).

use super::policy::{Policy, PolicyLayer};
use super::{Spawn, TARGETS};
use crate::Direction;
use crate::packed::Packed;

const MAGIC: &[u8; 8] = b"ftpolicy";
const VERSION: u16 = 1;

/// Why bytes are not a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyFileError {
    /// It does not begin as one.
    #[error("this is not a saved policy")]
    NotAPolicy,
    /// A version that is not known.
    #[error("this policy has the format version {0}; only version {VERSION} can be read")]
    Version(u16),
    /// A policy for boards of another size.
    #[error("this policy is for a board with {0} rows")]
    Side(u8),
    /// Bytes are missing or not those that were written.
    #[error("this policy is damaged or cut short")]
    Damaged,
}

impl<const N: usize> Policy<N> {
    /// The policy as bytes, in the format that the source of this module describes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(64 + 7 * self.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        let spawn = match self.spawn {
            Spawn::Twos => 0,
            Spawn::TwosAndFours => 1,
        };
        bytes.extend_from_slice(&[N as u8, spawn, self.target, 0, 0, 0]);
        bytes.extend_from_slice(&(self.layers.len() as u32).to_le_bytes());
        for layer in &self.layers {
            bytes.extend_from_slice(&(layer.boards.len() as u32).to_le_bytes());
            let mut before = 0;
            for board in &layer.boards {
                push_varint(&mut bytes, board.bits() - before);
                before = board.bits();
            }
            bytes.extend_from_slice(&layer.marks);
            layer.chances.iter().for_each(|chance| bytes.extend_from_slice(&chance.to_le_bytes()));
        }
        let checksum = fnv(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads what [`Policy::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Policy<N>, PolicyFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(PolicyFileError::NotAPolicy)?;
        let (version, _) = rest.split_first_chunk().ok_or(PolicyFileError::Damaged)?;
        match u16::from_le_bytes(*version) {
            VERSION => read(bytes),
            other => Err(PolicyFileError::Version(other)),
        }
    }
}

fn read<const N: usize>(bytes: &[u8]) -> Result<Policy<N>, PolicyFileError> {
    let (body, checksum) = bytes.split_last_chunk().ok_or(PolicyFileError::Damaged)?;
    if fnv(body) != u64::from_le_bytes(*checksum) {
        return Err(PolicyFileError::Damaged);
    }
    // The sum is right, but whoever wrote it need not be us: go on checking.
    let mut reader = Reader { rest: body.get(10..).unwrap_or_default() };
    let [side, spawn, target, ..] = reader.array::<6>()?;
    if usize::from(side) != N {
        return Err(PolicyFileError::Side(side));
    }
    let spawn = match spawn {
        0 => Spawn::Twos,
        1 => Spawn::TwosAndFours,
        _ => return Err(PolicyFileError::Damaged),
    };
    if !TARGETS.iter().any(|known| *known == 1u32.checked_shl(target.into()).unwrap_or(0)) {
        return Err(PolicyFileError::Damaged);
    }
    let count = u32::from_le_bytes(reader.array()?);
    let layers = (0..count).map(|half| reader.layer(half)).collect::<Result<_, _>>()?;
    if !reader.rest.is_empty() {
        return Err(PolicyFileError::Damaged);
    }
    Ok(Policy::new(spawn, target, layers))
}

/// What has not been read yet.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], PolicyFileError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(PolicyFileError::Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], PolicyFileError> {
        let taken = self.take(COUNT)?;
        taken.try_into().map_err(|_| PolicyFileError::Damaged)
    }

    fn varint(&mut self) -> Result<u64, PolicyFileError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let [byte] = self.array()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(PolicyFileError::Damaged)
    }

    fn layer<const N: usize>(&mut self, half: u32) -> Result<PolicyLayer<N>, PolicyFileError> {
        let count = u32::from_le_bytes(self.array()?) as usize;
        // Each board takes more than four bytes, so a false count does not get far.
        if count > self.rest.len() / 4 {
            return Err(PolicyFileError::Damaged);
        }
        let mut boards: Vec<Packed<N>> = Vec::with_capacity(count);
        for _ in 0..count {
            let step = self.varint()?;
            let before = boards.last().map(|board| board.bits());
            let bits = before.unwrap_or(0).checked_add(step).ok_or(PolicyFileError::Damaged)?;
            let board = Packed::from_bits(bits).ok_or(PolicyFileError::Damaged)?;
            if before == Some(bits) || board.tile_sum() / 2 != half {
                return Err(PolicyFileError::Damaged);
            }
            boards.push(board);
        }
        let marks = self.take(count.div_ceil(2))?.to_vec();
        let chances = self.take(4 * count)?.chunks_exact(4);
        let chances: Vec<f32> = chances
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            .collect();
        let legal = |(at, board): (usize, &Packed<N>)| {
            let mark = marks[at / 2] >> (at % 2 * 4);
            board.legal().contains(Direction::ALL[usize::from(mark & 3)])
        };
        let sound = boards.iter().enumerate().all(legal)
            && chances.iter().all(|chance| (0.0..=1.0).contains(chance));
        sound.then_some(PolicyLayer { boards, marks, chances }).ok_or(PolicyFileError::Damaged)
    }
}

fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn fnv(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}
