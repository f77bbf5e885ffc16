// The package's interface over a generated module: errors that are Errors, and a call for each common case.
// No algorithm: that is in the module.

/** What went wrong, where, and what to do about it. */
export class TwinprintError extends Error {
  constructor({ kind, what, place, remedy, message }, options) {
    super(message, options);
    this.name = "TwinprintError";
    this.kind = kind;
    this.what = what;
    this.place = place;
    this.remedy = remedy;
  }
}

/** Runs `call`; what the module throws becomes a TwinprintError. */
function guarded(call) {
  try {
    return call();
  } catch (error) {
    throw isReported(error) ? new TwinprintError(error) : error;
  }
}

const isReported = (error) => typeof error?.kind === "string" && typeof error?.remedy === "string";

/** The interface of a module; `needed(place)` throws while it is not there, for a call at `place`. */
export function bind(generated, needed = () => {}) {
  class Session extends generated.Session {
    constructor(options) {
      needed("Session");
      guarded(() => super(options));
    }

    put(id, name, text, format = "plain", url = undefined) {
      return guarded(() => super.put(id, name, text, format, url));
    }

    templates(ids) {
      return super.templates(ids).map(({ id, error }) => ({ id, error: new TwinprintError(error) }));
    }
  }
  guard(Session, generated.Session, ["pair", "contained_pairs", "report", "report_copied", "view", "html", "csv"]);
  if (generated.Session.prototype.reworded) guard(Session, generated.Session, ["reworded", "reworded_words"]);

  /** How far sessions look, and whether what is reworded is looked for, too; throws where this module cannot. */
  function looking(reach) {
    const further = generated.Session.prototype.reworded !== undefined;
    if (reach === "copied" || reach === "edited") return { reach, further: false };
    if (reach === "reworded" && further) return { reach: "edited", further };
    throw invalid("reach", reach, further ? "use copied, edited or reworded" : "use copied or edited, or reworded with twinprint/languages");
  }

  const encoding = (bytes, name = "document") => {
    needed("encoding");
    return guarded(() => generated.encoding(bytes, name));
  };

  /** Has a session read a document. */
  function put(session, id, document, otherwise) {
    const { name, text, format, url } = read(document, otherwise, encoding);
    return session.put(id, name, text, format, url);
  }

  /** Calls `use` with a session that knows the templates, and with the id that the next document may have. */
  function inSession({ templates = [], ...options }, use) {
    const session = new Session(options);
    try {
      templates.forEach((template, id) => put(session, id, template, `template ${id + 1}`));
      session.templates(Uint32Array.from(templates.keys()));
      return use(session, templates.length);
    } finally {
      session.free();
    }
  }

  function compare(a, b, { texts = false, ...options } = {}) {
    needed("compare");
    const { reach, further } = looking(options.reach ?? "edited");
    return inSession({ ...options, reach }, (session, id) => {
      put(session, id, a, "a");
      put(session, id + 1, b, "b");
      const report = session.report(id, id + 1);
      if (texts) Object.assign(report, { text_a: session.view(id), text_b: session.view(id + 1) });
      return further ? { ...report, reworded: session.reworded(id, id + 1) } : report;
    });
  }

  function compareAll(documents, { at_least, most_pairs, ...options } = {}, progress = options.progress ?? (() => {})) {
    needed("compareAll");
    const { reach, further } = looking(options.reach ?? "edited");
    const wanted = contained(at_least, most_pairs);
    return inSession({ ...options, reach }, (session, first) => {
      const summaries = documents.map((document, i) => {
        progress({ step: "reading", done: i, of: documents.length });
        const name = nameOf(document, `document ${i + 1}`);
        try {
          return { name, ...put(session, first + i, document, name) };
        } catch (error) {
          if (error instanceof TwinprintError) return { name, error };
          throw error;
        }
      });
      const usable = Uint32Array.from(summaries.flatMap((document, i) => (document.error ? [] : [first + i])));
      const places = wanted ? session.contained_pairs(usable, wanted.at_least, wanted.most_pairs) : everyPair(usable);
      const pairs = [];
      for (let i = 0; i < places.length; i += 2) {
        if (i % STRIDE === 0) progress({ step: "comparing", done: i / 2, of: places.length / 2 });
        const [a, b] = [places[i], places[i + 1]];
        pairs.push({ a: a - first, b: b - first, ...session.pair(a, b) });
      }
      if (further) {
        const words = session.reworded_words(places);
        pairs.forEach((pair, i) => (pair.reworded_words = words[i]));
      }
      progress({ step: "comparing", done: pairs.length, of: pairs.length });
      const copied = (pair) => Math.max(pair.containment_a, pair.containment_b);
      pairs.sort((p, q) => copied(q) - copied(p));
      return { documents: summaries, pairs };
    });
  }

  return { compare, compareAll, encoding, Session };
}

