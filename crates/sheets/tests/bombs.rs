//! Small files that would like to be large ones.

use std::io::{Cursor, Read, Write};

use parlor_sheets::{BadBook, Book, Cell, MAX_BYTES, Sheet};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const ODS: &[u8] = include_bytes!("files/small.ods");

fn xlsx() -> Vec<u8> {
    let rows = vec![vec![Cell::from("Name")]];
    Book { sheets: vec![Sheet { name: "Board".into(), rows }] }.to_xlsx().expect("it is fine")
}

/// The file with a part of it changed.
fn with(bytes: &[u8], name: &str, change: impl Fn(String) -> String) -> Vec<u8> {
    let mut old = ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut new = ZipWriter::new(Cursor::new(Vec::new()));
    for n in 0..old.len() {
        let mut part = old.by_index(n).expect("a part");
        let its_name = part.name().expect("a name").into_owned();
        let mut text = String::new();
        part.read_to_string(&mut text).expect("text");
        let text = if its_name == name { change(text) } else { text };
        new.start_file(its_name, SimpleFileOptions::default()).expect("a part");
        new.write_all(text.as_bytes()).expect("a part");
    }
    let bytes = new.finish().expect("a zip").into_inner();
    assert!(bytes.len() < MAX_BYTES);
    bytes
}

fn too_large(part: &str) -> Result<Book, BadBook> {
    Err(BadBook::UnpacksTooLarge { part: part.into() })
}

#[test]
fn parts_that_unpack_without_end_are_refused() {
    let sheet = "xl/worksheets/sheet1.xml";
    let blanks = with(&xlsx(), sheet, |text| text + &" ".repeat(40_000_000));
    assert_eq!(Book::from_xlsx(&blanks), too_large(sheet));
    let blanks = with(ODS, "content.xml", |text| text + &" ".repeat(40_000_000));
    assert_eq!(Book::from_ods(&blanks), too_large("content.xml"));
}

#[test]
fn styles_that_are_copied_without_end_are_refused() {
    let styles = "xl/styles.xml";
    let font = "<name val=\"".to_owned() + &"x".repeat(100_000);
    let long = with(&xlsx(), styles, |text| text.replacen("<name val=\"", &font, 1));
    assert_eq!(Book::from_xlsx(&long), too_large(styles));
    let many = "<xf fontId=\"0\"/>".repeat(20_000) + "</cellXfs>";
    let many = with(&xlsx(), styles, |text| text.replace("</cellXfs>", &many));
    assert_eq!(Book::from_xlsx(&many), too_large(styles));
}

#[test]
fn promised_texts_get_no_room_in_advance() {
    let strings = "xl/sharedStrings.xml";
    for count in ["99999999999", "99999999999999999999999999", "1000000"] {
        let count = format!("uniqueCount=\"{count}\"");
        let file = with(&xlsx(), strings, |text| text.replace("uniqueCount=\"1\"", &count));
        let said = Book::from_xlsx(&file).expect_err("it cannot be").to_string();
        assert!(said.contains("promises more texts than it can hold"), "{said}");
    }
    let hidden = with(&xlsx(), strings, |text| text.replace("uniqueCount", "unique\u{1b}(BCount"));
    assert!(Book::from_xlsx(&hidden).expect_err("no XML").to_string().contains("is not UTF-8"));
}

#[test]
fn sheets_that_share_a_long_part_are_refused() {
    let sheet = "xl/worksheets/sheet1.xml";
    let rows = "<row></row>".repeat(400_000) + "</sheetData>";
    let long = with(&xlsx(), sheet, |text| text.replace("</sheetData>", &rows));
    assert!(Book::from_xlsx(&long).is_ok());
    let name = |n: usize| format!("<sheet name=\"{n}\" sheetId=\"{n}\" r:id=\"rId1\"/>");
    let names: String = (1..=20).map(name).collect();
    let shared = with(&long, "xl/workbook.xml", |text| {
        text.replace("</sheets>", &(names.clone() + "</sheets>"))
    });
    assert_eq!(Book::from_xlsx(&shared), too_large(sheet));
}

#[test]
fn one_text_in_many_cells_is_counted_in_each() {
    let cells = (1..2_000).map(|row| {
        let cell = |column: char| format!("<c r=\"{column}{row}\" t=\"s\"><v>0</v></c>");
        format!("<row r=\"{row}\">{}</row>", ('A'..='Z').map(cell).collect::<String>())
    });
    let rows = cells.collect::<String>() + "</sheetData>";
    let many = with(&xlsx(), "xl/worksheets/sheet1.xml", |text| {
        let (before, after) = text.split_once("<row").expect("there is a row");
        let (_, after) = after.split_once("</sheetData>").expect("and an end");
        format!("{before}{rows}{after}")
    });
    assert!(Book::from_xlsx(&many).is_ok());
    let text = "<t>".to_owned() + &"x".repeat(496);
    let long = with(&many, "xl/sharedStrings.xml", |strings| strings.replace("<t>", &text));
    assert_eq!(Book::from_xlsx(&long), Err(BadBook::TooMuchText));
}

#[test]
fn repeated_cells_and_rows_are_counted_before_they_are_made() {
    let ods = |old: &str, new: &str| {
        let file = with(ODS, "content.xml", |text| text.replace(old, new));
        Book::from_ods(&file).expect_err("it is too much")
    };
    let columns = ods("columns-repeated=\"2\"", "columns-repeated=\"18446744073709551615\"");
    assert_eq!(columns, BadBook::TooManyColumns { sheet: "Board".into(), row: 5 });
    let rows = ods("rows-repeated=\"2\"", "rows-repeated=\"18446744073709551615\"");
    assert_eq!(rows, BadBook::TooManyRows { sheet: "Board".into() });
    let blanks = ods("<text:s text:c=\"2\"/>", &"<text:s text:c=\"4000000000\"/>".repeat(1_000));
    assert!(matches!(blanks, BadBook::TextTooLong(_)), "{blanks}");
}
