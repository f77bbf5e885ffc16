//! The question, the choices and the answer of an item, by the fields of its object.

use serde_json::{Map, Value};

use twinprint::evals::PartKind;

/// The fields that say what an item is. A name with dots reaches into objects, as in `sample.question`.
///
/// ```
/// let fields = twinprint_native::decontaminate::ItemFields { question: Some("stem".into()), ..Default::default() };
/// assert_eq!(fields.answer, None, "the first of answer, solution, target and the like that there is");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemFields {
    /// What is asked. None for the first of [`QUESTION`](ItemFields::QUESTION) that it has.
    pub question: Option<String>,
    /// What may be answered. None for the first of [`CHOICES`](ItemFields::CHOICES), or all of [`CHOICE`](ItemFields::CHOICE) that it has.
    pub choices: Option<String>,
    /// What is to be answered. None for the first of [`ANSWER`](ItemFields::ANSWER) that it has.
    pub answer: Option<String>,
    /// What the item is called. None for the first of [`ID`](ItemFields::ID) that it has; where there is none, it is called by its place.
    pub id: Option<String>,
}

impl ItemFields {
    /// Where a question is looked for, the first before the others.
    pub const QUESTION: [&str; 12] = [
        "question",
        "problem",
        "prompt",
        "query",
        "goal",
        "ctx",
        "sentence",
        "instruction",
        "input",
        "premise",
        "text",
        "content",
    ];
    /// Where a list of choices is looked for.
    pub const CHOICES: [&str; 5] = ["choices", "options", "endings", "candidates", "distractors"];
    /// Fields of one choice each, where there is no list.
    pub const CHOICE: [&str; 17] = [
        "A",
        "B",
        "C",
        "D",
        "E",
        "sol1",
        "sol2",
        "option1",
        "option2",
        "choice1",
        "choice2",
        "choice3",
        "choice4",
        "distractor1",
        "distractor2",
        "distractor3",
        "hypothesis",
    ];
    /// Where an answer is looked for.
    pub const ANSWER: [&str; 9] = [
        "answer",
        "solution",
        "canonical_solution",
        "correct_answer",
        "best_answer",
        "target",
        "output",
        "answers",
        "completion",
    ];
    /// Where a name is looked for.
    pub const ID: [&str; 6] = ["id", "task_id", "question_id", "qid", "idx", "uid"];

    /// The parts of an item, each with its text; a number or a letter that points at a choice is no answer.
    pub(super) fn parts(&self, object: &Map<String, Value>) -> Vec<(PartKind, String)> {
        let question = field(object, &self.question, &ItemFields::QUESTION).map(texts).unwrap_or_default();
        let mut choices = field(object, &self.choices, &ItemFields::CHOICES).map(texts).unwrap_or_default();
        if choices.is_empty() && self.choices.is_none() {
            choices =
                ItemFields::CHOICE.iter().filter_map(|name| object.get(*name)).flat_map(texts).collect();
        }
        let mut answers = field(object, &self.answer, &ItemFields::ANSWER).map(texts).unwrap_or_default();
        if !choices.is_empty() {
            answers.retain(|answer| {
                answer.trim().chars().nth(1).is_some() && answer.trim().parse::<f64>().is_err()
            });
        }
        let of = |kind: PartKind, texts: Vec<String>| texts.into_iter().map(move |text| (kind, text));
        let parts = of(PartKind::Question, question).chain(of(PartKind::Choice, choices));
        parts.chain(of(PartKind::Answer, answers)).collect()
    }

    /// What an item is called.
    pub(super) fn id(&self, object: &Map<String, Value>) -> Option<String> {
        match field(object, &self.id, &ItemFields::ID)? {
            Value::String(id) => Some(id.clone()),
            Value::Number(id) => Some(id.to_string()),
            _ => None,
        }
    }

    /// The fields that a caller named and an object does not have.
    pub(super) fn missing(&self, object: &Map<String, Value>) -> Option<&str> {
        let named = [&self.question, &self.choices, &self.answer, &self.id];
        named.into_iter().flatten().find(|name| reached(object, name).is_none()).map(|name| &**name)
    }

    /// The names under which a question is looked for, as "\"question\", \"problem\"".
    pub(super) fn question_names(&self) -> String {
        let quoted = |name: &str| format!("\"{name}\"");
        match &self.question {
            Some(name) => quoted(name),
            None => ItemFields::QUESTION.map(quoted).join(", "),
        }
    }
}

