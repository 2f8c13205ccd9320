import {
  generateServerFiles,
  type ServerGenerationInput,
  type ServerGenerationResult,
} from "../../../src/generator/generateServerFiles.ts";
import type { ToolDefinition } from "../../../src/runtime/definition.ts";
import { requireValue } from "../service/requireValue.ts";

type Made = Extract<ServerGenerationResult, { ok: true }>;
type Options = Omit<ServerGenerationInput["source"], "document"> &
  Pick<ServerGenerationInput, "documentUrl" | "latest">;

/** Generates a server from a document, which may be an object or a text. */
export function generateFromDocument(
  document: unknown,
  { documentUrl, latest, ...source }: Options = {},
  runtime: ServerGenerationInput["runtime"] = [emptyRuntime],
): ServerGenerationResult {
  return generateServerFiles({
    source: { ...source, document: typeof document === "string" ? document : JSON.stringify(document) },
    ...{ name: "Pet shop", slug: "pet-shop", version: "1.2.3", runtime },
    ...(documentUrl === undefined ? {} : { documentUrl }),
    ...(latest && { latest }),
  });
}

const emptyRuntime = {
  path: "runtime.mjs",
  encoding: "utf8",
  content: "export const serve = () => {};\n",
} as const;

/** Generates a server from a valid document. */
export function generateFromValidDocument(
  document: unknown,
  options: Options = {},
  runtime?: ServerGenerationInput["runtime"],
): Made {
  const result = generateFromDocument(document, options, runtime);
  if (!result.ok) throw new Error(`not generated: ${result.problems.map(({ message }) => message).join("; ")}`);
  return result;
}

/** Creates a document with one operation. */
export function createDocument(
  operation: object,
  more: object = {},
  { path = "/pets/{id}", method = "get" } = {},
): object {
  const info = { title: "Pets", version: "1.0.0" };
  const servers = [{ url: "https://pets.example.com/v1" }];
  return { openapi: "3.1.0", info, servers, paths: { [path]: { [method]: { responses: {}, ...operation } } }, ...more };
}

/** Returns the tool of a document's only operation. */
export function generateTool(document: unknown, options: Options = {}): ToolDefinition {
  return requireValue(generateFromValidDocument(document, options).definition.tools[0]);
}

/** Returns the input property of a parameter with this schema. */
export function generateInputProperty(schema: unknown, version = "3.1.0"): unknown {
  const parameters = [{ name: "value", in: "query", schema }];
  return readInputProperties(
    generateTool({ ...createDocument({ parameters }, {}, { path: "/pets" }), openapi: version }),
  ).value;
}

export function readInputProperties(tool: ToolDefinition): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(tool.inputSchema.properties)));
}

export const readProblemCodes = (result: ServerGenerationResult) => result.problems.map(({ code }) => code);
