import type * as z from "zod";
import { maximumToolCount } from "../../mcp/sendMcpMessage.ts";
import type { ProtocolEra } from "./protocolClient.ts";
import { legacyToolListSchema, modernToolListSchema } from "./protocolSchemas.ts";
import { parseProtocolResult, UnexpectedResultError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

type ToolPage = z.output<typeof legacyToolListSchema>;

const mostPages = 100;

const pages = {
  "2026-07-28": modernToolListSchema,
  "2025-11-25": legacyToolListSchema,
} as const satisfies Record<ProtocolEra, z.ZodType<ToolPage>>;

/** All pages of `tools/list`; throws where one is not as the protocol has it, or they never end. */
export async function listTools(
  questioner: TargetClient,
  era: ProtocolEra,
  signal: AbortSignal,
): Promise<ToolPage["tools"]> {
  const tools: ToolPage["tools"][number][] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const answer = await questioner.ask(era, "tools/list", cursor === undefined ? {} : { cursor }, signal);
    const page = parseProtocolResult("tools/list", answer, pages[era], `a list of tools as of ${era}`);
    for (const tool of page.tools) tools.push(tool);
    if (tools.length > maximumToolCount)
      throw new UnexpectedResultError(
        "There are too many tools.",
        `at most ${maximumToolCount}`,
        `${tools.length} so far`,
      );
    if (page.nextCursor === undefined) return tools;
    if (seen.has(page.nextCursor) || seen.size >= mostPages)
      throw new UnexpectedResultError(
        "The pages of tools/list never end.",
        "a last page",
        `the cursor ${page.nextCursor}`,
      );
    seen.add(page.nextCursor);
    cursor = page.nextCursor;
  }
}
