//! A command's manual page as Markdown: how it is called, what it takes, each option with what it may be, and examples.

use std::fmt::Write;

use clap::{Arg, Command};

use super::inner;

/// The page of a command; `name` is that of its file, as `twinprint-index-build`.
pub(super) fn page(command: &Command, name: &str) -> String {
    let called = command.get_bin_name().unwrap_or(command.get_name());
    let mut page = format!("# {called}\n");
    if let Some(about) = command.get_long_about().or_else(|| command.get_about()) {
        section(&mut page, &escaped(&about.to_string()));
    }
    let usage = command.clone().render_usage().to_string();
    section(&mut page, &format!("```text\n{}\n```", usage.trim_start_matches("Usage: ")));
    let commands: Vec<String> = inner(command)
        .map(|inner| {
            let about = inner.get_about().map(|about| escaped(&about.to_string())).unwrap_or_default();
            format!("- [`{0}`]({name}-{0}.md): {about}", inner.get_name())
        })
        .collect();
    if !commands.is_empty() {
        section(&mut page, &format!("## Commands\n\n{}", commands.join("\n")));
    }
    for (heading, arguments) in by_heading(command) {
        let list: Vec<String> = arguments.into_iter().map(described).collect();
        section(&mut page, &format!("## {heading}\n\n{}", list.join("\n")));
    }
    if let Some(after) = command.get_after_long_help().or_else(|| command.get_after_help()) {
        section(&mut page, &format!("## Examples and more\n\n```text\n{}\n```", after.to_string().trim()));
    }
    page
}

fn section(page: &mut String, text: &str) {
    page.push('\n');
    page.push_str(text);
    page.push('\n');
}

/// Arguments under the headings that the help has them under, in its order.
fn by_heading(command: &Command) -> Vec<(&str, Vec<&Arg>)> {
    let mut headings: Vec<(&str, Vec<&Arg>)> = Vec::new();
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    for argument in shown.filter(|argument| !["help", "version"].contains(&argument.get_id().as_str())) {
        let plain = if argument.is_positional() { "Arguments" } else { "Options" };
        let heading = argument.get_help_heading().unwrap_or(plain);
        match headings.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, arguments)) => arguments.push(argument),
            None => headings.push((heading, vec![argument])),
        }
    }
    headings
}

/// One argument, as an item of a list.
fn described(argument: &Arg) -> String {
    let mut item = format!("- `{argument}`");
    if let Some(short) = argument.get_short() {
        let _ = write!(item, ", `-{short}`");
    }
    if let Some(help) = argument.get_long_help().or_else(|| argument.get_help()) {
        let _ = write!(item, ": {}", escaped(&help.to_string()).replace('\n', "\n  "));
    }
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    if !defaults.is_empty() && argument.get_action().takes_values() {
        let _ = write!(item, " (default: {})", defaults.join(", "));
    }
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        let shown: Vec<_> = values.iter().filter(|value| !value.is_hide_set()).collect();
        if shown.iter().any(|value| value.get_help().is_some()) {
            for value in shown {
                let help = value.get_help().map(|help| format!(": {}", escaped(&help.to_string())));
                let _ = write!(item, "\n  - `{}`{}", value.get_name(), help.unwrap_or_default());
            }
        } else if !shown.is_empty() {
            let names: Vec<String> = shown.iter().map(|value| format!("`{}`", value.get_name())).collect();
            let _ = write!(item, "; one of {}", names.join(", "));
        }
    }
    item
}

/// Text whose characters Markdown would read as its own.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut in_code = false;
    for character in text.chars() {
        in_code ^= character == '`';
        if !in_code && matches!(character, '*' | '_' | '<' | '[' | ']' | '|') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