/** How many places of a flat list of pairs are between two reports of progress. */
const STRIDE = 1024;

/** The most pairs that a module counts. */
const MOST = 2 ** 32 - 1;

/** Which pairs alone are wanted, if any are left out. */
function contained(at_least, most_pairs) {
  if (at_least === undefined && most_pairs === undefined) return undefined;
  const { share, count } = { share: at_least ?? 0, count: most_pairs ?? MOST };
  if (!(share >= 0 && share <= 1)) throw invalid("at_least", share, "use a share from 0 to 1");
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST)) throw invalid("most_pairs", count, "use a whole number from 1");
  return { at_least: share, most_pairs: count };
}

/** Every pair of some documents, as a flat list. */
function everyPair(ids) {
  const pairs = new Uint32Array(ids.length * (ids.length - 1));
  let end = 0;
  ids.forEach((a, i) => {
    for (const b of ids.subarray(i + 1)) {
      pairs[end++] = a;
      pairs[end++] = b;
    }
  });
  return pairs;
}

function invalid(place, value, remedy) {
  const what = `"${value}" is not a value of this option`;
  return new TwinprintError({ kind: "invalid-option", what, place, remedy, message: `${place}: ${what}; ${remedy}` });
}

/** The interface of the module with sketches and look-ups. */
export function bindAll(generated, needed = () => {}) {
  const bound = bind(generated, needed);

  class Sketches extends generated.Sketches {
    constructor(method, model, boilerplate) {
      needed("Sketches");
      guarded(() => super(method, model, boilerplate));
    }

    put(id, name, text, format = "plain", url = undefined) {
      return guarded(() => super.put(id, name, text, format, url));
    }
  }
  Sketches.methods = () => {
    needed("Sketches.methods");
    return generated.Sketches.methods();
  };
  guard(Sketches, generated.Sketches, ["sketch", "compare", "explain"]);

  class Tables extends generated.Tables {
    constructor(shards) {
      needed("Tables");
      guarded(() => super(shards));
    }
  }
  guard(Tables, generated.Tables, ["query", "documents", "suffixes", "verify"]);
  const suffixMatches = (...values) => {
    needed("suffixMatches");
    return guarded(() => generated.Tables.suffix_matches(...values));
  };

  function documentFingerprints(document, { bytes = 40 } = {}) {
    needed("documentFingerprints");
    const { name, text, format = "plain" } = read(document, "document", bound.encoding);
    return guarded(() => generated.documentFingerprints(name, text, format, bytes));
  }

  return { ...bound, documentFingerprints, Sketches, Tables, suffixMatches };
}

/** Overrides methods of a class so that what they throw becomes a TwinprintError. */
function guard(derived, base, names) {
  for (const name of names) {
    const method = base.prototype[name];
    derived.prototype[name] = function (...values) {
      return guarded(() => method.apply(this, values));
    };
  }
}

const nameOf = (document, otherwise) => (typeof document === "string" ? otherwise : (document.name ?? otherwise));

/** A document with its name, and its text, of bytes decoded. */
function read(document, otherwise, encoding) {
  const name = nameOf(document, otherwise);
  if (typeof document === "string") return { name, text: document };
  if (!document.bytes) return { ...document, name };
  return { ...document, name, text: new TextDecoder(encoding(document.bytes, name)).decode(document.bytes) };
}
