import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../../text/documentName.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import type { EditorDocuments, Memory } from "../../../base/ports.ts";
import type { McpAccess } from "../../../tools/model/mcpAccess.ts";
import type { FetchSourceBytes } from "./fetchSourceBytes.ts";
import { type OpenedSource, openFiles, toSourceSkill } from "./openedSource.ts";
import { type OpenGitRepository, openGitSource } from "./openGitSource.ts";
import { openIndexSource } from "./openIndexSource.ts";
import { archiveLimits, readArchive } from "./readArchive.ts";
import { type SkillSource, SkillSourceError } from "./skillSource.ts";
import { rememberSource } from "./sourceChecks.ts";

/** How sources are reached. */
export interface SourceAccess {
  readonly openGitRepository: OpenGitRepository;
  readonly fetchSourceBytes: FetchSourceBytes;
  readonly documents: Pick<EditorDocuments, "isFolder" | "readFile" | "readFolder">;
  readonly memory: Memory;
  readonly mcp: Pick<McpAccess, "findKey" | "use">;
}

/** Reads what a source offers that the user chose; a source without a skill, a server or a plugin is an error. */
export async function openSkillSource(
  access: SourceAccess,
  source: SkillSource,
  signal: AbortSignal,
): Promise<OpenedSource> {
  await rememberSource(access.memory, source);
  const opened = await openAny(access, source, signal);
  const { skills, parts } = opened;
  if (skills.length > 0 || parts?.servers.length || parts?.plugins.length) return opened;
  await opened[Symbol.asyncDispose]();
  throw new SkillSourceError(l10n.t`There is no skill in ${source.url}: no folder of it has a SKILL.md.`);
}

async function openAny(access: SourceAccess, source: SkillSource, signal: AbortSignal): Promise<OpenedSource> {
  const name = readDocumentName(source.url).replace(/\.(zip|git)$/i, "");
  switch (source.kind) {
    case "git":
      return openGitSource(access.openGitRepository, source, signal);
    case "index":
      return openIndexSource(access.fetchSourceBytes, source.url, signal);
    case "mcp":
      return openMcpSource(access.mcp, source);
    case "folder":
      if (!(await access.documents.isFolder(source.url)))
        throw new SkillSourceError(l10n.t`There is no folder ${fileURLToPath(source.url)}.`);
      return openFiles(await access.documents.readFolder(source.url), name);
    case "zip":
      return openFiles(await readZipSource(access, source.url, signal), name);
  }
}

async function readZipSource(
  { documents, fetchSourceBytes }: SourceAccess,
  url: string,
  signal: AbortSignal,
): Promise<readonly FileContent[]> {
  const isFile = url.startsWith("file:");
  const bytes = isFile ? await documents.readFile(url) : await fetchSourceBytes(url, archiveLimits.bytes, signal);
  if (!bytes) throw new SkillSourceError(l10n.t`There is nothing at ${isFile ? fileURLToPath(url) : url}.`);
  if (bytes.length > archiveLimits.bytes)
    throw new SkillSourceError(l10n.t`${url} is larger than ${archiveLimits.bytes / 2 ** 20} MiB.`);
  return readArchive(bytes);
}

/** Opens a skill that an MCP server serves, with its files as the server has them now. */
async function openMcpSource(
  mcp: SourceAccess["mcp"],
  { url, uri }: Extract<SkillSource, { kind: "mcp" }>,
): Promise<OpenedSource> {
  const name = decodeURIComponent(uri.split("/").at(-2) ?? "");
  return {
    skills: [
      {
        name,
        description: "",
        folder: "",
        read: async (signal) => {
          const key = await mcp.findKey(url, signal);
          const files = await mcp.use(key, signal, (connection) => connection.readSkill(uri, signal));
          return toSourceSkill({ name, folder: "", files });
        },
      },
    ],
    [Symbol.asyncDispose]: async () => undefined,
  };
}
