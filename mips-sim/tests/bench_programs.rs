//! The programs of `bench/` compute what they say, and the checker finds nothing in them. They run here with a smaller size, since they
//! are made to take long; `cargo bench -p mips-sim --bench run` runs them to the end.

use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::check::Check;
use mips_sim::{AsmOptions, assemble};

macro_rules! program {
    ($name:literal) => {
        ($name, include_str!(concat!("../../bench/", $name, ".asm")))
    };
}

/// Runs a program with a size in place of its own.
fn run((name, source): (&str, &str), size: u32) -> String {
    let line = source.lines().find(|line| line.starts_with("size:")).expect("it has a size");
    let source = source.replace(line, &format!("size: .word {size}"));
    let mut files: &[(&str, &str)] = &[("p.asm", &source)];
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assemble(&["p.asm"], &mut files, &options);
    let found: Vec<_> = assembly.diagnostics.for_people().map(|d| &d.message).collect();
    assert!(found.is_empty(), "{name}: {found:?}");
    let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
    let mut host = ScriptedHost::new("");
    let mut check = Check::new(&assembly.image);
    let stop = machine.run(&mut host, &mut check, 100_000_000);
    assert_eq!(stop, Stop::Exit(0), "{name}");
    assert_eq!(check.findings(), [], "{name}");
    String::from_utf8(host.output).expect("text")
}

#[test]
fn each_computes_what_it_should() {
    assert_eq!(run(program!("fib"), 20), "fib 6765\n");
    // There are 9,592 primes below 100,000.
    assert_eq!(run(program!("sieve"), 2), "sieve 19184\n");
    assert_eq!(run(program!("arith"), 1000), format!("arith {}\n", arith(1000)));
    assert_eq!(run(program!("matmul"), 1), format!("matmul {}\n", matmul(1)));
    assert_eq!(run(program!("quicksort"), 1), format!("quicksort {}\n", quicksort(1)));
    assert_eq!(run(program!("mandelbrot"), 50), format!("mandelbrot {}\n", mandelbrot(50)));
    // Recorded from SPIM 8.0.
    assert_eq!(run(program!("strings"), 2), "strings 1981743288\n");
}

fn arith(rounds: u32) -> i32 {
    let (mut x, mut sum) = (1u32, 0i32);
    for _ in 0..rounds {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        let product = x.wrapping_mul(40503) as i32;
        sum = (product >> 3).wrapping_sub(sum);
        sum = sum.wrapping_add(i32::from(sum < product));
    }
    sum
}

fn matmul(rounds: usize) -> i32 {
    const N: usize = 80;
    let (mut a, mut b) = (vec![0i32; N * N], vec![0i32; N * N]);
    let mut x = 12345i32;
    for k in 0..N * N {
        x = x.wrapping_mul(33).wrapping_add(17);
        (a[k], b[k]) = (x >> 20, x >> 24);
    }
    let mut checksum = 0i32;
    for _ in 0..rounds {
        for k in 0..N * N {
            let term = |j: usize| a[k / N * N + j].wrapping_mul(b[j * N + k % N]);
            checksum ^= (0..N).map(term).fold(0, i32::wrapping_add);
            checksum = checksum.rotate_left(1);
        }
        a[0] += 1;
    }
    checksum
}

fn quicksort(rounds: usize) -> i32 {
    let (mut x, mut checksum) = (1i32, 0i32);
    for _ in 0..rounds {
        let mut next = || {
            x = x.wrapping_mul(1_103_515_245).wrapping_add(12345);
            x >> 8
        };
        let mut words: Vec<i32> = (0..20_000).map(|_| next()).collect();
        words.sort_unstable();
        for word in &words[..19_999] {
            checksum = checksum.wrapping_mul(3).wrapping_add(*word);
        }
    }
    checksum
}

fn mandelbrot(most: i32) -> i32 {
    let mut checksum = 0i32;
    let mut cy = -1.25;
    for _ in 0..100 {
        let mut cx = -2.1;
        for _ in 0..160 {
            let (mut x, mut y, mut left) = (0.0f64, 0.0f64, most);
            while left > 0 {
                let (xx, yy) = (x * x, y * y);
                if xx + yy > 4.0 {
                    break;
                }
                let product = x * y;
                y = product + product + cy;
                x = xx - yy + cx;
                left -= 1;
            }
            checksum = checksum.wrapping_mul(9).wrapping_add(left);
            cx += 0.01875;
        }
        cy += 0.025;
    }
    checksum
}
