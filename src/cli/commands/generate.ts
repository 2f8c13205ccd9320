import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import { decodeFileBytes, type FileEntry } from "../../contract/files.ts";
import { semanticVersionSchema } from "../../contract/semanticVersion.ts";
import { createTextFile, entryFileName, readToolPaths } from "../../generator/output/serverFiles.ts";
import { formatQuantity } from "../../text/language/formatQuantity.ts";
import { defineCommand, UsageError } from "../command.ts";
import { generateFromDocument } from "../document/generateFromDocument.ts";
import { readDocument } from "../document/readDocument.ts";
import { formatCheck, formatCheckJson } from "../report/checkReport.ts";

const runtimeName = "runtime.mjs";

export const generateCommand = defineCommand({
  help: "Writes the MCP server of an OpenAPI document to a folder.",
  example: "fairlead generate openapi.yaml --out server --overlay openapi.overlay.yaml",
  operands: ["document"],
  options: z.object({
    document: z.string().min(1).describe("An OpenAPI document: a file, or git:REVISION:PATH."),
    out: z.string().min(1).meta({ title: "FOLDER", description: "An empty or a new folder for the files." }),
    overlay: z.string().optional().meta({ title: "FILE", description: "An overlay of the document." }),
    name: z.string().min(1).max(100).optional().describe("The name of the server; by default the document's title."),
    version: semanticVersionSchema.describe("The version of the server; by default 0.1.0."),
    force: z.boolean().default(false).describe("Replace the files of an earlier generation in the folder."),
  }),
  run: async ({ out, overlay, force, ...options }, { cwd, programFolder }) => {
    const document = await readDocument(cwd, options.document, overlay);
    const runtime = [{ path: runtimeName, encoding: "utf8", content: await readRuntime(programFolder) } as const];
    const folder = resolve(cwd, out);
    const latest = await readEarlierServer(folder, force);
    const { server, problems } = generateFromDocument(document, { ...options, runtime, latest });
    if (server) await writeFiles(folder, server.files, latest);
    const json = { ok: server !== undefined, problems: problems.map(formatCheckJson) };
    const lines = problems.map(formatCheck);
    if (!server) return { ok: false, lines: [...lines, `No server was generated from ${document.name}.`], json };
    const files = server.files.map(({ path }) => path);
    const tools = formatQuantity(server.toolCount, "tool", "tools");
    return { ok: true, lines: [...lines, `${out}: ${tools}, ${files.length} files.`], json: { ...json, files } };
  },
});

async function readRuntime(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, runtimeName), "utf8");
  } catch (cause) {
    const message = `${runtimeName}, which every server contains, is not beside this program. Run fairlead from its whole package.`;
    throw new UsageError(message, { cause });
  }
}

/** The modules of an earlier generation in the folder. */
async function readEarlierServer(folder: string, force: boolean): Promise<FileEntry[]> {
  await mkdir(folder, { recursive: true });
  const existing = await readdir(folder);
  const readModule = async (path: string) =>
    createTextFile(path, await readFile(join(folder, path), "utf8").catch(() => ""));
  const entry = await readModule(entryFileName);
  const tools = readToolPaths(entry.content);
  if (existing.length > 0 && !(force && tools)) {
    const advice = tools ? "Replace its server with --force, or choose another one." : "Choose another one.";
    throw new UsageError(`The folder ${folder} is not empty. ${advice}`);
  }
  return Promise.all(tools ? [entry, ...tools.map(readModule)] : []);
}

/** Tools that the document has no more go, because callers would still see them in the folder. */
async function writeFiles(folder: string, files: readonly FileEntry[], earlier: readonly FileEntry[]): Promise<void> {
  for (const { path } of earlier) await rm(join(folder, path), { force: true });
  for (const file of files) {
    const path = join(folder, file.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, decodeFileBytes(file) ?? "");
  }
}
