//! What is said when something cannot be done: what it is, and what to do about it.

const READ_AGAIN = "check that it still exists and may be opened, and add it again";
const SHORTER = "split it, or use the command line";
const ASK_ELSEWHERE = "try again later, or ask another index";
const CHECK_ADDRESS = "check the address of the index";

export const TROUBLE = {
  noScript: "its script did not load",
  fileNotRead: { what: "the file could not be read", remedy: READ_AGAIN },
  unknown: "for an unknown reason",

  comparing: {
    outOfOrder: { what: "comparing stopped while reading it, probably for want of memory", remedy: SHORTER },
    stopped: "comparing stopped",
    notStarted: (reason: string) => `What compares could not be started (${reason}). Reload the page to try again.`,
    restarted: "Comparing stopped and was started again; your documents are still here.",
    languageNotLoaded: { what: "it could not be loaded", place: "this language", remedy: "connect to the network and choose it again" },
    signaturesNotLoaded: { what: "what makes signatures could not be loaded", remedy: "connect to the network, close this and open it again" },
    first: "the first document",
    second: "the second document",
    passage: "a passage",
  },

  checking: {
    cancelled: { what: "the check was cancelled", remedy: "start it again" },
    stopped: { what: "checking stopped, probably for want of memory", remedy: "try again with a shorter document, or on the command line" },
    outOfMemory: { what: "reading it took more memory than there is", remedy: SHORTER },
    notStarted: (reason: string) => `What checks could not be started (${reason}). Reload the page to try again.`,
    restarted: "Checking stopped and was started again; your documents are still here.",
    gone: { what: "the document is gone", remedy: "add it again" },
    noIndex: { what: "there is neither a published index nor a service", remedy: "check the address: a published index has index.json in it, a service answers at v1/meta" },
    notAskedSo: { what: "the index can no longer be asked so", remedy: "open it again" },
  },

  /** What is wrong with an answer of an index, or with its address. */
  index: {
    noRanges: ["the host sends whole files where a part was asked for", "download the whole index instead, or have the host allow byte ranges"],
    webPage: ["a web page came instead of an answer", CHECK_ADDRESS],
    silent: (seconds: number): [string, string] => [`nothing came for ${seconds} seconds`, ASK_ELSEWHERE],
    unreachable: ["it cannot be reached, or does not allow this page to ask it", "check the address and the network; its host has to allow requests from this page's origin (CORS)"],
    tooLong: (most: string): [string, string] => [`the answer is longer than the ${most} it may be`, "the index is not what it says, or is none: ask another"],
    replaced: ["a file of the index is gone: the index was replaced while it was read", "open the index again"],
    nothingThere: ["there is nothing at this address", CHECK_ADDRESS],
    busy: ["it is asked too often", "wait a minute and try again"],
    status: (status: number): [string, string] => [`it answered with status ${status}`, ASK_ELSEWHERE],
    addressRemedy: "give the address of a published index or of a service, such as https://example.org/index/",
    noAddress: "there is no address",
    badAddress: "it is no address",
    insecure: "only https addresses are asked, but for this device's own",
  } satisfies Record<string, string | [string, string] | ((n: never) => [string, string])>,
};
