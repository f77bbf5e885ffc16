// What was seen before on Cloudflare: a Durable Object for each access token, which answers one request after the other.
//
// What changed is in its database before the response leaves: the platform holds a response back until what was written before it is on
// the disk. So what was acknowledged is not lost, and two requests at once cannot both be new.

import { DurableObject, type DurableStorage } from "cloudflare:workers";
import type { Environment } from "./bindings.ts";
import type { Core } from "./core.ts";
import { failureOf } from "./failure.ts";
import { marked } from "./origins.ts";
import { type Keeper, Remembering } from "./remembering.ts";
import { settingsOf } from "./settings.ts";

/** How often what was not seen for long is forgotten. */
const HOUR = 3_600_000;

/** The class of objects over the core. */
export const seenOver = (core: Core) =>
  class Seen extends DurableObject<Environment> {
    readonly #remembering = new Remembering(core, () => settingsOf(this.env), database(this.ctx.storage));
    #alarmed = false;

    override async fetch(request: Request): Promise<Response> {
      try {
        const body = request.method === "POST" ? await request.text() : "";
        const { status, headers, body: answer } = this.#remembering.respond(request.method, new URL(request.url).pathname, body);
        await this.#setAlarm();
        return new Response(answer as BodyInit, { status, headers: marked(headers, request, []) });
      } catch (error) {
        const { status, headers, body } = core.refused(failureOf(error));
        return new Response(body as BodyInit, { status, headers: marked(headers, request, []) });
      }
    }

    override async alarm(): Promise<void> {
      this.#alarmed = false;
      if (this.#remembering.tidy() > 0) await this.#setAlarm();
    }

    async #setAlarm(): Promise<void> {
      if (this.#alarmed) return;
      this.#alarmed = true;
      const { storage } = this.ctx;
      if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + HOUR);
    }
  };

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
