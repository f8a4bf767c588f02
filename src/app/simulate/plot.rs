//! Plots as SVG: numbers with their intervals, bars, and how long games take.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use stats::simulate::{Estimate, Histogram};

/// Letters and axes; the page gives them, the lines and the series other colours in the dark.
pub const INK: RGBColor = RGBColor(0x1f, 0x29, 0x37);
pub const LINES: RGBColor = RGBColor(0xd8, 0xdc, 0xe2);
pub const SERIES: [RGBColor; 3] = [
    RGBColor(0x1d, 0x5f, 0xb4),
    RGBColor(0xc8, 0x5a, 0x11),
    RGBColor(0x2c, 0x84, 0x4a),
];

const WIDTH: u32 = 860;
const LABELS: u32 = 250;
const ROW: u32 = 24;
const AXIS: u32 = 52;

/// A number with its interval, on a line of its own.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Lines one after the other with the same label show it once.
    pub label: String,
    /// An index into [`SERIES`].
    pub series: usize,
    pub at: Estimate,
}

/// A drawing area of a row a line, with an axis below.
type Chart<'a> = ChartContext<
    'a,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// What drawing into a text never does.
const DRAWN: &str = "a text can be drawn into";

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// Numbers with their intervals, and a line for comparison.
pub fn marks(marks: &[Mark], reference: f64, axis: &str, format: fn(f64) -> String) -> String {
    let ends = marks
        .iter()
        .flat_map(|mark| [mark.at.low, mark.at.high])
        .chain([reference]);
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
        (low.min(end), high.max(end))
    });
    let room = ((high - low) * 0.06).max(0.005);
    let labels: Vec<&str> = marks.iter().map(|mark| mark.label.as_str()).collect();
    lines(&labels, low - room..high + room, axis, format, |chart| {
        let count = marks.len() as f64;
        let line = PathElement::new([(reference, 0.0), (reference, count)], INK.stroke_width(1));
        chart.draw_series([line]).expect(DRAWN);
        for (index, mark) in marks.iter().enumerate() {
            let (y, colour) = (
                count - index as f64 - 0.5,
                SERIES[mark.series % SERIES.len()],
            );
            let Estimate { value, low, high } = mark.at;
            chart
                .draw_series([PathElement::new(
                    [(low, y), (high, y)],
                    colour.stroke_width(3),
                )])
                .expect(DRAWN);
            chart
                .draw_series([Circle::new((value, y), 5, colour.filled())])
                .expect(DRAWN);
        }
    })
}

/// Bars side by side: a label and a number for each series.
pub fn bars(rows: &[(String, Vec<f64>)], axis: &str, format: fn(f64) -> String) -> String {
    let most = rows
        .iter()
        .flat_map(|(_, numbers)| numbers)
        .fold(0.0f64, |most, number| most.max(*number));
    let labels: Vec<&str> = rows.iter().map(|(label, _)| label.as_str()).collect();
    lines(
        &labels,
        0.0..(most * 1.05).max(0.01),
        axis,
        format,
        |chart| {
            for (index, (_, numbers)) in rows.iter().enumerate() {
                let top = rows.len() as f64 - index as f64 - 0.1;
                let thick = 0.8 / numbers.len().max(1) as f64;
                for (series, number) in numbers.iter().enumerate() {
                    let y = top - series as f64 * thick;
                    let bar = Rectangle::new(
                        [(0.0, y), (*number, y - thick)],
                        SERIES[series % SERIES.len()].filled(),
                    );
                    chart.draw_series([bar]).expect(DRAWN);
                }
            }
        },
    )
}

/// Labelled lines over an axis.
fn lines(
    labels: &[&str],
    range: std::ops::Range<f64>,
    axis: &str,
    format: fn(f64) -> String,
    draw: impl FnOnce(&mut Chart<'_>),
) -> String {
    let mut svg = String::new();
    {
        let size = (WIDTH, labels.len() as u32 * ROW + AXIS + 8);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let mut builder = ChartBuilder::on(&root);
        builder
            .margin_right(20)
            .margin_top(8)
            .x_label_area_size(AXIS)
            .y_label_area_size(LABELS);
        let mut chart = builder
            .build_cartesian_2d(range.clone(), 0.0..labels.len() as f64)
            .expect(DRAWN);
        mesh(&mut chart, axis, &|x| format(*x), 0, &|_| String::new());
        draw(&mut chart);
        let mut last = "";
        for (index, label) in labels
            .iter()
            .enumerate()
            .filter(|(_, label)| !label.is_empty())
        {
            if *label == last {
                continue;
            }
            last = label;
            // Between the first and the last of the lines that have this label.
            let same = labels[index..]
                .iter()
                .take_while(|other| *other == label)
                .count() as f64;
            let y = labels.len() as f64 - index as f64 - same / 2.0;
            let (_, y) = chart.backend_coord(&(range.start, y));
            let style = font(16).pos(Pos::new(HPos::Right, VPos::Center));
            root.draw(&Text::new(*label, (LABELS as i32 - 12, y), style))
                .expect(DRAWN);
        }
        root.present().expect(DRAWN);
    }
    svg
}

fn mesh(
    chart: &mut Chart<'_>,
    axis: &str,
    x: &dyn Fn(&f64) -> String,
    y_labels: usize,
    y: &dyn Fn(&f64) -> String,
) {
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT)
        .bold_line_style(LINES)
        .axis_style(LINES)
        .x_labels(8)
        .y_labels(y_labels);
    mesh.label_style(font(15))
        .axis_desc_style(font(15))
        .x_desc(axis)
        .x_label_formatter(x)
        .y_label_formatter(y);
    mesh.draw().expect(DRAWN);
}

