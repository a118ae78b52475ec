//! `fivetwelve asm`: assemble and say what came of it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use grader::submission::together::assemble_whole;
use mips_sim::config::Region;
use mips_sim::diag::Message;
use mips_sim::source::FileId;
use mips_sim::{AsmOptions, Assembly, Image, Loader, assemble};
use serde_json::{Value, json};
use tester::wording::visible_source;
use tester::{Limits, Program};

use crate::args::{AsmArgs, Emit, MessageFormat};
use crate::exit::Exit;
use crate::form;
use crate::io::Io;
use crate::loader::{Disk, beside, main_file};
use crate::{output, render};

pub(crate) fn run(args: &AsmArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let json = args.message_format == MessageFormat::Json;
    let to_stdout = args.emit.is_some() && args.output.as_os_str() == "-";
    if json && (to_stdout || args.listing || args.symbols) {
        return Err(Exit::Usage.error(
            "JSON messages go to standard output, where --listing, --symbols and --emit write too; \
             use `-o FILE` or leave one of them out",
        ));
    }
    let options = AsmOptions {
        config: args.memory,
        delayed_branching: args.delayed_branching,
        pseudo: !args.no_pseudo,
        self_modifying: args.self_modifying,
        warnings_are_errors: args.warnings_are_errors,
        advice: !args.no_advice,
        unfinished: false,
    };
    let names: Vec<&str> = args.files.iter().map(String::as_str).collect();
    let assembly = assemble(&names, &mut Disk, &options);
    if json {
        write!(io.out, "{}", render::diagnostics_json(&assembly))?;
    } else {
        write!(io.err, "{}", render::diagnostics(&assembly, io.style()))?;
    }
    if !assembly.succeeded() {
        return Ok(failure(&assembly, Exit::Failed));
    }
    if args.listing {
        listing(&assembly, &mut io.out)?;
    }
    if args.symbols {
        symbols(&assembly, &mut io.out)?;
    }
    match args.emit {
        Some(format) => emit(&assembly, format, args, io),
        None => {
            if !args.listing && !args.symbols && !json {
                writeln!(io.out, "{}", summary(&assembly, &args.files))?;
            }
            Ok(Exit::Ok)
        }
    }
}

/// A program for the tester, whose diagnostics are shown. `refused` ends the command if it does not
/// assemble.
pub(super) fn program(name: &str, refused: Exit, io: &mut Io) -> anyhow::Result<Program> {
    let main = main_file(name)?;
    let options = AsmOptions::default();
    let whole = assemble_whole(&main, &beside(&main), &[], &mut Disk, &options);
    let names: Vec<&str> = whole.names.iter().map(String::as_str).collect();
    let assembly = told(with_reasons(whole.assembly, &names, &mut Disk, &options), refused, io)?;
    Ok(Program::new(assembly.image, Limits::default()))
}

/// Assembles and shows the diagnostics; the same without the tester.
pub(crate) fn assembled(
    names: &[&str],
    loader: &mut impl Loader,
    options: &AsmOptions,
    refused: Exit,
    io: &mut Io,
) -> anyhow::Result<Assembly> {
    let assembly = assemble(names, loader, options);
    told(with_reasons(assembly, names, loader, options), refused, io)
}

/// Shows the diagnostics.
fn told(assembly: Assembly, refused: Exit, io: &mut Io) -> anyhow::Result<Assembly> {
    write!(io.err, "{}", render::diagnostics(&assembly, io.style()))?;
    io.err.flush()?;
    if assembly.succeeded() { Ok(assembly) } else { Err(failure(&assembly, refused).silent()) }
}

/// The same, with the diagnostics for people or as JSON.
pub(crate) fn assembled_as(
    names: &[&str],
    loader: &mut impl Loader,
    options: &AsmOptions,
    format: MessageFormat,
    io: &mut Io,
) -> anyhow::Result<Assembly> {
    if format == MessageFormat::Human {
        return assembled(names, loader, options, Exit::Failed, io);
    }
    let assembly = with_reasons(assemble(names, loader, options), names, loader, options);
    write!(io.err, "{}", render::diagnostics_json(&assembly))?;
    if assembly.succeeded() { Ok(assembly) } else { Err(failure(&assembly, Exit::Failed).silent()) }
}

