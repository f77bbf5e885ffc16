// Why a request is not handed to the core. The words for it are the core's, so that they are the same wherever it runs.

/** What a request can fail of here; the core knows what to say, but for `unavailable`, which comes with its words. Of
 * `too-long` the place is the most bytes that are taken, of `too-many-requests` the seconds to wait. */
export type Kind = "no-token" | "slow" | "too-long" | "too-many-requests" | "unavailable" | "defect";

export class Failure extends Error {
  readonly kind: Kind;
  readonly where: string;

  constructor(kind: Kind, where = "", what = "") {
    super(what);
    this.kind = kind;
    this.where = where;
  }
}

/** Of whatever was thrown, the failure that is told. What nobody foresaw is told without its message: it may quote a query. */
export const failureOf = (error: unknown): Failure => (error instanceof Failure ? error : new Failure("defect"));

/** The index cannot be asked, because of what is wrong there. */
export const unavailable = (where: string, what: string): Failure => new Failure("unavailable", where, what);
