//! Picks the fonts of the cards out of those that `typst-assets` carries, so that the program carries these alone.

use std::path::PathBuf;
use std::{env, fs};

use ttf_parser::{Face, name_id};

/// `src/print/font.rs` includes a file for each.
const FONTS: [&str; 3] = [
    "LibertinusSerif-Regular",
    "LibertinusSerif-Semibold",
    "DejaVuSansMono-Bold",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo says where to write"));
    for name in FONTS {
        let font = typst_assets::fonts().find(|font| is_called(font, name));
        let font = font.unwrap_or_else(|| panic!("typst-assets has no font `{name}`"));
        fs::write(folder.join(name), font).expect("the folder of the build can be written");
    }
}

fn is_called(font: &[u8], name: &str) -> bool {
    let Ok(face) = Face::parse(font, 0) else {
        return false;
    };
    let mut names = face.names().into_iter();
    names.any(|entry| {
        entry.name_id == name_id::POST_SCRIPT_NAME && entry.to_string().as_deref() == Some(name)
    })
}
