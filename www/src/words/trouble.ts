//! What is said when something cannot be done: what it is, and what to do about it.

import { capital } from "./format.ts";

const READ_AGAIN = "check that it still exists and that you may open it, and add it again";
const SHORTER = "split it, or use the command line";
const TRY_ELSEWHERE = "try again later, or choose another index";
const CHECK_ADDRESS = "check the address of the index";

export const TROUBLE = {
  /** In the list of documents. */
  inList: (what: string, remedy: string) => `${capital(what)}: ${remedy}.`,
  noScript: "its script did not load",
  fileNotRead: { what: "the file could not be read", remedy: READ_AGAIN },
  unknown: "for an unknown reason",

  comparing: {
    outOfOrder: { what: "comparing stopped while reading it, probably out of memory", remedy: SHORTER },
    stopped: "comparing stopped",
    notStarted: (reason: string) => `Comparing could not be started (${reason}).`,
    stoppedFor: { what: "comparing stopped", remedy: "start it again" },
    silent: "it did not answer",
    restarted: "Comparing stopped and was started again; your documents are still here.",
    languageNotLoaded: { what: "it could not be loaded", place: "this language", remedy: "connect to the network and choose it again" },
    signaturesNotLoaded: { what: "the program that makes signatures could not be loaded", remedy: "connect to the network, then close this part and open it again" },
    a: "document A",
    b: "document B",
    passage: "a passage",
  },

  rewording: {
    notLoaded: { what: "the program that looks for other words could not be loaded", place: "", remedy: "connect to the network and look again" },
    stopped: { what: "looking for other words stopped, probably out of memory", place: "", remedy: "look again, or use the command line" },
    notStarted: (reason: string) => ({ what: `looking for other words could not be started (${reason})`, place: "", remedy: "reload the page to try again" }),
    cancelled: { what: "looking for other words was stopped", place: "", remedy: "look again" },
  },

  checking: {
    cancelled: { what: "the check was cancelled", remedy: "start it again" },
    stopped: { what: "checking stopped, probably out of memory", remedy: "try again with a shorter document, or on the command line" },
    outOfMemory: { what: "there was not enough memory to read it", remedy: SHORTER },
    notStarted: (reason: string) => `Checking could not be started (${reason}). Reload the page to try again.`,
    restarted: "Checking stopped and was started again; your documents are still here.",
    gone: { what: "the document is gone", remedy: "add it again" },
    noIndex: { what: "there is neither a published index nor a service at this address", remedy: "check the address: a published index contains index.json, a service answers at v1/meta" },
    accessModeGone: { what: "the index can no longer be used in this way", remedy: "open it again" },
  },

  /** What is wrong with what is remembered on this device. */
  remembered: {
    notKept: { what: "what is remembered on this device could not be read or kept", remedy: "allow this site to keep data, make room on the device, then try again" },
    notExported: { what: "this file has no remembered texts", remedy: "choose a file that “Export” made" },
  },

  /** What is wrong with a response of an index, or with its address. */
  index: {
    noRanges: ["the host sends whole files where a part was requested", "download the whole index instead, or have the host allow byte ranges"],
    webPage: ["a web page came instead of a response", CHECK_ADDRESS],
    silent: (seconds: number): [string, string] => [`no response for ${seconds} seconds`, TRY_ELSEWHERE],
    unreachable: ["it cannot be reached, or does not allow requests from this page", "check the address and the network; its host must allow requests from this page's origin (CORS)"],
    tooLong: (most: string): [string, string] => [`the response is longer than the limit of ${most}`, "this may not be an index; choose another"],
    replaced: ["a file of the index is gone: the index was replaced while it was being read", "open the index again"],
    nothingThere: ["there is nothing at this address", CHECK_ADDRESS],
    busy: ["it received too many requests", "wait a minute and try again"],
    status: (status: number): [string, string] => [`it responded with status ${status}`, TRY_ELSEWHERE],
    addressRemedy: "give the address of a published index or of a service, such as https://example.org/index/",
    noAddress: "there is no address",
    badAddress: "this is not a valid address",
    insecure: "only https addresses can be used, except on this device",
  } satisfies Record<string, string | [string, string] | ((n: never) => [string, string])>,
};
