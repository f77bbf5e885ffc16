//! What a report shows. It is written twice: when the report is made, and by the report itself, of what it computed again.
//! Whatever was computed stands in an element with `data-figure` (a number) or `data-text` (a text and its marks), so that
//! the two can be compared.

import type { LeftOut, Place } from "../../protocol/comparing.ts";
import type { Piece } from "../../pair/shared-words.ts";
import { Painting } from "../../text-pane/painting.ts";
import type { Segment, Side } from "../../text-pane/painting.ts";
import { CHANCE, pairsByChance } from "../../words/chance.ts";
import type { Formats } from "../../words/format.ts";
import { PERSONS } from "../../words/persons.ts";
import { REPORT } from "../../words/report.ts";
import { SUBMISSIONS } from "../../words/submissions.ts";
import { TAKEN_OUT } from "../../words/taken-out.ts";
import { differ } from "../../pairs/verdicts.ts";
import type { Opinion } from "../../pairs/verdicts.ts";
import { takenIn } from "./data.ts";
import type { Counted, CountedPair, CountedPassage, ReportData, ReportDocument, ReportPair, ReportReworded } from "./data.ts";
import { Markup, markup } from "./markup.ts";

/** More persons than this are printed in two columns, so that a large class is one page. */
const MANY = 50;

/** Which side of a pair a text is, before its name. */
const SIDES = { a: markup`<span class="side">${REPORT.a}</span> `, b: markup`<span class="side">${REPORT.b}</span> ` };

export function body(data: ReportData, counted: Counted, formats: Formats): Markup {
  return new Body(data, counted, formats).all();
}

class Body {
  #documents: Map<number, ReportDocument>;

  constructor(
    private data: ReportData,
    private counted: Counted,
    private formats: Formats,
  ) {
    this.#documents = new Map(data.documents.map((document) => [document.id, document]));
  }

  all(): Markup {
    const { data } = this;
    return markup`<header>
<p class="kind">${REPORT.kind}</p>
<h1>${bdi(data.title)}</h1>
<p>${REPORT.made(this.formats.moment(new Date(data.made)), data.twinprint)}${data.by && markup`, ${REPORT.by} ${bdi(data.by)}`}. ${data.whole ? REPORT.wholes : REPORT.passagesOnly}${data.anonymous && ` ${REPORT.anonymous}`}</p>
</header>
${this.#finding()}
${again(data.whole)}
${this.#persons()}<section class="summary"><h2>${REPORT.pairs}</h2>${this.#pairs()}</section>
<section class="summary" id="documents"><h2>${REPORT.documents}</h2>${this.#list()}</section>
${data.pairs.map((pair, n) => this.#pair(pair, n))}
<section class="summary"><h2>${REPORT.parameters}</h2>${this.#parameters()}</section>
`;
  }

