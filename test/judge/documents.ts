import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { createOpenapiDocument } from "../../src/service/openapi/openapiDocument.ts";

const require = createRequire(import.meta.url);

/** A document for generation: its name in the report and its text. */
export interface JudgedDocument {
  readonly name: string;
  readonly text: string;
  readonly format: "json" | "yaml";
  readonly parsed: Record<string, unknown>;
  /** The keys of its security schemes. */
  readonly schemes: readonly string[];
}

/** Every document of `@readme/oas-examples`, GitHub's REST description (`@octokit/openapi`) and our own. */
export function judgedDocuments(): JudgedDocument[] {
  const examples = dirname(require.resolve("@readme/oas-examples/package.json"));
  const files = globSync("{2.0,3.0,3.1}/**/*.{json,yaml}", { cwd: examples }).sort();
  const github = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
  return [
    ...files.map((file) => read(file, readFileSync(join(examples, file), "utf8"))),
    read("fairlead.json", JSON.stringify(createOpenapiDocument())),
    read("github.json", readFileSync(github, "utf8")),
  ];
}

/** The documents of a folder. */
export function readDocumentsOf(folder: string): JudgedDocument[] {
  const files = globSync("*.{json,yaml,yml}", { cwd: folder }).sort();
  return files.map((file) => read(file, readFileSync(join(folder, file), "utf8")));
}

function read(name: string, text: string): JudgedDocument {
  const format = name.endsWith("json") ? "json" : "yaml";
  const parsed = format === "json" ? JSON.parse(text) : parse(text);
  const schemes = Object.keys(parsed.components?.securitySchemes ?? parsed.securityDefinitions ?? {});
  return { name, text, format, parsed, schemes };
}
