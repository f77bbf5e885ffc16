//! `twinprint model`: term weights from a corpus.

use std::sync::atomic::Ordering;

use twinprint::hash;
use twinprint::lexicon::Model;
use twinprint::text;
use twinprint_native::Error;
use twinprint_native::corpus::Listing;
use twinprint_native::model::{self, Trained};

use crate::args::{ModelCommand, Show, Train};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::terminal::{count, print, visible, width};
use crate::{Outcome, say_note};

pub(crate) fn run(command: &ModelCommand) -> Result<Outcome, Error> {
    match command {
        ModelCommand::Train(options) => train(options),
        ModelCommand::Show(options) => {
            let model = model::read(&options.model)?;
            print(&lines(&model, options)?)?;
            Ok(Outcome::default())
        }
    }
}

fn train(options: &Train) -> Result<Outcome, Error> {
    twinprint_native::check_place(&options.output)?;
    let training = options.training();
    training.check()?;
    let listing = Listing::new(&options.corpus);
    let mut refusals = Refusals::new(options.read_as.if_refused);
    refusals.listing(&listing);

    let progress = Progress::bytes("Reading", listing.bytes());
    let documents = options.read_as.documents(listing.entries);
    let read = documents.bytes_read();
    let documents = documents.inspect(|_| progress.at(read.load(Ordering::Relaxed)));
    let trained = model::train(documents, &training, |error| refusals.document(error))?;
    let Trained { model, empty, error } = trained;
    drop(progress);
    refusals.proceed()?;

    if model.documents() == 0 {
        return Err(twinprint::Error::NoWords { document: "the corpus".into() }.into());
    }
    if empty > 0 {
        say_note(format_args!("documents without a word do not count: {}", count(empty)));
    }
    if error > 0 {
        say_note(format_args!(
            "there are more different terms than fit in memory: some of the rarest may be counted in up to {error} documents too few"
        ));
    }
    twinprint_native::replace(&options.output, &model.to_bytes())?;
    print(&lines(&model, &Show { model: options.output.clone(), words: Vec::new() })?)?;
    Ok(refusals.end_counted("counted", model.documents()))
}

/// What a model says of itself, and of words.
fn lines(model: &Model, options: &Show) -> Result<String, Error> {
    let bits = |weight: u16| format!("{:.1} bits", f64::from(weight) / 8.0);
    let mut lines = format!(
        "id         {}\ndocuments  {}\nterms      {}; others weigh {} ({})\nphrases    {}\n",
        model.id(),
        count(model.documents()),
        count(model.len() as u64),
        model.rarest(),
        bits(model.rarest()),
        count(model.phrases() as u64),
    );
    for (number, line) in model.terms().lines().enumerate() {
        lines += &format!("{}{}\n", if number == 0 { "made by    " } else { "           " }, visible(line));
    }
    if options.words.is_empty() {
        return Ok(lines);
    }
    let mut terms: Vec<(String, u64)> = Vec::new();
    let text = model::text_of(model, &options.model.to_string_lossy())?;
    text::for_each_word(&options.words.join(" "), &text, |term, _| {
        terms.push((visible(term).into_owned(), hash::token(term)));
    })?;
    let column = terms.iter().map(|(term, _)| width(term)).max().unwrap_or(0).clamp(4, 40);
    lines += &format!("\n{}  weight\n", pad("term", column));
    for (term, hash) in &terms {
        let weight = model.weight(*hash);
        let unknown = if model.knows(*hash) { "" } else { "  not in the model" };
        lines += &format!("{}  {weight:>6}  {}{unknown}\n", pad(term, column), bits(weight));
    }
    for pair in terms.windows(2).filter(|pair| model.is_phrase(pair[0].1, pair[1].1)) {
        lines += &format!("phrase: {} {}\n", pair[0].0, pair[1].0);
    }
    Ok(lines)
}

fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}
