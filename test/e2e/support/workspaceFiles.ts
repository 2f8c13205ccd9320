import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "../../host/prepare/paths.mjs";
import { sampleSkill } from "../../host/samples.ts";

const petstore = join(root, "node_modules", "@readme", "oas-examples", "3.0", "json", "petstore.json");

/** A real OpenAPI document with 20 operations. */
export function writePetstore(workspace: string, name = "petstore.json"): void {
  cpSync(petstore, join(workspace, name));
}

/** The sample skill, in the folder `skills`. */
export function writeSampleSkill(workspace: string): void {
  cpSync(sampleSkill, join(workspace, "skills", basename(sampleSkill)), { recursive: true });
}

export function writeWorkspaceFiles(workspace: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
