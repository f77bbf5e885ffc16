// The contract of the look-up service, in workerd and on Node.

import { after, before } from "node:test";
import { contract, ORIGIN } from "../service/contract.mjs";
import { startNode } from "./node.mjs";
import { sample } from "./sample.mjs";
import { Files, start, workerWith } from "./workerd.mjs";

const VARIABLES = { ORIGINS: ORIGIN, BODY_SECONDS: "3" };
const ending = [];
const t = { after: (end) => ending.push(end) };
let edge;
let node;

before(async () => {
  const { folder, files } = sample(t);
  edge = await start(t, workerWith({ bindings: VARIABLES, serviceBindings: { INDEX_ASSETS: new Files(files).binding } }));
  node = await startNode(t, { ...VARIABLES, INDEX_FOLDER: folder });
});

after(async () => {
  for (const end of ending.reverse()) await end();
});

contract("workerd", async () => edge.url);
contract("Node", async () => node.url);
