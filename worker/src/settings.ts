// The worker's variables, read once an isolate; a wrong one is told to whoever asks.

import type { Environment } from "./bindings.ts";
import { type Failure, unavailable } from "./failure.ts";

export interface Settings {
  /** The origins whose pages may ask; `*` for all. */
  readonly origins: readonly string[];
  /** The tokens of which a request needs one; none if it needs none. */
  readonly tokens: readonly string[];
  /** How long a body may take. */
  readonly bodyMilliseconds: number;
  /** The parts of the index's tables that are held; `undefined` for all. */
  readonly parts: readonly number[] | undefined;
  /** The most bytes that the index may have in memory. */
  readonly mostBytes: number;
  /** The workers, by their bindings or URLs, that are asked instead of an index of its own. */
  readonly routeTo: readonly string[];
  /** How long each of them may take. */
  readonly partMilliseconds: number;
  /** The bytes that a document which was seen is known by. */
  readonly seenBytes: number;
  /** The most documents that are remembered for an access token. */
  readonly seenMost: number;
  /** After how many seconds a document is forgotten that was not seen again; `undefined` for never. */
  readonly seenSeconds: number | undefined;
  /** How many documents a journal has when they become a shard, where there is a place for shards. */
  readonly seenShard: number;
}

const known = new WeakMap<Environment, Settings>();

export function settingsOf(env: Environment): Settings {
  let settings = known.get(env);
  if (!settings) known.set(env, (settings = read(env)));
  return settings;
}

function read(env: Environment): Settings {
  return {
    origins: list(env.ORIGINS),
    tokens: list(env.TOKENS),
    bodyMilliseconds: milliseconds("BODY_SECONDS", env.BODY_SECONDS ?? 10),
    parts: env.INDEX_PARTS === undefined ? undefined : list(`${env.INDEX_PARTS}`).map((part) => number("INDEX_PARTS", part)),
    mostBytes: megabytes("INDEX_MEGABYTES", env.INDEX_MEGABYTES ?? 80),
    routeTo: list(env.ROUTE_TO),
    partMilliseconds: milliseconds("PART_SECONDS", env.PART_SECONDS ?? 5),
    seenBytes: among("SEEN_BYTES", env.SEEN_BYTES ?? 40, [16, 40, 80]),
    seenMost: whole("SEEN_MOST", env.SEEN_MOST ?? 100_000),
    seenSeconds: env.SEEN_DAYS === undefined ? undefined : whole("SEEN_DAYS", env.SEEN_DAYS) * 86_400,
    seenShard: whole("SEEN_SHARD", env.SEEN_SHARD ?? 32_768),
  };
}

/** Words that commas or white space are between. */
const list = (text = "") => text.split(/[\s,]+/).filter(Boolean);

const milliseconds = (name: string, value: string | number) => {
  const seconds = Number(value);
  if (seconds > 0 && seconds < 3600) return seconds * 1000;
  throw wrong(name, value, "a number of seconds");
};

const megabytes = (name: string, value: string | number) => {
  if (Number(value) > 0) return Number(value) * 1e6;
  throw wrong(name, value, "a number of megabytes");
};

const number = (name: string, value: string) => {
  if (/^\d{1,5}$/.test(value)) return Number(value);
  throw wrong(name, value, "numbers with commas between");
};

const whole = (name: string, value: string | number) => {
  if (/^[1-9]\d{0,8}$/.test(`${value}`)) return Number(value);
  throw wrong(name, value, "a whole number from 1 on");
};

const among = (name: string, value: string | number, values: readonly number[]) => {
  if (values.includes(Number(value))) return Number(value);
  throw wrong(name, value, `one of ${values.join(", ")}`);
};

const wrong = (name: string, value: unknown, expected: string): Failure =>
  unavailable(`the variable ${name}`, `"${value}" is not ${expected}`);
