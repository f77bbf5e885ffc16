/** What was read of a file. */
export interface ReadFile {
    kind: "docx" | "odt" | "odp" | "pptx" | "epub" | "rtf" | "notebook" | "latex" | "pdf" | "mail";
    /** Paragraphs with an empty line between them. */
    text: string;
    /** What the text is: plain, but of a message that is HTML alone. */
    format: "plain" | "html";
    /** What the file says its title is, and who wrote it. */
    title: string | null;
    author: string | null;
    /** Where each page starts in the text, in UTF-16 units; of files with pages. */
    pages: number[];
    /** How many pages have no text. */
    blank: number;
    /** What the file has beside its text, one for each kind. */
    asides: AsideOfFile[];
    /** How many words look otherwise than they are read: the font of a PDF calls a letter by another name. */
    disguised: number;
}

/** Text that is none of a document's own: comments, what was deleted, and what nobody sees. */
export interface AsideOfFile {
    kind: "comment" | "deleted" | "hidden" | "white" | "tiny";
    words: number;
    /** One below the other, the first 2,000 characters. */
    text: string;
}

/** What is thrown for a file whose text is not read. */
export interface FileRefusal {
    reason:
        | "damaged" | "other-kind" | "unsupported" | "protected" | "copy-protected" | "no-text" | "no-letters" | "many-pages"
        | "attached" | "entities" | "deep-archive" | "outside" | "endless" | "nested" | "bomb" | "many-files" | "too-long";
    /** How it is damaged, what it should have been, or what it is. */
    why: string | null;
    /** How many pages it has. */
    count: number | null;
    /** How many of what the reason names there may be. */
    limit: number | null;
}

/** A file of an archive, by its path with that of the archive before it: its bytes, or why there are none. */
export type FileOfArchive = { path: string; bytes: Uint8Array<ArrayBuffer> } | { path: string; refusal: FileRefusal };
