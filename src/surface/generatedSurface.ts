import * as z from "zod";
import { formatSearchedTool } from "../contract/mcp/searchTool.ts";
import { type VersionTool, versionToolSchema } from "../contract/routes/toolsRoute.ts";
import { readModule } from "./moduleReader.ts";

export interface ModuleFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const entryFile = "server.mjs";
const toolFile = /^tools\/[^/]+\.mjs$/;

const definitionSchema = z.object({
  mode: z.enum(["direct", "search"]),
  tools: z.array(versionToolSchema.extend({ request: z.object({ method: z.string(), path: z.string() }) })).max(20_000),
});

/**
 * The tools of a generated server, from its files, which are not run. undefined: the files are not those of the generator, or code was
 * added to them. In search mode the tools are the operations that the search gives access to, and the pinned ones, which are listed too.
 */
export function readGeneratedSurface(files: readonly ModuleFile[]): readonly VersionTool[] | undefined {
  const entry = files.find(({ path }) => path === entryFile);
  if (!entry) return undefined;
  const constants = new Map<string, unknown>();
  for (const file of files.filter(({ path }) => toolFile.test(path))) {
    const module = readModule(decode(file), new Map());
    if (!module) return undefined;
    for (const [name, value] of module.constants) constants.set(name, value);
  }
  return createGeneratedSurface(readModule(decode(entry), constants)?.served);
}

/** The tools of the definition of a generated server; undefined if it is none. */
export function createGeneratedSurface(served: unknown): readonly VersionTool[] | undefined {
  const definition = definitionSchema.safeParse(served).data;
  return definition?.tools.flatMap(({ request, ...tool }): VersionTool[] => {
    const listed = { ...tool, operation: `${request.method.toUpperCase()} ${request.path}` };
    if (definition.mode === "direct") return [listed];
    return [{ ...listed, name: formatSearchedTool(tool.name) }, ...(tool.pinned ? [listed] : [])];
  });
}

const decode = ({ bytes }: ModuleFile) => new TextDecoder().decode(bytes);
