// As much of Cloudflare's module for classes of objects as is used.
declare module "cloudflare:workers" {
  interface Sql {
    exec(query: string, ...values: unknown[]): { raw(): Iterable<unknown[]> };
  }

  export interface DurableStorage {
    readonly sql: Sql;
    transactionSync<T>(call: () => T): T;
    /** Until all that was written is on the disk. */
    sync(): Promise<void>;
    getAlarm(): Promise<number | null>;
    setAlarm(time: number): Promise<void>;
  }

  /** What an object is: called by the platform, one request after the other. */
  export abstract class DurableObject<Environment> {
    protected readonly ctx: { readonly id: { toString(): string }; readonly storage: DurableStorage };
    protected readonly env: Environment;
    constructor(ctx: { readonly id: { toString(): string }; readonly storage: DurableStorage }, env: Environment);
    fetch?(request: Request): Promise<Response>;
    alarm?(): Promise<void>;
  }
}
