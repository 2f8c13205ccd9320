// The script of a skill that runs one attack: its input is `{ group, name, targets }`, its last line what came of it.
import { readFileSync, writeSync } from "node:fs";
import { runAttack } from "./runAttack.mjs";

const { group, name, targets } = JSON.parse(readFileSync(0, "utf8"));
const line = `\nRESULT${JSON.stringify(await runAttack(group, name, targets))}\n`;
// A pipe may take a part only.
for (let rest = Buffer.from(line); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
process.exit(0);