/// As many columns at most.
const COLUMNS: u32 = 60;

/// How many games have which size, one histogram over the other.
pub fn sizes(histograms: &[&Histogram], axis: &str) -> String {
    let ends = histograms.iter().flat_map(|histogram| {
        let end = |size: Option<&u32>| size.copied();
        [
            end(histogram.keys().next()),
            end(histogram.keys().next_back()),
        ]
        .into_iter()
        .flatten()
    });
    let (low, high) = ends.fold((u32::MAX, 0), |(low, high), size| {
        (low.min(size), high.max(size))
    });
    let low = low.min(high);
    let width = ((high - low) / COLUMNS).saturating_add(1);
    let columns: Vec<Vec<f64>> = histograms
        .iter()
        .map(|histogram| columns(histogram, low, high, width))
        .collect();
    let most = columns
        .iter()
        .flatten()
        .fold(0.0f64, |most, share| most.max(*share));
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 300)).into_drawing_area();
        let mut builder = ChartBuilder::on(&root);
        builder
            .margin_right(20)
            .margin_top(8)
            .x_label_area_size(AXIS)
            .y_label_area_size(60);
        let end = f64::from(low)
            + columns.first().map_or(1.0, |columns| columns.len() as f64) * f64::from(width);
        let mut chart = builder
            .build_cartesian_2d(f64::from(low)..end, 0.0..(most * 1.05).max(0.001))
            .expect(DRAWN);
        mesh(&mut chart, axis, &|x| format!("{x:.0}"), 5, &|y| {
            format!("{:.1}%", y * 100.0)
        });
        for (series, columns) in columns.iter().enumerate() {
            let colour =
                SERIES[series % SERIES.len()].mix(if histograms.len() > 1 { 0.55 } else { 1.0 });
            let column = |(index, share): (usize, &f64)| {
                let left = f64::from(low) + index as f64 * f64::from(width);
                let mut column = Rectangle::new(
                    [(left, 0.0), (left + f64::from(width), *share)],
                    colour.filled(),
                );
                column.set_margin(0, 0, 0, 1);
                column
            };
            chart
                .draw_series(columns.iter().enumerate().map(column))
                .expect(DRAWN);
        }
        root.present().expect(DRAWN);
    }
    svg
}

/// Shares of all games, by columns of that width.
fn columns(histogram: &Histogram, low: u32, high: u32, width: u32) -> Vec<f64> {
    let mut columns = vec![0.0; ((high - low) / width + 1) as usize];
    let games: f64 = histogram.values().map(|count| *count as f64).sum();
    for (size, count) in histogram {
        columns[((size - low) / width) as usize] += *count as f64 / games.max(1.0);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::{Estimate, Histogram, Mark, bars, columns, marks, sizes};

    #[test]
    fn columns_hold_all_games() {
        let histogram = Histogram::from([(3, 1), (4, 2), (9, 1)]);
        assert_eq!(columns(&histogram, 3, 9, 3), [0.75, 0.0, 0.25]);
    }

    #[test]
    fn whatever_there_is_can_be_drawn() {
        let at = Estimate {
            value: 0.5,
            low: 0.5,
            high: 0.5,
        };
        let one = marks(
            &[Mark {
                label: "<&\">".to_string(),
                series: 7,
                at,
            }],
            0.5,
            "share",
            |x| format!("{x}"),
        );
        assert!(one.contains("&lt;&amp;"), "{one}");
        for svg in [
            one,
            marks(&[], 0.0, "share", |x| format!("{x}")),
            bars(&[], "times", |x| format!("{x}")),
            bars(&[("none".to_string(), vec![0.0, 0.0])], "times", |x| {
                format!("{x}")
            }),
            sizes(&[&Histogram::new()], "turns"),
            sizes(
                &[
                    &Histogram::from([(5, 3)]),
                    &Histogram::from([(0, 1), (u32::MAX, 1)]),
                ],
                "turns",
            ),
        ] {
            assert!(
                svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
                "{svg}"
            );
        }
    }
}
