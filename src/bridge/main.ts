import { parseArgs } from "node:util";
import { Bridge } from "./bridge.ts";
import { createBridgeAccess } from "./bridgeAccess.ts";

/** Calls `onLine` for each line that is not blank. A line ends with a line feed only: a text may hold other line separators. */
async function readLines(input: AsyncIterable<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") onLine(line.trim());
  }
  if (rest.trim() !== "") onLine(rest.trim());
}

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
await readLines(process.stdin, (line) => void bridge.receive(line));
bridge.close();
process.stdout.write("", () => process.exit(0));
