//! `twinprint model`: term weights from a corpus.

use std::cmp::Reverse;

use twinprint::hash;
use twinprint::lexicon::Model;
use twinprint::text::{self, Boilerplate, BoilerplateRule};
use twinprint_native::Error;
use twinprint_native::boilerplate::{self, Learning};
use twinprint_native::corpus::Fields;
use twinprint_native::model::{self, Trained};

use crate::args::{LearnBoilerplate, ModelCommand, Show, Train};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::terminal::{count, counted, print, visible, width};
use crate::{Outcome, say_note};

pub(crate) fn run(command: &ModelCommand) -> Result<Outcome, Error> {
    match command {
        ModelCommand::Train(options) => train(options),
        ModelCommand::Boilerplate(options) => learn(options),
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
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let listing = listed(&options.corpus, &mut refusals);
    refusals.account_for("counted", &listing);

    let progress = Progress::bytes("Reading", listing.bytes());
    let documents = options.read_as.documents(listing.entries);
    let trained = refusals.taken(documents, &progress, |documents, on_document| {
        model::train(documents, &training, on_document)
    })?;
    let Trained { model, error } = trained;
    drop(progress);
    refusals.proceed()?;

    if model.documents() == 0 {
        return Err(twinprint::Error::NoWords { document: "the corpus".into() }.into());
    }
    if error > 0 {
        say_note(format_args!(
            "there are more different terms than fit in memory: some of the rarest may be counted in up to {error} documents too few"
        ));
    }
    twinprint_native::replace(&options.output, &model.to_bytes())?;
    print(&lines(&model, &Show { model: options.output.clone(), words: Vec::new() })?)?;
    refusals.end(false)
}

fn learn(options: &LearnBoilerplate) -> Result<Outcome, Error> {
    twinprint_native::check_place(&options.output)?;
    let place = options.means.place();
    let learning = Learning {
        rule: BoilerplateRule { thousandths: 10 * options.share, pages: options.pages },
        by_group: options.site_field.is_some(),
        memory: place.memory / 2,
        folder: place.folder,
    };
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let listing = listed(&options.corpus, &mut refusals);
    refusals.account_for("counted", &listing);
    let mut fields = Fields::default();
    options.site_field.iter().for_each(|field| fields.group.clone_from(field));

    let progress = Progress::bytes("Reading", listing.bytes());
    let documents = options.read_as.documents_with(listing.entries, fields);
    let boilerplate = refusals.taken(documents, &progress, |documents, on_document| {
        boilerplate::learn(documents, &learning, on_document)
    })?;
    drop(progress);
    refusals.proceed()?;
    twinprint_native::replace(&options.output, &boilerplate.to_bytes())?;
    print(&sites(&boilerplate))?;
    refusals.end(false)
}

/// What was learned of sites, those with the most lines first.
fn sites(boilerplate: &Boilerplate) -> String {
    let rule = boilerplate.rule();
    let mut lines = format!(
        "id         {}\nrule       in more than {} % of at least {} pages\nsites      {}\n",
        boilerplate.id(),
        f64::from(rule.thousandths) / 10.0,
        rule.pages,
        count(boilerplate.sites().len() as u64)
    );
    let mut sites: Vec<_> = boilerplate.sites().iter().collect();
    sites.sort_by_key(|site| Reverse(site.lines.len()));
    for site in sites.iter().take(SHOWN) {
        let name = if site.site.is_empty() { "(no site)".into() } else { visible(&site.site) };
        let (found, pages) = (site.lines.len() as u64, u64::from(site.pages));
        lines += &format!("           {name}: {} of {}\n", counted(found, "line"), counted(pages, "page"));
    }
    let more = sites.len().saturating_sub(SHOWN);
    if more > 0 {
        lines += &format!("           and {more} more\n");
    }
    lines
}

/// The most sites that are shown.
const SHOWN: usize = 20;

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
