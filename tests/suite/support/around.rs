//! Texts of examples, made files.

/// A whole set file around a text.
pub fn file(kind: &str, text: &str) -> String {
    let mut sections = [
        ("building", String::new()),
        ("action", String::new()),
        ("tally", "Count your buildings named \"Windmill\".".into()),
    ];
    let mut keyword = String::new();
    for (section, content) in &mut sections {
        if *section == kind {
            *content = text.to_owned();
        }
    }
    if kind == "keyword" {
        let name = text.split_whitespace().nth(1).expect("`define` and a name");
        keyword = format!("[keyword.{name}]\ntext = '''\n{text}\n'''\n");
    }
    let [(_, building), (_, action), (_, tally)] = sections;
    format!(
        "id = \"example\"\ntitle = \"An example\"\nlanguage = 2\n[[card]]\nbuilding = \"Windmill\"\naction = \"Gust\"\n\n\
         [building.\"Windmill\"]\ntext = '''\n{building}\n'''\n\n[action.\"Gust\"]\ntext = '''\n{action}\n'''\n\n\
         [counter.tick]\nmeaning = \"it ticks\"\n\n[counter.burn]\nmeaning = \"it burns\"\nowned = true\n\n\
         [tally.mills]\nrules = [\"MILL-1\"]\nwins-at = 3\ntext = '''\n{tally}\n'''\n\n{keyword}"
    )
}
