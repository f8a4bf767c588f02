//! What has been drawn, and where: for the mouse, and for what scrolls.

use ratatui::layout::Rect;

use explain::options::pointing::Thing;

/// Where things were drawn, in the order of drawing.
pub type Hits = Vec<(Rect, Thing)>;

/// What has been drawn.
#[derive(Debug, Default)]
pub struct Drawn {
    pub hits: Hits,
    /// How many lines of the log are scrolled past, from its end; nothing where it is not shown.
    pub log_up: Option<usize>,
    /// The same for the text that lies over the table, from its beginning.
    pub popup_down: Option<usize>,
}
