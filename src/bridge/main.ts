import { parseArgs } from "node:util";
import { createLineReader } from "../text/lines/createLineReader.ts";
import { Bridge } from "./bridge.ts";
import { createBridgeAccess } from "./bridgeAccess.ts";

// Agents start this file for servers that they cannot sign in to: `node bridge.mjs --data FOLDER --grant ID`. Standard output has
// messages of MCP only. The process ends with its standard input.

const option = { type: "string" } as const;
const { data, grant } = parseArgs({ options: { data: option, grant: option } }).values;
if (!data || !grant) {
  process.stderr.write("Usage: node bridge.mjs --data FOLDER --grant ID\n");
  process.exit(2);
}

const bridge = new Bridge({
  access: createBridgeAccess(data, grant),
  write: (line) => void process.stdout.write(`${line}\n`),
});
process.stdout.once("error", () => process.exit(0));
const lines = createLineReader((line) => {
  if (line.trim() !== "") void bridge.receive(line.trim());
});
for await (const chunk of process.stdin) lines.add(chunk);
lines.end();
bridge.close();
process.stdout.write("", () => process.exit(0));
