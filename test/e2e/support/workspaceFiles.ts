import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../host/prepare/paths.mjs";
import { sampleSkill } from "../../host/samples.ts";
import { writeFile } from "../../support/writeFile.ts";
import { waitUntil } from "../verbs/waitUntil.ts";

const petstore = join(root, "node_modules", "@readme", "oas-examples", "3.0", "json", "petstore.json");

/** A real OpenAPI document with 20 operations. `url`: where its API is, which is on the internet otherwise. */
export function writePetstore(workspace: string, url?: string): void {
  const document: object = JSON.parse(readFileSync(petstore, "utf8"));
  const text = JSON.stringify(url === undefined ? document : { ...document, servers: [{ url }] }, undefined, 2);
  writeFileSync(join(workspace, "petstore.json"), text);
}

/** The sample skill, in the folder `skills`. */
export function writeSampleSkill(workspace: string): void {
  cpSync(sampleSkill, join(workspace, "skills", basename(sampleSkill)), { recursive: true });
}

export function writeWorkspaceFiles(workspace: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) writeFile(workspace, path, text);
}

export const readIfExists = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

export const waitForFile = (path: string, expected: RegExp) =>
  waitUntil(
    `${expected} in ${path}`,
    async () => readIfExists(path),
    (text) => expected.test(text),
  );
