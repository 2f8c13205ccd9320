import { readFileSync } from "node:fs";
import { generate } from "../../src/generator/generate.ts";

const text = readFileSync(process.argv[2], "utf8");
console.time("gen");
const r = generate({ source: { document: text }, name: "x", slug: "x", version: "0.1.0", runtime: "//" });
console.timeEnd("gen");
console.log(
  r.ok,
  r.problems.length,
  r.problems.slice(0, 5),
  r.ok && [r.toolCount, r.files.map((f) => [f.path, f.content.length]).slice(0, 12), r.definition.mode],
);
if (r.ok && process.argv[3]) console.log(r.files.find((f) => f.path === process.argv[3])?.content.slice(0, 3000));
