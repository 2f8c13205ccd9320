import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generateServerFiles } from "../../../src/generator/generateServerFiles.ts";

/** Generates a server from a file into a folder, as a process to measure: `generateOnce.ts DOCUMENT FOLDER`. */
const [document = "", folder = ""] = process.argv.slice(2);
const source = { document: readFileSync(document, "utf8") };
const generated = generateServerFiles({ source, name: "Bench", slug: "bench", version: "0.1.0", runtime: [] });
if (!generated.ok) throw new Error(generated.problems.map(({ message }) => message).join("\n"));
for (const { path, content } of generated.files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
