/** A response of `/v1/seen`, and what is to be kept before it is sent: lines of JSON. */
export interface SeenAnswered {
    answer: Answered;
    changes: string[];
}
