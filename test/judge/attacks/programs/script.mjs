// The script of a skill that runs attacks: its input is a list of `{ group, name, targets }`, its last line what came of them.
import { readFileSync, writeSync } from "node:fs";
import { runAttack } from "./runAttack.mjs";

const reports = [];
for (const { group, name, targets } of JSON.parse(readFileSync(0, "utf8"))) {
  reports.push(await runAttack(group, name, targets));
}
const line = `\nRESULT${JSON.stringify(reports)}\n`;
// A pipe may take a part only.
for (let rest = Buffer.from(line); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
process.exit(0);
