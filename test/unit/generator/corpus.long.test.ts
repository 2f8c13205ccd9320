import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { afterAll, describe, expect, test } from "vitest";
import { defaultMaxTools } from "../../../src/contract/mcp/searchTool.ts";
import { analyzeOpenapiDocument } from "../../../src/generator/analyzeOpenapiDocument.ts";
import { compareWithVersion } from "../../../src/generator/compareWithVersion.ts";
import { generateServerFiles, type ServerGenerationResult } from "../../../src/generator/generateServerFiles.ts";
import type { ServerDefinition } from "../../../src/runtime/definition.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { writeFile } from "../../support/writeFile.ts";

const require = createRequire(import.meta.url);
const examples = dirname(require.resolve("@readme/oas-examples/package.json"));
const names = globSync("{2.0,3.0,3.1}/**/*.{json,yaml}", { cwd: examples }).sort();
const github = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
const documents = [...names.map((name) => ({ name, file: join(examples, name) })), { name: "GitHub's", file: github }];

/** Documents that describe no operation. */
const unusable = ["3.0/json/openapi-workshop/title.json", "3.1/json/webhooks.json", "3.1/yaml/webhooks.yaml"];

/** A runtime that only records the served definition. */
const content = "export const served = [];\nexport const serve = async (definition) => void served.push(definition);\n";
const runtime = [{ path: "runtime.mjs", encoding: "utf8" as const, content }];
const folder = createTemporaryFolder(afterAll);

const make = (document: string) =>
  generateServerFiles({ source: { document }, name: "Judged", slug: "judged", version: "0.1.0", runtime });

describe("public documents", () => {
  test.each(documents)(
    "$name becomes a server whose modules export its definition, and which the same document leaves as it is",
    async ({ name, file }) => {
      const text = readFileSync(file, "utf8");
      const result = make(text);
      expect(analyzeOpenapiDocument(text).ok).toBe(result.ok);
      if (unusable.includes(name)) {
        expect(result).toMatchObject({ ok: false, problems: [{ severity: "error", code: "no_operations" }] });
        return;
      }
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      checkTools(result.definition);
      const modules = result.files.map((one) => ({ path: one.path, bytes: new TextEncoder().encode(one.content) }));
      expect(compareWithVersion({ text }, { files: modules, maxTools: defaultMaxTools })?.changes).toEqual([]);
      expect(await imported(name, result)).toEqual(JSON.parse(JSON.stringify(result.definition)));
    },
    120_000,
  );

  test("are found", () => {
    expect(documents.length).toBeGreaterThan(100);
  });

  test("of GitHub: all 1,223 operations, behind a search, without a warning", () => {
    const result = make(readFileSync(github, "utf8"));
    expect(result).toMatchObject({ ok: true, toolCount: 1223, problems: [], definition: { mode: "search" } });
  });
});

function checkTools({ tools }: ServerDefinition): void {
  const validator = new AjvJsonSchemaValidator();
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, inputSchema, outputSchema, request } of tools) {
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(inputSchema.type).toBe("object");
    validator.getValidator({ ...inputSchema, type: "object" });
    if (outputSchema) validator.getValidator({ ...outputSchema, type: "object" });
    const properties = Object.keys(Object(inputSchema.properties));
    for (const { property } of request.parameters) expect(properties).toContain(property);
    const inPath = request.parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
    expect(new Set([...request.path.matchAll(/\{([^{}]+)\}/g)].map(([, parameter]) => parameter))).toEqual(
      new Set(inPath),
    );
  }
}

/** Imports the written modules and returns the definition that they pass to the runtime. */
async function imported(
  name: string,
  { files, entry }: Extract<ServerGenerationResult, { ok: true }>,
): Promise<unknown> {
  const root = join(folder, name.replaceAll(/\W+/g, "-"));
  for (const { path, content } of files) writeFile(root, path, content);
  await import(/* @vite-ignore */ pathToFileURL(join(root, entry)).href);
  const { served } = await import(/* @vite-ignore */ pathToFileURL(join(root, "runtime.mjs")).href);
  return served[0];
}
