// The vectors that every face must meet, tests/vectors.json, against a Session of the wasm module. Runs in Node
// and in Chromium, so it stands on nothing but the language.

const A = 0;
const B = 1;
const FIRST_TEMPLATE = 2;

/**
 * What of `vectors` the module misses, a line each; none when it meets them all. Units that it `lacks`, it must refuse.
 */
export function misses(Session, vectors, { lacks = [] } = {}) {
  if (vectors.version !== 1) return [`vectors of version ${vectors.version}: this runner reads version 1`];
  return vectors.cases.flatMap((vector) => {
    if (lacks.includes(vector.options?.units)) return refuses(Session, vector) ? [] : [`${vector.name}: not refused`];
    return differences(vector.expect, outcome(Session, vector), "").map((difference) => `${vector.name}: ${difference}`);
  });
}

function refuses(Session, { options }) {
  try {
    new Session(options).free();
    return false;
  } catch (error) {
    return error.kind === "invalid-option";
  }
}

/** What the module makes of a case: the errors of its documents by kind, or fingerprints and the report. */
function outcome(Session, { options, a, b, templates = [] }) {
  const session = new Session(options);
  try {
    templates.forEach(({ text }, i) => session.put(FIRST_TEMPLATE + i, "template", text, "plain"));
    session.templates(Uint32Array.from(templates, (_, i) => FIRST_TEMPLATE + i));
    const [of_a, of_b] = [read(session, A, a), read(session, B, b)];
    if (of_a.error || of_b.error) return { error_a: of_a.error, error_b: of_b.error };
    return {
      fingerprint_a: of_a.summary.fingerprint,
      fingerprint_b: of_b.summary.fingerprint,
      report: session.report(A, B),
    };
  } finally {
    session.free();
  }
}

/** Reads a document: what is said of it, or the kind of its error. */
function read(session, id, { name, text, times = 1, format, url }) {
  try {
    return { summary: session.put(id, name, text.repeat(times), format, url), error: null };
  } catch (error) {
    if (typeof error?.kind !== "string") throw error;
    return { error: error.kind };
  }
}

/** Where `actual` is not as `expected` has it. Fields that are not expected are not looked at. */
function differences(expected, actual, path) {
  if (Object.is(expected, actual)) return [];
  if (!isObject(expected) || !isObject(actual)) return [unlike(expected, actual, path)];
  if (Array.isArray(expected) && expected.length !== actual.length) return [unlike(expected, actual, path)];
  return Object.keys(expected).flatMap((key) => differences(expected[key], actual[key], path ? `${path}.${key}` : key));
}

const isObject = (value) => typeof value === "object" && value !== null;

const unlike = (expected, actual, path) =>
  `${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
