import type * as z from "zod";
import { maximumToolCount } from "../../mcp/sendMcpMessage.ts";
import type { ProtocolEra } from "./protocolClient.ts";
import { legacyToolListSchema, modernToolListSchema } from "./protocolSchemas.ts";
import { parseProtocolResult, UnexpectedResultError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

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