  /** What was found, in two sentences, and what that does not say: for who reads nothing else. */
  #finding(): Markup {
    const { pairs } = this.data;
    const { reports } = this.counted;
    const sharing = reports.filter(({ passages }) => passages.length > 0).length;
    const most = reports.reduce((best, { words_in_passages }, n) => (words_in_passages > reports[best]!.words_in_passages ? n : best), 0);
    const key = (name: string) => `finding ${name}`;
    const several = pairs.length > 1 && filledIn(REPORT.finding.several, { sharing: this.#count(key("sharing"), sharing), pairs: this.formats.counted(pairs.length, "pair") });
    const found = sharing === 0 ? REPORT.finding.none(pairs.length) : markup`${several} ${this.#most(most)}`;
    const limits = pairs.some(({ reworded }) => reworded) ? REPORT.limitsReworded : REPORT.limits;
    return markup`<section class="finding" id="finding"><h2>${REPORT.finding.title}</h2><p>${found}</p>${this.#judged()}
<h3>${REPORT.finding.limits}</h3><p class="quiet">${limits}</p></section>`;
  }

  /** The pair that shares most. */
  #most(n: number): Markup {
    const { a, b } = this.data.pairs[n]!;
    const report = this.counted.reports[n]!;
    const key = (name: string) => `pair-${n + 1} ${name}`;
    const sentence = this.data.pairs.length > 1 ? REPORT.finding.most : REPORT.finding.one;
    return filledIn(sentence(report.passages.length), {
      ...{ a: this.#who(a), b: this.#who(b), words: this.#count(key("in-passages"), report.words_in_passages) },
      ...{ passages: this.#count(key("passages"), report.passages.length), run: this.#count(key("run"), report.longest_run) },
    });
  }

  /** How the pairs were judged, where anybody did. */
  #judged(): Markup | false {
    const { pairs, by } = this.data;
    const differing = pairs.filter(({ judgement }) => judgement && differ(judgement)).length;
    const names = [...new Set(pairs.flatMap(({ judgement }) => judgement?.others?.map((one) => one.by) ?? []))];
    const own = this.#judgedBy(pairs, by);
    if (names.length === 0) return own;
    return markup`${own}<p>${REPORT.finding.alsoBy} ${names.map((name, i) => markup`${i > 0 && ", "}${bdi(name)}`)}: ${REPORT.finding.differ(differing, this.formats.counted(differing, "pair"))}</p>`;
  }

  #judgedBy(pairs: ReportPair[], by: string): Markup | false {
    const verdicts = pairs.flatMap(({ judgement }) => judgement?.verdict || []);
    if (verdicts.length === 0) return false;
    const each = [...new Set(verdicts)].map((verdict) => REPORT.finding.verdict(this.formats.count(verdicts.filter((one) => one === verdict).length), verdict));
    return markup`<p>${by ? markup`${REPORT.finding.judgedBy} ${bdi(by)}` : REPORT.finding.judged}: ${each.join(", ")}${verdicts.length < pairs.length && REPORT.finding.open(this.formats.counted(pairs.length - verdicts.length, "pair"))}.</p>`;
  }

  #pairs(): Markup {
    const { data, counted } = this;
    const judged = data.pairs.some(({ judgement }) => judgement?.verdict || judgement?.others);
    return markup`<div class="scroll" tabindex="0" role="region" aria-label="${REPORT.pairs}"><table><thead><tr><th scope="col">${REPORT.a}</th><th scope="col">${REPORT.b}</th>${[REPORT.wordsShared, REPORT.longestRun, REPORT.aInB, REPORT.bInA, REPORT.resemblance].map((name) => markup`<th scope="col" class="n">${name}</th>`)}${judged && markup`<th scope="col">${REPORT.verdict}</th>`}</tr></thead><tbody>
${data.pairs.map((pair, n) => {
  const report = counted.reports[n]!;
  return markup`<tr><th scope="row"><a href="#pair-${n + 1}">${this.#name(pair.a)}</a></th><td>${this.#name(pair.b)}</td>${this.#numbers(n, report).map(([, value]) => markup`<td class="n">${value}</td>`)}${judged && markup`<td>${this.#verdicts(pair)}</td>`}</tr>
`;
})}</tbody></table></div>`;
  }

