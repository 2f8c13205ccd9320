import { readFileSync } from "node:fs";
import { generateServerFiles } from "../../../src/generator/generateServerFiles.ts";
import { writeFile } from "../../support/writeFile.ts";

/** Generates a server from a file into a folder, as a process to measure: `generateOnce.ts DOCUMENT FOLDER`. */
const [document = "", folder = ""] = process.argv.slice(2);
const source = { document: readFileSync(document, "utf8") };
const generated = generateServerFiles({ source, name: "Bench", slug: "bench", version: "0.1.0", runtime: [] });
if (!generated.ok) throw new Error(generated.problems.map(({ message }) => message).join("\n"));
for (const { path, content } of generated.files) writeFile(folder, path, content);
