// A consumer of a queue that marks near-duplicate articles: each message is { id, text }, and MARKS, a namespace of KV, gets what each
// resembles. A message that comes twice, as messages of queues may, does not make an article a duplicate of itself.

import { seen } from "./seen.mjs";

export default {
  async queue(batch, env) {
    for (const message of batch.messages) {
      const { id, text } = message.body;
      const { status, matches = [], error } = await seen(env, { text, id });
      const other = matches.find((match) => match.id !== id);
      if (error?.kind === "unavailable") {
        message.retry({ delaySeconds: 30 });
        continue;
      }
      if (status === "known" && other) {
        const { distance, resemblance } = other;
        await env.MARKS.put(id, JSON.stringify({ duplicate_of: other.id, distance, resemblance: resemblance.estimate }));
      }
      message.ack();
    }
  },
};
