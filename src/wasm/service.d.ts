/** A file of an index that is to be written into the service's memory. */
export interface IndexFile {
    name: string;
    bytes: number;
}

/** A response to send. */
export interface Answered {
    status: number;
    /** Names in lower case, `content-type` among them. */
    headers: [string, string][];
    body: Uint8Array;
}

/** What one of several services that hold parts of an index sent. */
export interface PartAnswer {
    /** Its name. */
    part: string;
    status?: number;
    body?: Uint8Array;
    /** Why nothing came, in place of status and body. */
    failure?: string;
}
