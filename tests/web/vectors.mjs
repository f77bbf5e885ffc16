// The vectors that every face must meet, tests/vectors.json, against the wasm modules. Runs in Node and in Chromium, so
// it stands on nothing but the language.

const A = 0;
const B = 1;
const FIRST_TEMPLATE = 2;

/**
 * What of `vectors` the module misses, a line each; none when it meets them all. Units, or cleaning, that it `lacks`, it must refuse.
 */
export function misses(Session, vectors, { lacks = [] } = {}) {
  const lacking = ({ options }) => lacks.includes(options?.units) || (options?.clean && lacks.includes("clean"));
  const taken = vectors.cases.filter((vector) => lacking(vector) && !refuses(Session, vector));
  return [
    ...taken.map(({ name }) => `${name}: not refused`),
    ...missed(vectors, vectors.cases.filter((vector) => !lacking(vector)), (vector) => outcome(Session, vector)),
  ];
}

function refuses(Session, { options }) {
  try {
    new Session(options).free();
    return false;
  } catch (error) {
    return error.kind === "invalid-option";
  }
}

/** As `misses`, of the vectors of sketches. */
export function sketchMisses(Sketches, vectors) {
  const [model, boilerplate] = [vectors.model, vectors.boilerplate].map(bytesOf);
  return missed(vectors, vectors.sketches, (vector) => sketched(Sketches, vector, { model, boilerplate }));
}

/** As `misses`, of the vectors of passages in other words. */
export function rewordedMisses(Session, vectors) {
  return missed(vectors, vectors.reworded, (vector) => answered(Session, vector, (session) => session.reworded(A, B)));
}

const bytesOf = (hexadecimal) => Uint8Array.from(hexadecimal.match(/../g), (byte) => parseInt(byte, 16));

function missed(vectors, cases, answer) {
  if (vectors.version !== 1) return [`vectors of version ${vectors.version}: this runner reads version 1`];
  return cases.flatMap((vector) =>
    differences(vector.expect, answer(vector), "").map((difference) => `${vector.name}: ${difference}`),
  );
}

/** The sketches that the module makes of a case, and how it compares them. */
function sketched(Sketches, { method, model, boilerplate, a, b }, files) {
  const sketches = new Sketches(method, model ? files.model : undefined, boilerplate ? files.boilerplate : undefined);
  try {
    const recipe = sketches.recipe_id;
    const [of_a, of_b] = [read(sketches, A, a), read(sketches, B, b)];
    if (of_a.error || of_b.error) return { recipe, error_a: of_a.error, error_b: of_b.error };
    const explained = sketches.explain(A, B).parts;
    if (explained.some(({ agree, of }) => agree > of)) throw new Error("more agrees than there is");
    return { recipe, a: sketches.sketch(A).join(" "), b: sketches.sketch(B).join(" "), ...sketches.compare(A, B) };
  } finally {
    sketches.free();
  }
}

/** What the module makes of a case: the errors of its documents by kind, or fingerprints and the report. */
function outcome(Session, vector) {
  return answered(Session, vector, (session, of_a, of_b) => ({
    fingerprint_a: of_a.summary.fingerprint,
    fingerprint_b: of_b.summary.fingerprint,
    report: session.report(A, B),
  }));
}

/** The errors of a case's documents by kind, or what `answer` makes of a session that has read them. */
function answered(Session, { options, a, b, templates = [] }, answer) {
  const session = new Session(options);
  try {
    templates.forEach(({ text }, i) => session.put(FIRST_TEMPLATE + i, "template", text, "plain"));
    session.templates(Uint32Array.from(templates, (_, i) => FIRST_TEMPLATE + i));
    const [of_a, of_b] = [read(session, A, a), read(session, B, b)];
    if (of_a.error || of_b.error) return { error_a: of_a.error, error_b: of_b.error };
    return answer(session, of_a, of_b);
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
