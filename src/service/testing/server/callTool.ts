import * as z from "zod";
import {
  type RecordedAnswer,
  type UpstreamExchange,
  upstreamExchangeSchema,
  upstreamProtocol,
} from "../../../contract/mcp/upstreamExchange.ts";
import type { ToolResult } from "../../../testcases/checkToolResult.ts";
import { simplifyExactNumbers } from "../../../text/number/exactNumber.ts";
import { maximumToolCount } from "../../mcp/sendMcpMessage.ts";
import type { ProtocolEra } from "./protocolClient.ts";
import { legacyToolListSchema, modernToolListSchema, toolResultSchema } from "./protocolSchemas.ts";
import { parseProtocolResult, UnexpectedResultError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

interface TestedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The answers that stand for the API; undefined: the API is called. */
  readonly upstream?: readonly RecordedAnswer[] | undefined;
  /** Whether the result has what the call exchanged with the API. */
  readonly capturesExchanges?: boolean;
  /** The credentials with which the API is not called. */
  readonly refused?: readonly string[];
}

export interface TestedResult extends ToolResult {
  /** Requests to the API without a recorded answer. */
  readonly unmatched: readonly string[];
  /** Empty unless the call asks for them. */
  readonly exchanges: readonly UpstreamExchange[];
}

/** Calls a tool. A protocol error is a result too, because servers reject unknown tools with one. */
export async function callTool(
  client: TargetClient,
  era: ProtocolEra,
  call: TestedCall,
  signal: AbortSignal,
): Promise<TestedResult> {
  const { refused = [] } = call;
  const capture = call.capturesExchanges
    ? { [upstreamProtocol.capture]: true, [upstreamProtocol.refused]: refused }
    : undefined;
  const meta = call.upstream ? { [upstreamProtocol.replay]: call.upstream } : capture;
  const params = { name: call.name, arguments: call.input, ...(meta && { _meta: meta }) };
  const startedAt = performance.now();
  const response = await client.request(era, "tools/call", params, signal, {
    "Mcp-Name": encodeHeaderValue(call.name),
    ...(meta && { [upstreamProtocol.access]: "1" }),
  });
  const ms = performance.now() - startedAt;
  if (response.error)
    return { isError: true, text: response.error.message, structured: undefined, ms, unmatched: [], exchanges: [] };
  const result = parseProtocolResult("tools/call", response, toolResultSchema, "a result of a tool");
  const text = result.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
  return {
    isError: result.isError === true,
    text,
    structured: simplifyExactNumbers(result.structuredContent),
    ms,
    unmatched: z.array(z.string()).safeParse(result._meta?.[upstreamProtocol.unmatched]).data ?? [],
    exchanges: z.array(upstreamExchangeSchema).safeParse(result._meta?.[upstreamProtocol.exchanges]).data ?? [],
  };
}

/** Encodes other characters, which RFC 9110 does not allow in headers, as Base64 (MCP 2026-07-28). */
function encodeHeaderValue(name: string): string {
  return /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;
}

type ToolPage = z.output<typeof legacyToolListSchema>;

const maxPages = 100;

const pageSchemas = {
  "2026-07-28": modernToolListSchema,
  "2025-11-25": legacyToolListSchema,
} as const satisfies Record<ProtocolEra, z.ZodType<ToolPage>>;

/** Reads all pages of `tools/list`. Throws if a page violates the protocol or the pages never end. */
export async function listTools(
  client: TargetClient,
  era: ProtocolEra,
  signal: AbortSignal,
): Promise<ToolPage["tools"]> {
  const tools: ToolPage["tools"][number][] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const response = await client.request(era, "tools/list", cursor === undefined ? {} : { cursor }, signal);
    const page = parseProtocolResult("tools/list", response, pageSchemas[era], `a list of tools as of ${era}`);
    for (const tool of page.tools) tools.push(tool);
    if (tools.length > maximumToolCount)
      throw new UnexpectedResultError(
        "There are too many tools.",
        `at most ${maximumToolCount}`,
        `${tools.length} so far`,
      );
    if (page.nextCursor === undefined) return tools;
    if (seen.has(page.nextCursor) || seen.size >= maxPages)
      throw new UnexpectedResultError(
        "The pages of tools/list never end.",
        "a last page",
        `the cursor ${page.nextCursor}`,
      );
    seen.add(page.nextCursor);
    cursor = page.nextCursor;
  }
}
