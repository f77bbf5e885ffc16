// What docs/service.openapi.json says of the service, held against every answer that a test gets by `fetch`: once this is loaded, an answer
// of a service that is not described, or otherwise, fails the test that asked for it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

export const api = JSON.parse(readFileSync(new URL("../../../docs/service.openapi.json", import.meta.url), "utf8"));

const ajv = new Ajv({ strict: false, allErrors: false });
ajv.addSchema(api, "api");

/** Where a reference within the description leads. */
const resolved = (item) => (item.$ref ? item.$ref.slice(2).split("/").reduce((at, key) => at[key], api) : item);

/** The path of the description that an address goes by, if it has one. */
export function pathOf(address) {
  const { pathname } = new URL(address);
  if (pathname.startsWith("/index/") && pathname.length > "/index/".length) return "/index/{file}";
  return Object.keys(api.paths).find((path) => path === pathname);
}

/** Statuses of an operation: those that are listed. */
export const statusesOf = (operation) => Object.keys(operation.responses).filter((status) => status !== "default");

const schemas = new Map();
/** What a body of a response has to be, at a place of the description. */
function checker(pointer) {
  if (!schemas.has(pointer)) schemas.set(pointer, ajv.compile({ $ref: `api#/${pointer}` }));
  return schemas.get(pointer);
}

const escaped = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Fails if an answer is not as it is described. */
async function check(path, method, response) {
  const { status } = response;
  const what = `${method} ${path}: ${status}`;
  const operation = api.paths[path][method === "HEAD" ? "get" : method.toLowerCase()];
  if (method === "OPTIONS") return assert.ok(status === 204 || status >= 400, what);
  if (!operation) return assert.ok(status === 405 || status === 404 || status === 401 || status === 503, `${what}: this method is not described`);
  const listed = operation.responses[status];
  assert.ok(listed ?? (operation.responses.default && [500, 503].includes(status)), `${what} is not described`);
  const described = listed ? resolved(listed) : resolved(operation.responses.default);
  if (method === "HEAD" || !described.content) return;
  const type = response.headers.get("content-type")?.split(";")[0];
  const content = described.content[type] ?? (path === "/index/{file}" && status < 300 ? {} : undefined);
  assert.ok(content, `${what}: nothing is said of ${type}`);
  if (!content.schema || type !== "application/json") return;
  const pointer = listed?.$ref || !listed ? `components/responses/${listed ? status : "default"}` : `paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
  const valid = checker(`${pointer}/content/${escaped(type)}/schema`);
  const body = await response.json();
  assert.ok(valid(body), `${what}: ${ajv.errorsText(valid.errors)} in ${JSON.stringify(body).slice(0, 400)}`);
}

/** What was answered so far, as "method path status". */
export const answered = new Set();

const asked = globalThis.fetch;
globalThis.fetch = async function fetch(input, options = {}) {
  const response = await asked(input, options);
  const address = input instanceof Request ? input.url : `${input}`;
  const method = (options.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
  const path = pathOf(address);
  if (path) {
    await check(path, method, response.clone());
    answered.add(`${method.toLowerCase()} ${path} ${response.status}`);
  }
  return response;
};
