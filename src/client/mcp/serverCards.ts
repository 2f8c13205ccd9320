import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";

/** An MCP server that a host says it has. What a card says proves nothing about the server. */
export interface ListedMcpServer {
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

const mostCards = 50;
const cardType = "application/mcp-server-card+json";
const catalogSchema = z.object({ entries: z.array(z.unknown()).max(1000) });
const entrySchema = z.object({ type: z.literal(cardType), url: z.string().optional(), data: z.unknown().optional() });
const remoteSchema = z.object({ type: z.literal("streamable-http"), url: z.url({ protocol: /^https?$/ }) });
const cardSchema = z.object({
  name: z.string().max(200),
  title: z.string().max(100).optional(),
  description: z.string().max(1000).default(""),
  remotes: z.array(z.unknown()).max(20).default([]),
});

/**
 * Reads the MCP servers that a host lists, none if it has no list: Server Cards (SEP-2127) of its AI Catalog, as
 * github.com/modelcontextprotocol/experimental-ext-server-card has them, which may still change. `fetchText` throws where there is nothing.
 */
export async function listServersOfHost(
  host: URL,
  fetchText: (url: string, signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<readonly ListedMcpServer[]> {
  const read = async (url: URL | string) => {
    const text = await fetchText(String(url), signal).catch(() => "");
    signal.throwIfAborted();
    return tryParseJson(text);
  };
  const { entries = [] } =
    catalogSchema.safeParse(await read(new URL("/.well-known/ai-catalog.json", host))).data ?? {};
  const cards = entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []).slice(0, mostCards);
  const found = await Promise.all(
    cards.map(async ({ url, data }) => {
      const address = url === undefined ? undefined : URL.parse(url, host.href);
      return readCard(address ? await read(address) : data);
    }),
  );
  return found.flat();
}

/** An address with variables is not one yet. */
function readCard(card: unknown): readonly ListedMcpServer[] {
  const { name = "", title, description = "", remotes = [] } = cardSchema.safeParse(card).data ?? {};
  return remotes.flatMap((remote) => {
    const { url } = remoteSchema.safeParse(remote).data ?? {};
    return url === undefined || /[{}]/.test(url) ? [] : [{ title: title ?? name, description, url }];
  });
}