/// The field that was named, or the first of the usual ones that says something.
fn field<'a>(object: &'a Map<String, Value>, named: &Option<String>, usual: &[&str]) -> Option<&'a Value> {
    match named {
        Some(name) => reached(object, name),
        None => usual.iter().filter_map(|name| object.get(*name)).find(|value| !value.is_null()),
    }
}

/// What a name with dots reaches.
fn reached<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let within = || {
        let (first, rest) = name.split_once('.')?;
        reached(object.get(first)?.as_object()?, rest)
    };
    object.get(name).or_else(within)
}

/// The texts that a value has, one after the other: itself, those of a list, those under `text` of an object, or all of an object that is a
/// list by letters.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(object) => {
            match ["text", "content", "value", "choices"].iter().find_map(|name| object.get(*name)) {
                Some(value) => texts(value),
                None => object.values().filter(|value| !value.is_object()).flat_map(texts).collect(),
            }
        }
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::ItemFields;
    use serde_json::{Value, json};
    use std::string::String;
    use std::vec::Vec;

    fn parts(item: Value) -> Vec<(&'static str, String)> {
        let parts = ItemFields::default().parts(item.as_object().unwrap());
        parts.into_iter().map(|(kind, text)| (kind.name(), text)).collect()
    }

    #[test]
    fn the_parts_of_well_known_eval_sets_are_found() {
        let with = |kind: &'static str, texts: &[&str]| {
            texts.iter().map(|text| (kind, String::from(*text))).collect::<Vec<_>>()
        };
        let four = [with("question", &["What?"]), with("choice", &["a b", "c d", "e", "f"])].concat();
        // As MMLU, ARC, and a table of questions have them.
        assert_eq!(
            parts(json!({"question": "What?", "choices": ["a b", "c d", "e", "f"], "answer": 2})),
            four
        );
        let arc = json!({"id": "x", "question": "What?", "choices": {"text": ["a b", "c d", "e", "f"], "label": ["A", "B", "C", "D"]}, "answerKey": "B"});
        assert_eq!(parts(arc), four);
        assert_eq!(
            parts(json!({"prompt": "What?", "A": "a b", "B": "c d", "C": "e", "D": "f", "answer": "C"})),
            four
        );
        assert_eq!(
            parts(json!({"question": "What?", "options": {"A": "a b", "B": "c d", "C": "e", "D": "f"}})),
            four
        );
        // As GSM8K, HumanEval, HellaSwag, PIQA and lists of answers.
        let answered = [with("question", &["How many?"]), with("answer", &["42"])].concat();
        assert_eq!(parts(json!({"question": "How many?", "answer": "42"})), answered);
        assert_eq!(parts(json!({"question": "How many?", "answer": 42, "choices": []})), answered);
        let code = [with("question", &["def f():"]), with("answer", &["return 1"])].concat();
        assert_eq!(
            parts(json!({"task_id": "a/0", "prompt": "def f():", "canonical_solution": "return 1"})),
            code
        );
        let endings = [with("question", &["He"]), with("choice", &["runs off", "sits"])].concat();
        assert_eq!(parts(json!({"ctx": "He", "endings": ["runs off", "sits"], "label": "1"})), endings);
        assert_eq!(parts(json!({"goal": "He", "sol1": "runs off", "sol2": "sits"})), endings);
        let answers = [with("question", &["Who?"]), with("answer", &["Ahab", "Captain Ahab"])].concat();
        assert_eq!(
            parts(
                json!({"question": "Who?", "answers": {"text": ["Ahab", "Captain Ahab"], "answer_start": [1, 2]}})
            ),
            answers
        );
    }

    #[test]
    fn named_fields_are_reached_through_objects() {
        let item = json!({"sample": {"stem": "What?", "n": 7}, "question": "another"});
        let fields = ItemFields {
            question: Some("sample.stem".into()),
            id: Some("sample.n".into()),
            ..ItemFields::default()
        };
        let item = item.as_object().unwrap();
        assert_eq!(fields.parts(item)[0].1, "What?");
        assert_eq!((fields.id(item).as_deref(), fields.missing(item)), (Some("7"), None));
        let missing = ItemFields { answer: Some("gold".into()), ..fields };
        assert_eq!(missing.missing(item), Some("gold"));
    }
}
