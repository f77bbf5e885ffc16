// The look-ups that every face must make alike, tests/lookups.json, against the wasm module. Runs in Node and in Chromium.

/** What of `lookups` the module misses, a line each; none when it meets them all. */
export function lookupMisses({ Tables, suffixMatches }, lookups) {
  return lookups.cases.flatMap((lookup) => {
    const tables = new Tables(lookup.shards.map(bytesOf));
    try {
      return [...described(tables, lookup), ...found(tables, suffixMatches, lookup), ...documented(tables, lookup)];
    } finally {
      tables.free();
    }
  });
}

function described(tables, { bits, shards, documents }) {
  tables.verify();
  const described = tables.describe();
  const bytes = shards.reduce((sum, shard) => sum + shard.length / 2, 0);
  const expected = { bits, k: 3, fingerprints: Object.keys(documents).length, tables: 4, bytes };
  return differing(`${bits} bits`, Object.fromEntries(Object.keys(expected).map((key) => [key, described[key]])), expected);
}

function found(tables, suffixMatches, { bits, prefix, queries }) {
  return queries.flatMap(({ query, matches, suffixes }) => [
    ...differing(`${bits} bits: ${query}`, tables.query(query), { matches, truncated: false }),
    ...differing(`${bits} bits: prefix of ${query}`, hex(tables.suffixes(query, prefix, 3)), suffixes),
    ...differing(`${bits} bits: suffixes of ${query}`, suffixMatches(query, bytesOf(suffixes), 3), { matches, truncated: false }),
  ]);
}

function documented(tables, { bits, documents }) {
  return Object.entries(documents).flatMap(([fingerprint, ordinals]) =>
    differing(`${bits} bits: documents of ${fingerprint}`, tables.documents(fingerprint, 100), { ordinals, count: ordinals.length }),
  );
}

function differing(what, found, expected) {
  const [a, b] = [sorted(found), sorted(expected)];
  return a === b ? [] : [`${what} is ${a}, expected ${b}`];
}

/** As JSON in which the order of the fields does not matter. */
const sorted = (value) =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort()) : inner,
  );

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
