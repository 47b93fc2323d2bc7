//! Files that are cut off or changed: never a panic, and never an endless wait.

use std::io::{Cursor, Read, Write};

use parlor_sheets::{BadBook, Book, Cell, Sheet};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const ODS: &[u8] = include_bytes!("files/small.ods");

fn xlsx() -> Vec<u8> {
    let rows = vec![vec![Cell::from("Name"), Cell::from("Cost")], vec!["Go".into(), 200.into()]];
    Book { sheets: vec![Sheet { name: "Board".into(), rows }] }.to_xlsx().expect("it is fine")
}

type Reader = fn(&[u8]) -> Result<Book, BadBook>;

fn from_csv(bytes: &[u8]) -> Result<Book, BadBook> {
    Ok(Book { sheets: vec![Sheet::from_csv("S", bytes)?] })
}

fn csv() -> Vec<u8> {
    "\u{feff}Name;\"Cost; \"\"£\"\"\"\r\nGo;200\n\n;\"x\ny\"\n".into()
}

fn kinds() -> [(Reader, Vec<u8>); 3] {
    [(Book::from_xlsx, xlsx()), (Book::from_ods, ODS.to_vec()), (from_csv, csv())]
}

#[test]
fn files_may_break_off_anywhere() {
    for (read, bytes) in kinds() {
        for end in 0..bytes.len() {
            _ = read(&bytes[..end]);
        }
    }
}

#[test]
fn any_byte_may_be_another() {
    for (read, bytes) in kinds() {
        for at in 0..bytes.len() {
            for change in [0x01, 0x20, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                _ = read(&changed);
            }
        }
    }
}

/// The parts of a packed file.
fn unpack(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).expect("it is a zip");
    let part = |n| {
        let mut part = zip.by_index(n).expect("it is there");
        let name = part.name().expect("it has a name").into_owned();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).expect("it is fine");
        (name, bytes)
    };
    (0..ZipArchive::new(Cursor::new(bytes)).expect("it is a zip").len()).map(part).collect()
}

fn pack(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in parts {
        zip.start_file(name.as_str(), stored).expect("a part");
        zip.write_all(bytes).expect("a part");
    }
    zip.finish().expect("a zip").into_inner()
}

/// Checksums hide what is inside from the tests above, but whoever means harm writes right ones.
#[test]
fn any_part_may_break_off_or_change() {
    for (read, bytes) in &kinds()[..2] {
        let parts = unpack(bytes);
        assert!(read(&pack(&parts)).is_ok());
        for n in 0..parts.len() {
            let len = parts[n].1.len();
            // Styles and themes are long and dull: not every place of them.
            let step = len / 400 + 1;
            for at in (0..len).step_by(step) {
                let mut cut = parts.clone();
                cut[n].1.truncate(at);
                _ = read(&pack(&cut));
                for byte in [b'<', b'9', b'"', 0xff] {
                    let mut changed = parts.clone();
                    changed[n].1[at] = byte;
                    _ = read(&pack(&changed));
                }
            }
        }
    }
}

/// Puts something else into every part that has it.
fn with(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
    let mut parts = unpack(bytes);
    let mut found = false;
    for (_, part) in &mut parts {
        if let Ok(text) = str::from_utf8(part) {
            found |= text.contains(old);
            *part = text.replace(old, new).into_bytes();
        }
    }
    assert!(found, "'{old}' is in no part");
    pack(&parts)
}

/// Where calamine overflows: a panic in a debug build, which is caught.
#[test]
fn impossible_places_are_errors() {
    for (old, new) in [
        ("r=\"A1\"", "r=\"ZZZZZZZZZZ1\""),
        ("r=\"A1\"", "r=\"A99999999999\""),
        ("ref=\"A1:B2\"", "ref=\"B2:A1\""),
        ("r=\"A1\"", "r=\"A4294967295\""),
        ("r=\"A1\"", "r=\"XFD1\""),
    ] {
        let flaw = Book::from_xlsx(&with(&xlsx(), old, new));
        // Without the checks of a debug build the sums wrap, and may land somewhere.
        assert!(flaw.is_err() || !cfg!(debug_assertions), "{new}");
    }
}

#[test]
fn an_ods_names_what_it_stumbles_over() {
    let says = |old: &str, new: &str, why: &str| {
        let said = Book::from_ods(&with(ODS, old, new)).expect_err("it is not fine").to_string();
        assert!(said.contains(why), "{said}");
    };
    says("rows-repeated=\"2\"", "rows-repeated=\"-2\"", "\"-2\" is not a number");
    says("&#163;", "&pound;", "'&pound;' is not known");
    says("</office:annotation>", "", "damaged");
    says("\"Empty\"", "\"BOARD\"", "two sheets are named 'BOARD'");
    says("\"Empty\"", "\" \"", "sheet 2 has no name");
    says("<manifest:manifest ", "<manifest:encryption-data/><manifest:manifest ", "password");
    says("opendocument.spreadsheet", "opendocument.text", "a document, but no spreadsheet");
}
