//! A text to try: notes of one's own that have taken two passages from a manual, as it stands in the sample index that
//! `cargo xtask up` serves (PostgreSQL's documentation; tests/examples/postgresql/NOTICE.md has its licence).

import type { NewDoc } from "../documents/documents.ts";

const TEXT = `How we keep our tables in order

Every spring we look through our notes and rewrite those that nobody understands any more. This year it was the turn of the page on cleaning up, which had grown by a sentence with every accident.

What it comes down to is this. In normal operation, tuples that are deleted or obsoleted by an update are not physically removed from their table; they remain present until a VACUUM is done. Therefore it's necessary to do VACUUM periodically, especially on frequently-updated tables. We do so at night, when nobody looks.

Our colleagues ask why the disk does not become emptier afterwards. The answer is that plain cleaning simply reclaims space and makes it available for re-use. This form of the command can operate in parallel with normal reading and writing of the table, as an exclusive lock is not obtained. However, extra space is not returned to the operating system (in most cases); it's just kept available for re-use within the same table. Whoever wants the disk back has to ask the two of us first.

All else we have learned is that a table that is cleaned often is never really dirty, which may be true of other things, too.`;

export const EXAMPLE: NewDoc[] = [{ name: "How we keep our tables in order.txt", source: TEXT, format: "plain" }];
