//! Books from files and to files.

use std::fs;

use parlor_sheets::{BadBook, Book, Cell, MAX_SHEETS, MAX_TEXT, Sheet};
use tempfile::TempDir;

/// Made by hand, as office programs write them: a note on a cell, repeated cells and rows, a million
/// empty rows at the end, a sheet with nothing in it.
const ODS: &[u8] = include_bytes!("files/small.ods");

fn t(text: &str) -> Cell {
    Cell::from(text)
}

fn book() -> Book {
    let board = vec![
        vec![t("Position"), t("Name"), t("Rent")],
        vec![],
        vec![Cell::Whole(2), t("The Old Creek"), Cell::Whole(-3)],
        vec![Cell::Empty, t("\"a\", <b> & c; =1+1\nline"), t("22.5"), t("£ TRUE")],
        vec![Cell::Whole(9_007_199_254_740_991)],
    ];
    let notes = vec![vec![Cell::Empty, t("007")]];
    let sheet = |name: &str, rows| Sheet { name: name.into(), rows };
    Book { sheets: vec![sheet("Board", board), sheet("Notes", notes), sheet("Last", vec![])] }
}

#[test]
fn xlsx_comes_back_as_it_was() {
    let bytes = book().to_xlsx().expect("it is fine");
    assert_eq!(Book::from_xlsx(&bytes), Ok(book()));
}

#[test]
fn equal_books_give_equal_xlsx() {
    assert_eq!(book().to_xlsx(), book().to_xlsx());
}

#[test]
fn json_and_csv_come_back_as_they_were() {
    let json = serde_json::to_string(&book()).expect("plain data");
    assert_eq!(serde_json::from_str::<Book>(&json).expect("it is a book"), book());
    for sheet in book().sheets {
        assert_eq!(Sheet::from_csv(&sheet.name, sheet.to_csv().as_bytes()), Ok(sheet));
    }
}

#[test]
fn addresses_in_an_xlsx_are_true_where_it_begins_late() {
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let date = rust_xlsxwriter::Format::new().set_num_format("yyyy-mm-dd");
    let hours = rust_xlsxwriter::Format::new().set_num_format("[h]:mm:ss");
    let worksheet = workbook.add_worksheet();
    let day = rust_xlsxwriter::ExcelDateTime::from_ymd(2026, 3, 1).expect("a day");
    worksheet.write_number(6, 5, 22.5).expect("a number");
    worksheet.write_boolean(6, 6, true).expect("a word");
    worksheet.write_datetime_with_format(6, 7, &day, &date).expect("a day");
    worksheet.write_number_with_format(6, 8, 46082.5, &date).expect("noon of it");
    worksheet.write_number_with_format(6, 9, 1.5, &hours).expect("some time");
    worksheet.write_string(6, 10, "  ").expect("blanks");
    let formula = rust_xlsxwriter::Formula::new("=6*10").set_result("60");
    worksheet.write_formula(7, 0, formula).expect("a formula");
    let formula = rust_xlsxwriter::Formula::new("=#REF!").set_result("#REF!");
    worksheet.write_formula(7, 1, formula).expect("a formula");
    let book = Book::from_xlsx(&workbook.save_to_buffer().expect("a file")).expect("it is fine");
    let sheet = &book.sheets[0];
    assert_eq!(sheet.rows.len(), 8);
    assert!(sheet.rows[..6].iter().all(Vec::is_empty));
    assert_eq!(sheet.rows[6].len(), 10);
    let seen: Vec<String> = sheet.rows[6][5..].iter().map(ToString::to_string).collect();
    assert_eq!(seen, ["22.5", "TRUE", "2026-03-01", "2026-03-01 12:00:00", "36:00:00"]);
    assert_eq!(sheet.address(6, 5).to_string(), "sheet 'Sheet1', row 7, column F");
    assert_eq!(sheet.rows[7], [Cell::Whole(60), t("#REF!")]);
}

#[test]
fn an_ods_is_read_as_a_person_sees_it() {
    let book = Book::from_ods(ODS).expect("it is fine");
    let names: Vec<&str> = book.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["Board", "Empty"]);
    let odd = vec![t("TRUE"), t("01.03.26"), t("#REF!"), Cell::Empty, 7.into(), 7.into()];
    let empty = Cell::Empty;
    let first = t("Tom & Jerry  £\nline");
    assert_eq!(
        book.sheets[0].rows,
        [
            vec![t("Name"), t("Cost")],
            vec![],
            vec![],
            vec![first, Cell::Whole(60), empty.clone(), empty.clone(), empty, t("22.5")],
            odd.clone(),
            odd,
        ]
    );
    assert!(book.sheets[1].rows.is_empty());
}

#[test]
fn files_are_opened_by_their_extension() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.XLSX"), book().to_xlsx().expect("it is fine")).expect("written");
    fs::write(at("b.ods"), ODS).expect("written");
    fs::write(at("Some board.csv"), "a;b\n").expect("written");
    assert_eq!(Book::open(at("a.XLSX")).expect("it is fine"), book());
    assert_eq!(Book::open(at("b.ods")).expect("it is fine").sheets.len(), 2);
    let csv = Book::open(at("Some board.csv")).expect("it is fine");
    assert_eq!(csv.sheets[0].name, "Some board");
    assert_eq!(csv.sheets[0].rows, [[t("a"), t("b")]]);
}

