//! What becomes of starred numbers, in words.

use engine::Stars;

/// `raised by 2, lowered by 1 to no less than 1`; nothing where they are as printed.
pub(super) fn stars_said(stars: Stars) -> String {
    let mut said = Vec::new();
    if stars.raise > 0 {
        said.push(format!("raised by {}", stars.raise));
    }
    match stars.doubled {
        0 => {}
        1 => said.push("doubled".to_string()),
        times => said.push(format!("doubled {times} times")),
    }
    if stars.lower > 0 {
        said.push(format!(
            "lowered by {}, but not below {}",
            stars.lower, stars.floor
        ));
    }
    said.join(", ")
}

/// What one clause does to them.
pub(super) fn star_deed(does: Stars) -> String {
    match does {
        Stars { raise: 1.., .. } => format!("raises by {}", does.raise),
        Stars { doubled: 1.., .. } => "doubles them".to_string(),
        _ => format!("lowers by {}, but not below {}", does.lower, does.floor),
    }
}