/// What was assembled, with advice if nothing came of it.
fn with_reasons(
    mut assembly: Assembly,
    names: &[&str],
    loader: &mut impl Loader,
    options: &AsmOptions,
) -> Assembly {
    if assembly.succeeded() && assembly.image.text.is_empty() {
        // Nothing will happen, and advice may say why.
        assembly = assemble(names, loader, &AsmOptions { advice: true, ..options.clone() });
    }
    assembly
}

/// A file that can't be read is another matter than a program that can't be assembled.
fn failure(assembly: &Assembly, refused: Exit) -> Exit {
    let unreadable = assembly.diagnostics.all().iter().any(|diagnostic| {
        matches!(
            diagnostic.message,
            Message::FileUnreadable { .. } | Message::IncludeUnreadable { .. }
        )
    });
    if unreadable { Exit::NoInput } else { refused }
}

/// One line that says how large the program is.
fn summary(assembly: &Assembly, files: &[String]) -> String {
    let image = &assembly.image;
    let count = |number: u64, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    };
    let kernel = image.text.iter().filter(|word| is_kernel(image, word.address)).count() as u64;
    let user = image.text.len() as u64 - kernel;
    let mut parts = vec![format!(
        "{} at 0x{:08x}",
        count(user, "instruction", "instructions"),
        image.config.text_base
    )];
    if kernel > 0 {
        parts.push(format!("{} for the kernel", count(kernel, "instruction", "instructions")));
    }
    parts.push(format!("{} of data", count(assembly.data_bytes, "byte", "bytes")));
    parts.push(count(image.symbols.len() as u64, "label", "labels"));
    format!("{}: {}", files.join(" "), parts.join(", "))
}

fn trailing_zeros(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|byte| **byte == 0).count()
}

fn is_kernel(image: &Image, address: u32) -> bool {
    image.config.region_of_text(address) == Some(Region::KernelText)
}

/// Every word with its source. A macro call stands above what it became, which is indented.
fn listing(assembly: &Assembly, out: &mut dyn Write) -> io::Result<()> {
    let image = &assembly.image;
    writeln!(out, "{:<10}  {:<10}  {:<28} {:>5}  source", "address", "word", "basic", "line")?;
    let mut file = None;
    let mut open: Vec<(FileId, u32)> = Vec::new();
    let mut calls: Vec<(FileId, u32)> = Vec::new();
    let mut last_line = None;
    for place in image.places() {
        let word = place.word;
        if last_line != Some(word.line) {
            calls = place.calls();
        }
        let outermost = calls.first().map_or(place.file, |(file, _)| *file);
        if file != Some(outermost) {
            file = Some(outermost);
            writeln!(out, "{}:", assembly.sources.file(outermost).name)?;
        }
        if last_line != Some(word.line) {
            let shared = open.iter().zip(&calls).take_while(|(a, b)| a == b).count();
            for (depth, (file, line)) in calls.iter().enumerate().skip(shared) {
                let text = visible_source(assembly.sources.file(*file).line(*line).trim());
                writeln!(out, "{:52} {line:>5}  {:depth$}{text}", "", "", depth = depth * 4)?;
            }
            open.clone_from(&calls);
        }
        let basic = image.basic_text(word);
        let basic = basic.trim_end();
        if word.first {
            let depth = calls.len() * 4;
            let (text, line) = (visible_source(place.text().trim()), place.line);
            let head = format!("0x{:08x}  0x{:08x}  {basic:<28}", word.address, word.word);
            writeln!(out, "{head} {line:>5}  {:depth$}{text}", "")?;
        } else {
            writeln!(out, "0x{:08x}  0x{:08x}  {basic}", word.address, word.word)?;
        }
        last_line = Some(word.line);
    }
    Ok(())
}

