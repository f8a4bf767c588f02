//! Sheets of cards and the saved object that Tabletop Simulator imports.

use serde_json::{Map, Value, json};

use crate::card::Printed;
use crate::picture::Picture;

/// Columns and rows of a sheet.
pub const GRID: (usize, usize) = (10, 7);
/// Cards of a sheet: its last place is the one that a hidden card shows.
pub const CARDS: usize = GRID.0 * GRID.1 - 1;
/// Width and height of a card on a sheet, in pixels: a sheet is within the 4,096 that graphics cards take.
pub const CELL: (u32, u32) = (408, 570);

/// A file of the object.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// All files: sheets, and the saved object, which finds them in a folder with that address. Cards of the deck share a back,
/// each victory card has its own.
pub fn tabletop<'c>(
    cards: &'c [Printed],
    title: &str,
    file: &str,
    folder: &str,
) -> impl Iterator<Item = Object> + 'c {
    let (mut files, mut objects) = (Vec::<Sheet>::new(), Vec::new());
    let decks = [(true, "deck"), (false, "victory")];
    for (of_deck, called) in decks {
        let own: Vec<&Printed> = cards
            .iter()
            .filter(|card| card.of_deck == of_deck)
            .collect();
        let (mut sheets, mut pile) = (Map::new(), Vec::new());
        for (number, chunk) in (1..).zip(own.chunks(CARDS)) {
            let deck = if of_deck { number } else { 100 + number };
            let (front, back) = (
                format!("{file}-{called}-{number}.png"),
                match of_deck {
                    true => format!("{file}-back.png"),
                    false => format!("{file}-{called}-{number}-back.png"),
                },
            );
            let fronts = chunk.iter().map(|card| &card.front).collect();
            files.push(Sheet::new(&front, fronts, GRID));
            let backs = match of_deck {
                true => Sheet::new(&back, vec![&chunk[0].back], (1, 1)),
                false => Sheet::new(&back, chunk.iter().map(|card| &card.back).collect(), GRID),
            };
            if files.iter().all(|other| other.name != back) {
                files.push(backs);
            }
            let sheet = json!({
                "FaceURL": format!("{folder}/{front}"), "BackURL": format!("{folder}/{back}"),
                "NumWidth": GRID.0, "NumHeight": GRID.1,
                "BackIsHidden": of_deck, "UniqueBack": !of_deck, "Type": 0,
            });
            sheets.insert(deck.to_string(), sheet.clone());
            for (at, card) in chunk.iter().enumerate() {
                let one = Lying {
                    id: deck * 100 + at,
                    sheets: Map::from_iter([(deck.to_string(), sheet.clone())]),
                    card,
                };
                pile.extend(std::iter::repeat_n(one, card.copies));
            }
        }
        let place = if of_deck { 0.0 } else { 4.0 };
        objects.extend(object(pile, sheets, &format!("{title}: {called}"), place));
    }
    let saved = json!({
        "SaveName": "", "GameMode": "", "Gravity": 0.5, "PlayArea": 0.5, "Date": "", "Table": "", "Sky": "", "Note": "",
        "Rules": "", "XmlUI": "", "LuaScript": "", "LuaScriptState": "", "ObjectStates": objects,
    });
    let mut text = serde_json::to_string_pretty(&saved).expect("it is made of texts and numbers");
    text.push('\n');
    let saved = Object {
        name: format!("{file}.json"),
        bytes: text.into_bytes(),
    };
    // Pictures are made as they are asked for: a sheet takes sixty megabytes.
    files.into_iter().map(Sheet::made).chain([saved])
}

/// A card in a pile.
#[derive(Clone)]
struct Lying<'c> {
    id: usize,
    sheets: Map<String, Value>,
    card: &'c Printed,
}

/// A pile of cards as the program has it; a single card is none.
fn object(pile: Vec<Lying>, sheets: Map<String, Value>, title: &str, place: f64) -> Option<Value> {
    let lying = json!({"posX": place, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
                       "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0});
    let ids: Vec<usize> = pile.iter().map(|one| one.id).collect();
    let one = |Lying { id, sheets, card }: Lying| {
        json!({"Name": "Card", "Transform": lying, "Nickname": card.front.title, "Description": card.front.words,
               "CardID": id, "CustomDeck": sheets, "HideWhenFaceDown": card.of_deck, "Hands": true, "SidewaysCard": false})
    };
    let mut cards: Vec<Value> = pile.into_iter().map(one).collect();
    if cards.len() < 2 {
        return cards.pop();
    }
    Some(json!({
        "Name": "DeckCustom", "Transform": lying, "Nickname": title, "Description": "", "HideWhenFaceDown": true,
        "Hands": false, "SidewaysCard": false, "DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": cards,
    }))
}

/// A picture of several sides of cards, to be made.
struct Sheet<'c> {
    name: String,
    sides: Vec<&'c crate::Drawing>,
    grid: (usize, usize),
}

impl<'c> Sheet<'c> {
    fn new(name: &str, sides: Vec<&'c crate::Drawing>, grid: (usize, usize)) -> Sheet<'c> {
        Sheet {
            name: name.to_string(),
            sides,
            grid,
        }
    }

    fn made(self) -> Object {
        let (columns, rows) = self.grid;
        let mut picture = Picture::new(CELL.0 * columns as u32, CELL.1 * rows as u32);
        for (at, side) in self.sides.into_iter().enumerate() {
            let x = f64::from(CELL.0) * (at % columns) as f64;
            let y = f64::from(CELL.1) * (at / columns) as f64;
            picture.draw(side, (x, y), CELL);
        }
        Object {
            name: self.name,
            bytes: picture.png(),
        }
    }
}
