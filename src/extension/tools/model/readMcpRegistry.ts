import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";

/** The address is none of an MCP registry. */
export class McpRegistryError extends Error {
  override readonly name = "McpRegistryError";
}

/** Downloads bytes; undefined: there is nothing at the address. */
type FetchBytes = (url: string, most: number, signal: AbortSignal) => Promise<Uint8Array | undefined>;

/** A server as a registry lists it. */
export interface ListedMcpServer {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** The addresses of its remotes with Streamable HTTP; none: it runs as a package only. */
  readonly urls: readonly string[];
}

const mostBytes = 8 * 2 ** 20;
const mostPages = 10;
const pageSize = 100;

const remoteSchema = z.object({ type: z.literal("streamable-http"), url: z.url({ protocol: /^https?$/ }) });
const entrySchema = z.object({
  server: z.object({
    name: z.string(),
    title: z.string().optional().catch(undefined),
    description: z.string().catch(""),
    version: z.string().catch(""),
    remotes: z.array(z.unknown()).catch([]),
  }),
});
const pageSchema = z.object({
  servers: z.array(z.unknown()),
  metadata: z.object({ nextCursor: z.string().nullish().catch(undefined) }).optional(),
});

/** The servers of a registry, or the first thousand of them. */
export interface McpRegistryList {
  readonly servers: readonly ListedMcpServer[];
  readonly hasMore: boolean;
}

/** The newest versions of the servers that a registry lists by the API v0.1. Entries that cannot be read are left out. */
export async function readMcpRegistry(
  fetchBytes: FetchBytes,
  url: string,
  search: string,
  signal: AbortSignal,
): Promise<McpRegistryList> {
  const servers: ListedMcpServer[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < mostPages; count += 1) {
    const query = new URLSearchParams({ version: "latest", limit: String(pageSize) });
    if (search !== "") query.set("search", search);
    if (cursor !== undefined) query.set("cursor", cursor);
    const page = await readPage(fetchBytes, `${url.replace(/\/+$/, "")}/v0.1/servers?${query}`, signal);
    servers.push(...page.servers.flatMap(toListedServer));
    cursor = page.metadata?.nextCursor || undefined;
    if (cursor === undefined) break;
  }
  return { servers, hasMore: cursor !== undefined };
}

async function readPage(fetchBytes: FetchBytes, url: string, signal: AbortSignal) {
  const bytes = await fetchBytes(url, mostBytes, signal);
  const parsed = pageSchema.safeParse(bytes && tryParseJson(new TextDecoder().decode(bytes)));
  if (parsed.success) return parsed.data;
  throw new McpRegistryError(l10n.t`${new URL(url).origin} is no MCP registry: it has no list at /v0.1/servers.`);
}

/** Texts of a registry may hide characters. An address with variables is none yet. */
function toListedServer(entry: unknown): readonly ListedMcpServer[] {
  const { server } = entrySchema.safeParse(entry).data ?? {};
  if (!server) return [];
  const { name, title, description, version, remotes } = server;
  const urls = remotes
    .flatMap((remote) => remoteSchema.safeParse(remote).data?.url ?? [])
    .filter((url) => !/[{}]|%7b/i.test(url));
  const texts = {
    name: toVisibleText(name),
    title: toVisibleText(title ?? name),
    description: toVisibleText(description),
  };
  return [{ ...texts, version: toVisibleText(version), urls }];
}