  /** The class at a glance: one page, one row a person. */
  #persons(): Markup | false {
    const { persons } = this.data;
    if (persons.length === 0) return false;
    const { count, percent } = this.formats;
    const grouped = persons.some(({ group }) => group > 0);
    const head = [PERSONS.score, PERSONS.elsewhere, PERSONS.sources].map((name) => markup`<th scope="col" class="n">${name}</th>`);
    return markup`<section class="summary persons${persons.length > MANY && " many"}" id="persons"><h2>${REPORT.persons.title}</h2><p class="quiet">${REPORT.persons.about}</p><div class="scroll" tabindex="0" role="region" aria-label="${REPORT.persons.title}"><table><thead><tr><th scope="col">${PERSONS.person}</th><th scope="col">${PERSONS.link}</th>${head}${grouped && markup`<th scope="col">${PERSONS.group}</th>`}</tr></thead><tbody>
${persons.map((person) => markup`<tr><th scope="row">${bdi(person.name)}</th><td>${person.with ? bdi(person.with) : PERSONS.nobody}</td><td class="n">${count(person.score)}</td><td class="n">${count(person.elsewhere)} (${percent(person.words === 0 ? 0 : person.elsewhere / person.words)})</td><td class="n">${count(person.sources)}</td>${grouped && markup`<td>${person.group > 0 && PERSONS.numbered(person.group)}</td>`}</tr>
`)}</tbody></table></div></section>
`;
  }

  #list(): Markup {
    const { documents } = this.data;
    const authors = documents.some(({ author }) => author);
    const digests = documents.some(({ sha256 }) => sha256);
    const handed = documents.some(({ handedIn, cohort }) => handedIn || cohort);
    return markup`${digests && markup`<p class="quiet">${REPORT.digestAbout}</p>`}<div class="scroll" tabindex="0" role="region" aria-label="${REPORT.documents}"><table><thead><tr><th scope="col">${REPORT.document}</th>${authors && markup`<th scope="col">${REPORT.author}</th>`}${handed && markup`<th scope="col">${SUBMISSIONS.handedIn}</th>`}<th scope="col" class="n">${REPORT.words}</th>${digests && markup`<th scope="col">${REPORT.digest}</th>`}</tr></thead><tbody>
${documents.map(({ id, name, author, template, handedIn, cohort, sha256 = "" }) => markup`<tr><th scope="row">${bdi(name)}${template && markup` <small>${REPORT.template}</small>`}</th>${authors && markup`<td>${bdi(author)}</td>`}${handed && markup`<td>${handedIn && this.formats.moment(new Date(handedIn))} ${cohort && bdi(cohort)}</td>`}<td class="n">${this.#count(`document-${id} words`, this.counted.words.get(id))}</td>${digests && markup`<td><code>${sha256}</code></td>`}</tr>
`)}</tbody></table></div>`;
  }

  #pair(pair: ReportPair, n: number): Markup {
    const report = this.counted.reports[n]!;
    const [a, b] = [this.#name(pair.a), this.#name(pair.b)];
    return markup`<section class="pair" id="pair-${n + 1}"><h2>${a} <span class="and">${REPORT.and}</span> ${b}</h2>
${this.#authors(pair)}${this.#came(pair)}${this.#judgement(pair)}
<dl class="figures">${[...this.#numbers(n, report), ...this.#more(n, report)].map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${this.#template(n, report)}${this.#leftOut(n, report)}${this.#taken(pair, n, report)}${report.passages.length === 0 ? markup`<p>${REPORT.noPassage}</p>` : this.data.whole ? this.#texts(pair, n, report) : this.#passages(pair, n, report)}
${pair.reworded && this.#reworded(pair.reworded)}</section>
`;
  }

  #authors({ a, b }: ReportPair): Markup | false {
    const [first, second] = [this.#documents.get(a)?.author, this.#documents.get(b)?.author];
    // Where both are known, they are in the heading.
    if (Boolean(first) === Boolean(second)) return false;
    return markup`<p class="quiet">${[first, second].map((author, i) => markup`${i > 0 && " · "}${[REPORT.a, REPORT.b][i]} ${REPORT.by} ${bdi(author || "?")}`)}</p>`;
  }

  /** Of what both are, and which was handed in first. */
  #came({ a, b, first }: ReportPair): Markup | false {
    const sides = ([[REPORT.a, this.#documents.get(a)], [REPORT.b, this.#documents.get(b)]] as const).filter(([, doc]) => doc?.handedIn || doc?.cohort);
    if (sides.length === 0 && !first) return false;
    const said = sides.map(([side, doc]) => SUBMISSIONS.side(side, doc?.handedIn ? this.formats.moment(new Date(doc.handedIn)) : "", doc?.cohort ?? ""));
    const order = first && (first.side ? SUBMISSIONS.came(REPORT[first.side], this.formats.duration(first.apart)) : SUBMISSIONS.cameTogether);
    return markup`<p class="quiet">${said.join(" ")}${order && markup` <b>${order}</b>`}</p>`;
  }

  /** The numbers of a pair in the table, each with its name. */
  #numbers(n: number, report: CountedPair): [string, Markup][] {
    const key = (name: string) => `pair-${n + 1} ${name}`;
    return [
      [REPORT.wordsShared, this.#count(key("shared"), wordsInBoth(report))],
      [REPORT.longestRun, this.#count(key("run"), report.longest_run)],
      [REPORT.aInB, this.#percent(key("ab"), report.containment_a)],
      [REPORT.bInA, this.#percent(key("ba"), report.containment_b)],
      [REPORT.resemblance, this.#percent(key("resemblance"), report.resemblance)],
    ];
  }

  #more(n: number, report: CountedPair): [string, Markup][] {
    const key = (name: string) => `pair-${n + 1} ${name}`;
    return [
      ...(report.has_edited ? [[REPORT.wordsInPassages, this.#count(key("in-passages"), report.words_in_passages)] as [string, Markup]] : []),
      [REPORT.passages, this.#count(key("passages"), report.passages.length)],
      [REPORT.wordsOfA, this.#count(key("wordsA"), report.words_a)],
      [REPORT.wordsOfB, this.#count(key("wordsB"), report.words_b)],
    ];
  }

  #template(n: number, { template_words_a: a, template_words_b: b }: CountedPair): Markup | false {
    if (!this.data.documents.some(({ template }) => template)) return false;
    const [first, second] = [this.#count(`pair-${n + 1} templateA`, a), this.#count(`pair-${n + 1} templateB`, b)];
    const [before, , between, , after] = REPORT.templateWords("", "");
    return markup`<p class="quiet">${before}${first}${between}${second}${after}</p>`;
  }

  #leftOut(n: number, { left_out_words_a: a, left_out_words_b: b }: CountedPair): Markup | false {
    if (!this.data.whole || (a === 0 && b === 0)) return false;
    const [first, second] = [this.#count(`pair-${n + 1} leftOutA`, a), this.#count(`pair-${n + 1} leftOutB`, b)];
    const [before, , between, , after] = REPORT.leftOutWords("", "");
    return markup`<p class="quiet">${before}${first}${between}${second}${after}</p>`;
  }

  /** What was taken out of a pair by hand, and why. */
  #taken(pair: ReportPair, n: number, { left_out_a, left_out_b }: CountedPair): Markup | false {
    const words = (stretches: LeftOut[], k: number) => stretches.reduce((sum, { text, words }) => sum + (text !== undefined && text >> 1 === k ? words : 0), 0);
    const inOrder = takenIn(this.data, pair);
    const here = pair.taken.map((at) => this.data.taken[at]!).map((taken) => {
      const k = inOrder.indexOf(taken);
      return { ...taken, k, a: words(left_out_a, k), b: words(left_out_b, k) };
    });
    if (here.length === 0) return false;
    return markup`<div class="taken"><h3>${REPORT.taken.title}</h3><ul>${here.map(({ k, pair, texts, reason, words, a, b }) => {
      const counted = this.data.whole && markup` (${this.#count(`pair-${n + 1} ${k + 1} takenA`, a)}${REPORT.taken.ofA}${this.#count(`pair-${n + 1} ${k + 1} takenB`, b)}${REPORT.taken.ofB})`;
      return markup`<li><span dir="auto">${TAKEN_OUT.quoted(texts[0])}</span>${counted} <b>${TAKEN_OUT.reason(reason, words)}</b>, ${TAKEN_OUT.scope(!pair)}</li>`;
    })}</ul></div>
`;
  }

  /** Both texts as a whole, side by side. */
  #texts(pair: ReportPair, n: number, report: CountedPair): Markup {
    const passages = report.passages.map((passage, k) => markup`<li><a href="#passage-${n + 1}-${k + 1}-a">${this.#passageNumbers(n, k, passage)}</a>${this.#cited(pair, k)}</li>`);
    return markup`<ol class="passages">${passages}</ol><div class="excerpts">${this.#passages(pair, n, report, true)}</div><div class="panes whole">${(["a", "b"] as const).map((side) => {
      const id = pair[side];
      const text = this.#marked(id, n, report, side, { start: 0, end: this.counted.length(id) });
      return markup`<div class="pane"><h3>${SIDES[side]}${this.#name(id)}</h3><div class="text" dir="auto" data-text="pair-${n + 1} ${side}">${text}</div></div>`;
    })}</div>`;
  }

  /** The passages of both, side by side; for paper only, where the documents as a whole are beside them. */
  #passages(pair: ReportPair, n: number, report: CountedPair, paper = false): Markup[] {
    return report.passages.map((passage, k) => {
      const panes = (["a", "b"] as const).map((side) => {
        const text = this.#marked(pair[side], n, report, side, passage[side], k, paper);
        return markup`<div class="pane"><h4>${SIDES[side]}${this.#who(pair[side])}</h4><div class="text" dir="auto" data-text="pair-${n + 1} ${side} ${k + 1}">${text}</div></div>`;
      });
      return markup`<div class="passage"><h3>${REPORT.passage(this.formats.count(k + 1))}: ${this.#passageNumbers(n, k, passage)}${this.#cited(pair, k)}</h3><div class="panes">${panes}</div></div>`;
    });
  }

  /** What both say in other words, apart from what is copied. */
  #reworded(passages: ReportReworded[]): Markup {
    if (passages.length === 0) return markup`<div class="other-words"><h3>${REPORT.reworded.title}</h3><p class="quiet">${REPORT.reworded.notFound}</p></div>
`;
    const said = (text: Piece[]) => text.map((piece) => (piece.shared ? markup`<u>${piece.text}</u>` : markup`${piece.text}`));
    return markup`<div class="other-words"><h3>${REPORT.reworded.title}</h3><p class="quiet">${REPORT.reworded.about}</p>
${passages.map(({ likeness, sentences }, k) => markup`<table><caption>${REPORT.reworded.numbered(this.formats.count(k + 1), this.formats.percent(likeness))}</caption><thead><tr><th scope="col">${REPORT.a}</th><th scope="col">${REPORT.b}</th><th scope="col" class="n">${REPORT.reworded.alike}</th></tr></thead><tbody>
${sentences.map((pair) => markup`<tr><td dir="auto">${said(pair.a)}</td><td dir="auto">${said(pair.b)}</td><td class="n">${this.formats.percent(pair.likeness)}</td></tr>
`)}</tbody></table>`)}</div>
`;
  }

  /** Where a passage stands: "A page 2, lines 3–5; B line 7". */
  #cited({ cited }: ReportPair, k: number): Markup | false {
    const place = cited[k];
    return place !== undefined && markup` <small class="cited">${REPORT.cited(place.a, place.b)}</small>`;
  }

  #passageNumbers(n: number, k: number, { words, longest_run, edited, bits }: CountedPassage): Markup {
    const key = (name: string) => `pair-${n + 1} passage-${k + 1} ${name}`;
    const run = longest_run < words && markup`, ${this.#count(key("run"), longest_run)}${REPORT.inARow}`;
    const rare = edited && markup`, ${REPORT.edited}; ${CHANCE.before}${figure(key("pairs"), bits === undefined ? undefined : pairsByChance(bits))}${CHANCE.after}`;
    return markup`${this.#count(key("words"), words)}${REPORT.passageWords(words)}${run}${rare}`;
  }

  /** A stretch of a text with what lies over it. `only` is the index of the one passage that is shown of it; on `paper` nothing leads to the other. */
  #marked(id: number, n: number, report: CountedPair, side: Side, { start, end }: Place, only?: number, paper = false): Markup[] {
    const shown = only === undefined ? report : { ...report, passages: [report.passages[only]!] };
    const painting = new Painting(shown, side);
    return painting.segments(start, end).map((segment) => {
      const opens = segment.opens.map((k) => {
        const number = (only ?? k) + 1;
        const { edited } = report.passages[number - 1]!;
        if (paper) return markup`<span class="chip">${number}${edited && ` ${REPORT.edited}`}</span>`;
        return markup`<a class="chip" id="passage-${n + 1}-${number}-${side}" href="#passage-${n + 1}-${number}-${side === "a" ? "b" : "a"}" aria-label="${REPORT.toOther(number, edited)}">${number}${edited && ` ${REPORT.edited}`}</a>`;
      });
      return markup`${opens}${painted(segment, this.counted.slice(id, segment.start, segment.end))}`;
    });
  }

  /** The verdict on a pair, and those of others with their names. */
  #verdicts({ judgement }: ReportPair): Markup | false {
    if (!judgement) return false;
    const { verdict, others = [] } = judgement;
    const given = others.filter(({ verdict }) => verdict);
    return markup`${REPORT.verdicts[verdict]}${given.map((one, i) => markup`${(verdict || i > 0) && markup`<br>`}${bdi(one.by)}: ${REPORT.verdicts[one.verdict]}`)}${differ(judgement) && markup`<br><b>${REPORT.differ}</b>`}`;
  }

  #judgement({ judgement }: ReportPair): Markup | false {
    if (!judgement) return false;
    const { others = [] } = judgement;
    const differing = differ(judgement) && markup`<p class="differ"><b>${REPORT.differ}</b></p>
`;
    return markup`${differing}${this.#opinion({ ...judgement, by: this.data.by })}${others.map((opinion) => this.#opinion(opinion))}`;
  }

  #opinion({ by, verdict, note, at }: Opinion): Markup | false {
    if (!verdict && !note) return false;
    // Older projects do not always say when.
    const time = new Date(at);
    const when = [...(by ? [bdi(by)] : []), ...(Number.isNaN(time.getTime()) ? [] : [this.formats.moment(time)])].map((part, i) => markup`${i > 0 && ", "}${part}`);
    return markup`<div class="judgement"><p>${verdict && markup`<b>${REPORT.verdict}: ${REPORT.verdicts[verdict]}</b> `}<small>${when}</small></p>${note && markup`<p dir="auto" class="note">${note}</p>`}</div>`;
  }

  #parameters(): Markup {
    const { recipe, options, twinprint } = this.data;
    const chosen = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
    const entries: [string, string | Markup][] = [
      ["Twinprint", twinprint],
      [REPORT.recipe, markup`<code data-figure="recipe">${recipe.id}</code><br><code>${recipe.text}</code>`],
      ...(chosen.length === 0 ? [[REPORT.options, REPORT.defaults] as [string, string]] : []),
      ...chosen.map(([name, value]) => [REPORT.optionNames[name] ?? name, [value].flat().join(", ")] as [string, string]),
    ];
    return markup`<dl class="parameters">${entries.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<ul class="legend" aria-label="${REPORT.legend}"><li><mark class="same">${REPORT.legendSame}</mark></li><li><span class="edited">${REPORT.legendEdited}</span></li><li><span class="template">${REPORT.legendTemplate}</span></li><li><span class="left-out">${REPORT.legendLeftOut}</span></li><li><span class="seen">${REPORT.legendSeen}</span></li></ul>`;
  }

  #name(id: number): Markup {
    const { author = "", name = "?" } = this.#documents.get(id) ?? {};
    return author ? markup`${bdi(author)} <small class="file">${bdi(name)}</small>` : bdi(name);
  }

  /** The person, or the document where that is not known; who has two in the report goes by these. */
  #who(id: number): Markup {
    const { author = "", name = "?" } = this.#documents.get(id) ?? {};
    const alone = author && this.data.documents.filter((other) => other.author === author).length === 1;
    return bdi(alone ? author : name);
  }

  #count(key: string, n: number | undefined): Markup {
    return figure(key, n === undefined ? undefined : this.formats.count(n));
  }

  #percent(key: string, share: number | undefined): Markup {
    return figure(key, share === undefined ? undefined : this.formats.percent(share));
  }
}

