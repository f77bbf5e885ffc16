// The package's interface over a generated module: errors that are Errors, and a call for each common case.
// No algorithm: that is in the module.

/** What went wrong, where, and what to do about it. */
export class TwinprintError extends Error {
  constructor({ kind, what, place, remedy, message }) {
    super(message);
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

/** The interface of a module that is initialised. */
export function bind(generated) {
  class Session extends generated.Session {
    constructor(options) {
      guarded(() => super(options));
    }

    put(id, name, text, format = "plain", url = undefined) {
      return guarded(() => super.put(id, name, text, format, url));
    }

    templates(ids) {
      return super.templates(ids).map(({ id, error }) => ({ id, error: new TwinprintError(error) }));
    }
  }
  guard(Session, generated.Session, ["pair", "report", "report_copied", "view", "html", "csv"]);
  if (generated.Session.prototype.reworded) guard(Session, generated.Session, ["reworded", "reworded_words"]);

  /** How far sessions look, and whether what is reworded is looked for, too; throws where this module cannot. */
  function looking(reach) {
    const further = generated.Session.prototype.reworded !== undefined;
    if (reach === "copied" || reach === "edited") return { reach, further: false };
    if (reach === "reworded" && further) return { reach: "edited", further };
    const what = `"${reach}" is not a value of this option`;
    const remedy = further ? "use copied, edited or reworded" : "use copied or edited, or reworded with twinprint/languages";
    throw new TwinprintError({ kind: "invalid-option", what, place: "reach", remedy, message: `reach: ${what}; ${remedy}` });
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

  function compare(a, b, options = {}) {
    const { reach, further } = looking(options.reach ?? "edited");
    return inSession({ ...options, reach }, (session, id) => {
      put(session, id, a, "a");
      put(session, id + 1, b, "b");
      const report = session.report(id, id + 1);
      return further ? { ...report, reworded: session.reworded(id, id + 1) } : report;
    });
  }

  function compareAll(documents, options = {}) {
    const { reach, further } = looking(options.reach ?? "edited");
    return inSession({ ...options, reach }, (session, first) => {
      const read = documents.map((document, i) => {
        const name = nameOf(document, `document ${i + 1}`);
        try {
          return { name, ...put(session, first + i, document, name) };
        } catch (error) {
          if (error instanceof TwinprintError) return { name, error };
          throw error;
        }
      });
      const usable = read.flatMap((document, i) => (document.error ? [] : [i]));
      const pairs = usable.flatMap((a, at) =>
        usable.slice(at + 1).map((b) => ({ a, b, ...session.pair(first + a, first + b) })),
      );
      if (further) {
        const words = session.reworded_words(Uint32Array.from(pairs.flatMap(({ a, b }) => [first + a, first + b])));
        pairs.forEach((pair, i) => (pair.reworded_words = words[i]));
      }
      const copied = (pair) => Math.max(pair.containment_a, pair.containment_b);
      pairs.sort((p, q) => copied(q) - copied(p));
      return { documents: read, pairs };
    });
  }

  const encoding = (bytes, name = "document") => guarded(() => generated.encoding(bytes, name));

  return { compare, compareAll, encoding, Session };
}

/** The interface of the module with sketches and look-ups. */
export function bindAll(generated) {
  class Sketches extends generated.Sketches {
    constructor(method, model, boilerplate) {
      guarded(() => super(method, model, boilerplate));
    }

    put(id, name, text, format = "plain", url = undefined) {
      return guarded(() => super.put(id, name, text, format, url));
    }
  }
  guard(Sketches, generated.Sketches, ["sketch", "compare", "explain"]);

  class Tables extends generated.Tables {
    constructor(shards) {
      guarded(() => super(shards));
    }
  }
  guard(Tables, generated.Tables, ["query", "documents", "suffixes", "verify"]);
  const suffixMatches = (...values) => guarded(() => generated.Tables.suffix_matches(...values));

  function documentFingerprints(document, { bytes = 40 } = {}) {
    const { text, format = "plain" } = typeof document === "string" ? { text: document } : document;
    return guarded(() => generated.documentFingerprints(nameOf(document, "document"), text, format, bytes));
  }

  return { ...bind(generated), documentFingerprints, Sketches, Tables, suffixMatches };
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

function put(session, id, document, name) {
  const { text, format, url } = typeof document === "string" ? { text: document } : document;
  return session.put(id, nameOf(document, name), text, format, url);
}
