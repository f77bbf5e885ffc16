// What was seen before on Cloudflare: a Durable Object for each access token, which answers one request after the other.
//
// What changed is in its database before the response leaves: the platform holds a response back until what was written before it is on
// the disk. So what was acknowledged is not lost, and two requests at once cannot both be new. Where a bucket or a namespace is bound for it,
// an alarm has the journal become shards there.

import { DurableObject, type DurableStorage } from "cloudflare:workers";
import type { Environment } from "./bindings.ts";
import type { Core } from "./core.ts";
import { failureOf, unavailable } from "./failure.ts";
import { marked } from "./origins.ts";
import { type Keeper, Remembering, type ShardKeeper } from "./remembering.ts";
import { settingsOf } from "./settings.ts";
import { type ShardStore, shardStoreOf } from "./shards.ts";

/** How often what was not seen for long is forgotten. */
const HOUR = 3_600_000;

/** The class of objects over the core. */
export const seenOver = (core: Core) =>
  class Seen extends DurableObject<Environment> {
    readonly #remembering = new Remembering(core, () => settingsOf(this.env), database(this.ctx.storage), shards(this.ctx, this.env));
    #alarm = Infinity;

    override async fetch(request: Request): Promise<Response> {
      try {
        const body = request.method === "POST" ? await request.text() : "";
        const { status, headers, body: answer } = await this.#remembering.respond(request.method, new URL(request.url).pathname, body);
        await this.#setAlarm();
        return new Response(answer as BodyInit, { status, headers: marked(headers, request, []) });
      } catch (error) {
        const { status, headers, body } = core.refused(failureOf(error));
        return new Response(body as BodyInit, { status, headers: marked(headers, request, []) });
      }
    }

    override async alarm(): Promise<void> {
      this.#alarm = Infinity;
      if ((await this.#remembering.tidy()) > 0) await this.#setAlarm();
    }

    async #setAlarm(): Promise<void> {
      const { storage } = this.ctx;
      const time = this.#remembering.isFull ? Date.now() : Date.now() + HOUR;
      // One that is set for before is left.
      if (this.#alarm <= time) return;
      this.#alarm = (await storage.getAlarm()) ?? Infinity;
      if (this.#alarm <= time) return;
      this.#alarm = time;
      await storage.setAlarm(time);
    }
  };

/** In place of a store that was there. */
const absent = () => Promise.reject(unavailable("the worker's bindings", "neither SEEN_BUCKET nor SEEN_KV is there, where what was seen is kept"));
const ABSENT: ShardStore = { get: absent, put: absent, retain: absent };

/** Lines in the object's database. */
function database(storage: DurableStorage): Keeper {
  const { sql } = storage;
  sql.exec("CREATE TABLE IF NOT EXISTS changes (line INTEGER PRIMARY KEY AUTOINCREMENT, change TEXT NOT NULL)");
  sql.exec("CREATE TABLE IF NOT EXISTS about (design TEXT NOT NULL)");
  const insert = (lines: readonly string[]) => {
    for (const line of lines) sql.exec("INSERT INTO changes (change) VALUES (?)", line);
  };
  return {
    design(own) {
      const [known] = [...sql.exec("SELECT design FROM about").raw()];
      if (!known) sql.exec("INSERT INTO about (design) VALUES (?)", own);
      return known ? (known[0] as string) : own;
    },
    *lines() {
      for (const [change] of sql.exec("SELECT change FROM changes ORDER BY line").raw()) yield change as string;
    },
    append: (lines) => storage.transactionSync(() => insert(lines)),
    replace: (lines) =>
      storage.transactionSync(() => {
        sql.exec("DELETE FROM changes");
        insert(lines);
      }),
  };
}

/** Shards in what is bound for them, and their manifest in the object's database. */
function shards({ id, storage }: { id: { toString(): string }; storage: DurableStorage }, env: Environment): ShardKeeper | undefined {
  const { sql } = storage;
  sql.exec("CREATE TABLE IF NOT EXISTS shards (manifest TEXT NOT NULL)");
  const manifest = () => [...sql.exec("SELECT manifest FROM shards").raw()][0]?.[0] as string | undefined;
  const store = shardStoreOf(env, id.toString()) ?? (manifest() === undefined ? undefined : ABSENT);
  if (!store) return undefined;
  return {
    store,
    manifest,
    commit(manifest, lines) {
      storage.transactionSync(() => {
        sql.exec("DELETE FROM changes WHERE line IN (SELECT line FROM changes ORDER BY line LIMIT ?)", lines);
        sql.exec("DELETE FROM shards");
        sql.exec("INSERT INTO shards (manifest) VALUES (?)", manifest);
      });
      // The platform holds responses back until this is on the disk; what is removed from a bucket waits for it here.
      return storage.sync();
    },
  };
}
