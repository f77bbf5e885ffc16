/** A response to send. */
export interface Answered {
    status: number;
    /** A line each, as `content-type: application/json`, names in lower case. There are few that differ. */
    headers: string;
    /** JSON is a string. */
    body: string | Uint8Array;
}
