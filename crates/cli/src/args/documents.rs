//! What the files of documents are, and which of their fields say what, for every command that reads them.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use twinprint_native::corpus::{Documents, Entry, Fields, FileFormat, documents};

use super::IfRefused;

#[derive(Debug, Clone, Default, Args)]
pub(crate) struct DocumentArguments {
    /// What every file is [default: what it begins like, and then what its name says]
    #[arg(id = "file_format", long = "format", value_name = "FORMAT", help_heading = "What is read",
        value_parser = PossibleValuesParser::new(FileFormat::ALL.map(FileFormat::name))
            .try_map(|name| FileFormat::from_name(&name).ok_or("no such format")))]
    format: Option<FileFormat>,

    /// The field or column of texts, as body or meta.text [default: the first of text, content, body, raw_content, html]
    #[arg(long, value_name = "FIELD", help_heading = "What is read")]
    text_field: Option<String>,

    /// The field or column of names, as doc_id or meta.url [default: the first of id, url, doc_id, key; else names are places]
    #[arg(long, value_name = "FIELD", help_heading = "What is read")]
    id_field: Option<String>,

    /// What to do where a document or a file cannot be read
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "What is read")]
    pub(crate) if_refused: IfRefused,
}

impl DocumentArguments {
    /// What was named, by the names of the options: so that the same can be read again.
    pub(crate) fn named(&self) -> Vec<(String, String)> {
        let format = self.format.map(|format| ("format", format.name().to_string()));
        let text = self.text_field.clone().map(|field| ("text-field", field));
        let id = self.id_field.clone().map(|field| ("id-field", field));
        let named = [format, text, id].into_iter().flatten();
        named.map(|(option, value)| (option.into(), value)).collect()
    }

    /// What was named once, where nothing is named now.
    pub(crate) fn or_named(&self, named: impl Fn(&str) -> Option<String>) -> DocumentArguments {
        DocumentArguments {
            format: self.format.or_else(|| FileFormat::from_name(&named("format")?)),
            text_field: self.text_field.clone().or_else(|| named("text-field")),
            id_field: self.id_field.clone().or_else(|| named("id-field")),
            if_refused: self.if_refused,
        }
    }

    /// The documents of files.
    pub(crate) fn documents(&self, entries: Vec<Entry>) -> Documents {
        self.documents_with(entries, Fields::default())
    }

    /// The same, with these fields where no others were named.
    pub(crate) fn documents_with(&self, entries: Vec<Entry>, fields: Fields) -> Documents {
        documents(entries).with_format(self.format).with_fields(self.fields(fields))
    }

    /// Fields with those that were named.
    fn fields(&self, fields: Fields) -> Fields {
        Fields {
            text: self.text_field.clone().or(fields.text),
            id: self.id_field.clone().or(fields.id),
            ..fields
        }
    }
}
