// What was seen before, for one access token: a Durable Object, which answers one request after the other.
//
// What changed is in its database before the response leaves: the platform holds a response back until what was written before it is on
// the disk. So what was acknowledged is not lost, and two requests at once cannot both be new. In memory it is the core's; when the object
// starts, it is read from the database, line by line.

import { DurableObject } from "cloudflare:workers";
import type { Environment } from "./bindings.ts";
import type { Core, SeenDocuments } from "./core.ts";
import { failureOf, unavailable } from "./failure.ts";
import { marked } from "./origins.ts";
import { settingsOf } from "./settings.ts";

/** How many lines there may be beyond twice as many as there are documents. */
const SPARE = 10_000;
/** How often what was not seen for long is forgotten. */
const HOUR = 3_600_000;

const seconds = () => Math.floor(Date.now() / 1000);

/** The class of objects over the core. */
export const seenOver = (core: Core) =>
  class Seen extends DurableObject<Environment> {
    #documents: SeenDocuments | undefined;
    #generation = -1;
    #lines = 0;

    override async fetch(request: Request): Promise<Response> {
      try {
        // All of it first: from here on nothing is awaited, so that requests cannot come between one another.
        const body = request.method === "POST" ? await request.text() : "";
        const { answer, changes } = this.#run((documents) =>
          documents.respond(request.method, new URL(request.url).pathname, body, seconds()),
        );
        await this.#keep(changes);
        return new Response(answer.body as BodyInit, { status: answer.status, headers: marked(answer.headers, request, []) });
      } catch (error) {
        const { status, headers, body } = core.refused(failureOf(error));
        return new Response(body as BodyInit, { status, headers: marked(headers, request, []) });
      }
    }

    override async alarm(): Promise<void> {
      await this.#keep(this.#run((documents) => documents.tidy(seconds())));
      const count = this.#run((documents) => documents.documents);
      if (this.#lines > 2 * count + SPARE) this.#rewrite();
      if (count > 0) await this.ctx.storage.setAlarm(Date.now() + HOUR);
    }

    /** Calls with the documents, read anew if the core began anew. */
    #run<T>(call: (documents: SeenDocuments) => T): T {
      if (!this.#documents || this.#generation !== core.generation) this.#read();
      return core.run(() => call(this.#documents!));
    }

    #read(): void {
      const { seenBytes, seenMost, seenSeconds } = settingsOf(this.env);
      const { sql } = this.ctx.storage;
      sql.exec("CREATE TABLE IF NOT EXISTS changes (line INTEGER PRIMARY KEY AUTOINCREMENT, change TEXT NOT NULL)");
      sql.exec("CREATE TABLE IF NOT EXISTS about (design TEXT NOT NULL)");
      const documents = core.seen(seenBytes, seenMost, seenSeconds);
      const own = core.run(() => documents.design);
      const [known] = [...sql.exec("SELECT design FROM about").raw()];
      if (!known) sql.exec("INSERT INTO about (design) VALUES (?)", own);
      else if (known[0] !== own) throw unavailable("what was seen", "it was begun by another design: set SEEN_BYTES as it was");
      this.#lines = 0;
      for (const [change] of sql.exec("SELECT change FROM changes ORDER BY line").raw()) {
        core.run(() => documents.apply(change as string));
        this.#lines += 1;
      }
      [this.#documents, this.#generation] = [documents, core.generation];
    }

    async #keep(changes: readonly string[]): Promise<void> {
      if (changes.length === 0) return;
      const { storage } = this.ctx;
      try {
        storage.transactionSync(() => {
          for (const change of changes) storage.sql.exec("INSERT INTO changes (change) VALUES (?)", change);
        });
      } catch (error) {
        // What is in memory is not in the database: it is read again.
        this.#documents = undefined;
        throw error;
      }
      this.#lines += changes.length;
      if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + HOUR);
    }

    /** Keeps what is remembered in place of all that happened. */
    #rewrite(): void {
      const lines = this.#run((documents) => documents.lines());
      const { storage } = this.ctx;
      storage.transactionSync(() => {
        storage.sql.exec("DELETE FROM changes");
        for (const line of lines) storage.sql.exec("INSERT INTO changes (change) VALUES (?)", line);
      });
      // Documents have other numbers now.
      this.#documents?.free();
      this.#documents = undefined;
    }
  };
