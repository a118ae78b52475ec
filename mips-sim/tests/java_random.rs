//! Java's random numbers: recorded streams, and the same through the traits of the `rand` crates.

use mips_sim::java::Random;
use rand_core::{Rng, SeedableRng};

/// What Java 17 gave for one seed: four integers; then from the start again one number below
/// each of [`BOUNDS`]; then from the start again two floats, two doubles and a long.
struct Recorded {
    seed: i64,
    ints: [i32; 4],
    below: [i32; 11],
    floats: [u32; 2],
    doubles: [u64; 2],
    long: i64,
}

const BOUNDS: [i32; 11] =
    [1, 2, 3, 7, 64, 100, 1000, 1 << 30, (1 << 30) + 1, i32::MAX, 1_610_612_737];

const RECORDED: &[Recorded] = &[
    Recorded {
        seed: 0,
        ints: [-1155484576, -723955400, 1033096058, -1690734402],
        below: [0, 1, 1, 2, 40, 53, 491, 125634880, 715581077, 542832677, 827187473],
        floats: [0x3f3b20b4, 0x3f54d951],
        doubles: [0x3fcec9e5b3672e14, 0x3fe465b93a78ef81],
        long: -8292973307042192125,
    },
    Recorded {
        seed: 1,
        ints: [-1155869325, 431529176, 1761283695, 1749940626],
        below: [0, 0, 1, 0, 13, 4, 434, 707453303, 13136569, 327998473, 342691263],
        floats: [0x3f3b1ad5, 0x3dcdc4e0],
        doubles: [0x3fda3ec39684df98, 0x3fca96666128d71c],
        long: 6137546356583794141,
    },
    Recorded {
        seed: -1,
        ints: [1155099827, 1887904451, 52699159, -1941176418],
        below: [0, 0, 0, 6, 42, 38, 477, 428732739, 121412731, 1730951808, 665220512],
        floats: [0x3e89b2d8, 0x3ee10e44],
        doubles: [0x3f8921011897ff00, 0x3fe52fcbccce6dda],
        long: 7681931065131779340,
    },
    Recorded {
        seed: 42,
        ints: [-1170105035, 234785527, -1360544799, 205897768],
        below: [0, 0, 0, 3, 19, 25, 505, 759898459, 196118093, 1939977182, 969067502],
        floats: [0x3f3a419d, 0x3d5fe8a0],
        doubles: [0x3fe5dcf778622e01, 0x3fd3c20f3f12bbb4],
        long: 5111195811822994797,
    },
    Recorded {
        seed: -2147483648,
        ints: [1631269984, 1562497336, 1735543674, 1442181310],
        below: [0, 0, 0, 5, 32, 81, 747, 503195968, 910042773, 1933654053, 1524048145],
        floats: [0x3ec27668, 0x3eba43a2],
        doubles: [0x3fd9dc92d55f5f0a, 0x3fe00e093a1b7381],
        long: -1860003450298260221,
    },
    Recorded {
        seed: 2147483647,
        ints: [-1631654733, -398548285, -649748457, -779124834],
        below: [0, 1, 0, 3, 51, 10, 221, 51171651, 977964517, 2060475515, 1536490112],
        floats: [0x3f1ebeec, 0x3f683ea2],
        doubles: [0x3feb28b4068c7bfc, 0x3fe9877bcd2be9da],
        long: 1248961208387847436,
    },
    Recorded {
        seed: 25214903917,
        ints: [0, 4232237, 178803790, 758674372],
        below: [0, 0, 2, 4, 23, 96, 689, 523145510, 975888346, 500746873, 1219898729],
        floats: [0x0, 0x3a812800],
        doubles: [0x3fa550a8969c39e0, 0x3fd755a4a1761716],
        long: 1702591086234059930,
    },
    Recorded {
        seed: 123456789012345,
        ints: [-1421006947, -2071311287, -583755257, -1678701992],
        below: [0, 1, 2, 1, 56, 68, 260, 996266494, 849765284, 1838689823, 1323480031],
        floats: [0x3f2b4d27, 0x3f048a4c],
        doubles: [0x3feba69344df8852, 0x3fec35bbf6b7031b],
        long: 1596561836080580602,
    },
];

#[test]
fn recorded_streams() {
    for recorded in RECORDED {
        let seed = recorded.seed;
        let mut random = Random::new(seed);
        assert_eq!(recorded.ints.map(|_| random.next_int()), recorded.ints, "seed {seed}");
        let mut random = Random::new(seed);
        let below = BOUNDS.map(|bound| random.next_int_below(bound));
        assert_eq!(below, recorded.below, "seed {seed}");
        let mut random = Random::new(seed);
        let floats = recorded.floats.map(|_| random.next_float().to_bits());
        assert_eq!(floats, recorded.floats, "seed {seed}");
        let doubles = recorded.doubles.map(|_| random.next_double().to_bits());
        assert_eq!(doubles, recorded.doubles, "seed {seed}");
        assert_eq!(random.next_u64() as i64, recorded.long, "seed {seed}");
    }
    // Of a seed 48 bits count, in Java too.
    assert_eq!(Random::new(i64::MIN), Random::new(0));
    assert_eq!(Random::new(i64::MAX), Random::new(-1));
}

#[test]
fn one_stream_serves_all_kinds() {
    let mut random = Random::new(42);
    assert_eq!((random.next_int(), random.next_int()), (-1170105035, 234785527));
    assert_eq!((random.next_int_below(100), random.next_int_below(64)), (48, 3));
    assert_eq!((random.next_float(), random.next_double()), (0.3087194, 0.9420735430282128));
}

/// A million rounds with ever new bounds, folded into two numbers that Java 17 gave too.
#[test]
fn a_long_stream() {
    let mut random = Random::new(2024);
    let (mut ints, mut longs) = (0i32, 0i64);
    for round in 1..=1_000_000i32 {
        let bound = (round.wrapping_mul(7919) & i32::MAX).max(1);
        for int in
            [random.next_int_below(bound), random.next_int(), random.next_float().to_bits() as i32]
        {
            ints = ints.wrapping_mul(31).wrapping_add(int);
        }
        for long in
            [random.next_double().to_bits() as i64, random.next_int_below(0x6000_0001).into()]
        {
            longs = longs.wrapping_mul(31).wrapping_add(long);
        }
    }
    assert_eq!((ints, longs), (-1508976627, -8696117778740619172));
}

#[test]
fn the_traits_see_the_same_stream() {
    let mut random = Random::seed_from_u64(-7i64 as u64);
    assert_eq!(random, Random::from_seed((-7i64).to_le_bytes()));
    let mut java = random.clone();
    assert_eq!(random.next_u32(), java.next_int() as u32);
    let mut bytes = [0; 6];
    random.fill_bytes(&mut bytes);
    assert_eq!(bytes[..4], java.next_int().to_le_bytes());
    assert_eq!(bytes[4..], java.next_int().to_le_bytes()[..2]);
    assert_eq!(random, java);
}
