import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOpenapiDocument } from "../../src/service/openapi/openapiDocument.ts";
import { root } from "./prepare/paths.mjs";

const examples = join(root, "node_modules", "@readme", "oas-examples");
const samples = join(root, "test", "samples");

/** A small skill with all kinds of cases. */
export const sampleSkill = join(samples, "skills", "trim-lines");

const copies = {
  "README.md": join(samples, "README.md"),
  "petstore.json": join(examples, "3.0", "json", "petstore.json"),
  "train-travel.yaml": join(examples, "3.1", "yaml", "train-travel.yaml"),
  "petstore-2.yaml": join(examples, "2.0", "yaml", "petstore.yaml"),
  "skills/trim-lines": sampleSkill,
} as const;

/** Creates a workspace with real OpenAPI documents and a skill; preserves existing files. */
export function layOutSamples(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries(copies)) {
    if (!existsSync(join(folder, name))) cpSync(source, join(folder, name), { recursive: true });
  }
  const own = join(folder, "fairlead-api.json");
  if (!existsSync(own)) writeFileSync(own, `${JSON.stringify(createOpenapiDocument(), null, 2)}\n`);
}