/** Words that both have as they are, if that can be told. */
function wordsInBoth({ shared_words_a: a, shared_words_b: b }: CountedPair): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.min(a, b);
}

/** A number that was computed; without one, its place. */
function figure(key: string, text: string | undefined): Markup {
  return text === undefined ? markup`<span data-figure="${key}" data-unknown></span>` : markup`<span data-figure="${key}">${text}</span>`;
}

/** A sentence with what its names in braces stand for. */
function filledIn(sentence: string, parts: Record<string, Markup | string>): Markup {
  const pieces = sentence.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 1 ? (parts[piece] ?? "") : piece));
  return markup`${pieces}`;
}

/** A name, kept from turning the text around it. */
function bdi(name: string): Markup {
  return markup`<bdi>${name}</bdi>`;
}

function again(whole: boolean): Markup {
  const { title, about, aboutPassages, limits, key } = REPORT.again;
  return markup`<section class="again" id="again" aria-labelledby="again-title" hidden><h2 id="again-title">${title}</h2><p>${whole ? about : aboutPassages} ${limits}</p>
<p><button type="button" id="compute">${key}</button></p><div id="outcome" role="status"></div></section>`;
}

function painted({ as, leftOut, marks }: Segment, text: string): Markup {
  const inner = marks.length > 0 ? markup`<span class="seen" title="${marks.map((mark) => mark.replaceAll("_", " ")).join(", ")}">${text}</span>` : markup`${text}`;
  if (as === "plain") return inner;
  if (leftOut) return markup`<span class="left-out" title="${REPORT.leftOut(leftOut.kind)}">${inner}</span>`;
  return as === "same" ? markup`<mark class="same">${inner}</mark>` : markup`<span class="${as}">${inner}</span>`;
}
