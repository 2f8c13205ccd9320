import * as z from "zod";
import { formatSearchedTool } from "../contract/mcp/searchTool.ts";
import { type VersionTool, versionToolSchema } from "../contract/routes/toolsRoute.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import { readModule } from "./moduleReader.ts";

const entryFile = "server.mjs";
const toolFile = /^tools\/[^/]+\.mjs$/;

/** Whether a file of a generated server can say which tools it has. */
export const isSurfaceFile = (path: string) => path === entryFile || toolFile.test(path);

const definitionSchema = z.object({
  mode: z.enum(["direct", "search"]),
  tools: z.array(versionToolSchema.extend({ request: z.object({ method: z.string(), path: z.string() }) })).max(20_000),
});

/**
 * The tools of a generated server, from its files, which are not run. undefined: the files are not those of the generator, or code was
 * added to them. In search mode the tools are the operations that the search gives access to, and the pinned ones, which are listed too.
 */
export function readGeneratedSurface(files: readonly FileContent[]): readonly VersionTool[] | undefined {
  return createGeneratedSurface(readServedDefinition(files));
}

const nameSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
      named: z.literal(true).optional(),
      request: z.object({ method: z.string(), path: z.string() }),
    }),
  ),
});

/** The names that the generator gave the tools of a generated server, by their operations; none if they are not known. */
export function readGeneratedNames(files: readonly FileContent[]): ReadonlyMap<string, string> {
  const tools = nameSchema.safeParse(readServedDefinition(files)).data?.tools ?? [];
  return new Map(tools.flatMap(({ name, named, request }) => (named ? [] : [[formatOperation(request), name]])));
}

function readServedDefinition(files: readonly FileContent[]): unknown {
  const entry = files.find(({ path }) => path === entryFile);
  if (!entry) return undefined;
  const constants = new Map<string, unknown>();
  for (const file of files.filter(({ path }) => toolFile.test(path))) {
    const module = readModule(decode(file), new Map());
    if (!module) return undefined;
    for (const [name, value] of module.constants) constants.set(name, value);
  }
  return readModule(decode(entry), constants)?.served;
}

/** The tools of the definition of a generated server; undefined if it is none. */
export function createGeneratedSurface(served: unknown): readonly VersionTool[] | undefined {
  const definition = definitionSchema.safeParse(served).data;
  return definition?.tools.flatMap(({ request, ...tool }): VersionTool[] => {
    const listed = { ...tool, operation: formatOperation(request) };
    if (definition.mode === "direct") return [listed];
    return [{ ...listed, name: formatSearchedTool(tool.name) }, ...(tool.pinned ? [listed] : [])];
  });
}

const formatOperation = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method.toUpperCase()} ${path}`;

const decode = ({ bytes }: FileContent) => new TextDecoder().decode(bytes);
