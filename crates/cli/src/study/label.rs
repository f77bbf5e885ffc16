//! `twinprint study label`: a page on which a person judges pairs, or a rule that judges them.

use std::path::Path;

use twinprint_native::Error;
use twinprint_study::label::{DifferenceClass, LabelPairs, Server, VerdictLog, WrittenRule};

use crate::Outcome;
use crate::args::Label;
use crate::terminal::{count, counted, print};

pub(crate) fn run(options: &Label) -> Result<Outcome, Error> {
    if options.by_rule {
        return by_rule(&options.folder);
    }
    let server = Server::bind(&options.folder, options.port)?;
    let (judged, all) = server.judged();
    // Programs that start it read the address from the first line.
    print(&format!(
        "{} to judge, of which {} are judged, are at http://{}/ (Ctrl-C ends it)\n",
        counted(all as u64, "pair"),
        count(judged as u64),
        server.address()
    ))?;
    server.run();
    Ok(Outcome::default())
}

/// Judges the pairs without a verdict, and says in what they differ.
fn by_rule(folder: &Path) -> Result<Outcome, Error> {
    let pairs = LabelPairs::read(folder)?;
    let mut verdicts = VerdictLog::open(folder, pairs.pairs.len())?;
    let rule = WrittenRule::new(&pairs);
    let mut classes = vec![0u64; DifferenceClass::ALL.len()];
    let standing = verdicts.all();
    for (number, pair) in pairs.pairs.iter().enumerate().filter(|(number, _)| standing[*number].is_none()) {
        let class = rule.class(pair);
        verdicts.say_by_rule(number, class.verdict())?;
        classes[class as usize] += 1;
    }
    let judged: u64 = classes.iter().sum();
    let mut text =
        format!("{} judged by the rule, of {}\n", counted(judged, "pair"), count(pairs.pairs.len() as u64));
    for (class, pairs) in DifferenceClass::ALL.into_iter().zip(classes) {
        text += &format!("{:<28} {:>8}  {}\n", class.name(), count(pairs), class.verdict().name());
    }
    print(&text)?;
    Ok(Outcome::default())
}