#[test]
fn a_folder_of_csv_files_is_a_book() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("written");
    };
    write("notes.csv", "n\n");
    write("board.CSV", "b\n");
    write(".hidden.csv", "\"");
    write("readme.txt", "");
    fs::create_dir(folder.path().join("deep.csv")).expect("made");
    let book = Book::open(folder.path()).expect("it is fine");
    let names: Vec<&str> = book.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["board", "notes"]);
    assert!(book.sheet("BOARD").is_some());
    write("Notes.csv", "");
    let twice = Book::open(folder.path()).expect_err("two are one").to_string();
    assert!(twice.ends_with("two sheets are named 'notes' (capitals do not count)"), "{twice}");
}

#[test]
fn what_cannot_be_opened_is_said_clearly() {
    let folder = TempDir::new().expect("a folder");
    let says = |name: &str, bytes: &[u8], why: &str| {
        fs::write(folder.path().join(name), bytes).expect("written");
        let said = Book::open(folder.path().join(name)).expect_err("it is not fine").to_string();
        assert!(said.contains(name) && said.contains(why), "{said}");
    };
    let missing = Book::open(folder.path().join("none.xlsx")).expect_err("there is none");
    assert!(missing.to_string().starts_with("there is no file or folder '"), "{missing}");
    let empty = Book::open(folder.path()).expect_err("nothing is in it").to_string();
    assert!(empty.starts_with("there is no .csv file in the folder '"), "{empty}");

    let xlsx = book().to_xlsx().expect("it is fine");
    says("a.txt", b"a", "should end with .xlsx, .ods or .csv");
    says("noext", b"a", "should end with .xlsx, .ods or .csv");
    says("b.xlsx", b"", "this is not an .xlsx file: it is empty");
    says("c.xlsx", b"Name,Cost\n", "this is not an .xlsx file: it is no packed file");
    says("d.xlsx", ODS, "this is not an .xlsx file: it seems to be an OpenDocument file");
    says("e.ods", &xlsx, "this is not an .ods file: it is a packed file of another kind");
    says("f.xlsx", &[0xd0, 0xcf, 0x11, 0xe0, 0xa1], "an old .xls file, or protected by a password");
    says("g.csv", &xlsx, "row 1 is not text in UTF-8");
    says("h.xlsx", &xlsx[..xlsx.len() / 2], "the .xlsx file is damaged");
    says("i.csv", &vec![b','; 1_000_001], "larger than 1000000 bytes");
    says("j.ods", &vec![b'P'; 1_000_001], "larger than 1000000 bytes");
}

#[test]
fn limits_are_kept_and_named() {
    let flaw = |csv: String| Sheet::from_csv("S", csv.as_bytes()).expect_err("too much");
    assert_eq!(flaw("\n".repeat(2_000) + "x"), BadBook::TooManyRows { sheet: "S".into() });
    let row = BadBook::TooManyColumns { sheet: "S".into(), row: 2 };
    assert_eq!(flaw(format!("a\n{}x", ",".repeat(64))), row);
    let long = flaw(format!("a,{}", "ö".repeat(MAX_TEXT + 1)));
    assert!(long.to_string().starts_with("sheet 'S', row 1, column B: the text is longer"));
    // At the limits all is well.
    let most = "\n".repeat(1_999) + &",".repeat(63) + &"ö".repeat(MAX_TEXT);
    let sheet = Sheet::from_csv("S", most.as_bytes()).expect("just so");
    assert_eq!((sheet.rows.len(), sheet.rows[1_999].len()), (2_000, 64));

    let wide = Sheet { name: "1".into(), rows: vec![vec![Cell::Whole(1); 64]; 1_000] };
    let named = |n: usize| Sheet { name: n.to_string(), ..wide.clone() };
    let json = |book: &Book| serde_json::to_string(book).expect("plain data");
    let many = Book { sheets: vec![named(1), named(2)] };
    let said = serde_json::from_str::<Book>(&json(&many)).expect_err("too many").to_string();
    assert!(said.contains("more than 100000 cells"), "{said}");

    let empty = |n: usize| Sheet { name: n.to_string(), rows: vec![] };
    let book = Book { sheets: (0..=MAX_SHEETS).map(empty).collect() };
    let xlsx = book.to_xlsx().expect("it can be written");
    assert_eq!(Book::from_xlsx(&xlsx), Err(BadBook::TooManySheets));
}

#[test]
fn a_name_that_xlsx_does_not_take_is_an_error() {
    let sheet = |name: &str| Sheet { name: name.into(), rows: vec![] };
    let said = Book { sheets: vec![sheet("a/b")] }.to_xlsx().expect_err("no such names");
    assert!(said.to_string().starts_with("cannot write sheet 'a/b' as .xlsx: "), "{said}");
    assert!(Book { sheets: vec![sheet("a"), sheet("A")] }.to_xlsx().is_err());
}