/// Every label by address.
fn symbols(assembly: &Assembly, out: &mut dyn Write) -> io::Result<()> {
    let mut list: Vec<_> = assembly.image.symbols.iter().collect();
    list.sort_by_key(|symbol| (symbol.address, symbol.name.clone()));
    writeln!(out, "{:<10}  {:<7}  {:<6}  label", "address", "segment", "scope")?;
    for symbol in list {
        let segment = if symbol.data { "data" } else { "text" };
        let scope = if symbol.file.is_some() { "local" } else { "global" };
        let (file, line) = symbol.defined;
        let place = format!("{}:{line}", assembly.sources.file(file).name);
        writeln!(
            out,
            "0x{:08x}  {segment:<7}  {scope:<6}  {}  ({place})",
            symbol.address, symbol.name
        )?;
    }
    Ok(())
}

fn emit(assembly: &Assembly, format: Emit, args: &AsmArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let image = &assembly.image;
    let words = contiguous_text(image);
    let left_out = image.text.len() - words.len();
    if left_out > 0 && format != Emit::Json {
        writeln!(
            io.err,
            "note: {left_out} words do not follow 0x{:08x} without a gap and are left out; \
             `--emit json` has them all",
            image.config.text_base
        )?;
    }
    let bytes = match format {
        Emit::Hex => {
            words.iter().map(|word| format!("{word:08x}\n")).collect::<String>().into_bytes()
        }
        Emit::Bin => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        Emit::Json => format!("{:#}\n", image_json(assembly)).into_bytes(),
    };
    if args.output.as_os_str() == "-" {
        io.out.write_all(&bytes)?;
    } else {
        output::write_whole(&args.output, &bytes)?;
    }
    Ok(Exit::Ok)
}

/// The words from the text base up to the first address without an instruction.
fn contiguous_text(image: &Image) -> Vec<u32> {
    let base = image.config.text_base;
    let start = image.text.partition_point(|word| word.address < base);
    let follows = |(index, word): (usize, &mips_sim::image::TextWord)| {
        (word.address == base.wrapping_add(index as u32 * 4)).then_some(word.word)
    };
    image.text[start..].iter().enumerate().map_while(follows).collect()
}

/// The whole program as JSON.
fn image_json(assembly: &Assembly) -> Value {
    let image = &assembly.image;
    let name = |file: FileId| assembly.sources.file(file).name.as_str();
    let text: Vec<Value> = image
        .places()
        .map(|place| {
            json!({
                "address": hex(place.word.address),
                "word": hex(place.word.word),
                "basic": image.basic_text(place.word).trim_end(),
                "file": place.file_name(),
                "line": place.line,
                "source": place.mars_text(),
            })
        })
        .collect();
    // Whole blocks would be mostly zeros: cut each where its zeros begin.
    let data: BTreeMap<String, String> = image
        .data
        .iter()
        .map(|(address, bytes)| {
            let used = &bytes[..bytes.len() - trailing_zeros(bytes)];
            (hex(address), used.iter().map(|byte| format!("{byte:02x}")).collect())
        })
        .collect();
    let symbols: Vec<Value> = image
        .symbols
        .iter()
        .map(|symbol| {
            json!({
                "name": symbol.name,
                "address": hex(symbol.address),
                "segment": if symbol.data { "data" } else { "text" },
                "scope": if symbol.file.is_some() { "local" } else { "global" },
                "file": name(symbol.defined.0),
                "line": symbol.defined.1,
            })
        })
        .collect();
    form::PROGRAM.object(json!({
        "memory": image.config.name,
        "entry": hex(image.config.text_base),
        "main": image.main().map(hex),
        "text": text,
        "data": data,
        "symbols": symbols,
    }))
}

fn hex(value: u32) -> String {
    format!("0x{value:08x}")
}
