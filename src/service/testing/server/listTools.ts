import type * as z from "zod";
import { mostTools } from "../../mcp/sendMcpMessage.ts";
import type { Era } from "./protocolClient.ts";
import { legacyTools, modernTools } from "./protocolSchemas.ts";
import { NotAsExpected, resultAs } from "./runCheck.ts";
import type { Questioner } from "./targetClient.ts";

type ToolPage = z.output<typeof legacyTools>;

const mostPages = 100;

const pages = {
  "2026-07-28": modernTools,
  "2025-11-25": legacyTools,
} as const satisfies Record<Era, z.ZodType<ToolPage>>;

/** All pages of `tools/list`; throws where one is not as the protocol has it, or they never end. */
export async function listTools(questioner: Questioner, era: Era, signal: AbortSignal): Promise<ToolPage["tools"]> {
  const tools: ToolPage["tools"][number][] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const answer = await questioner.ask(era, "tools/list", cursor === undefined ? {} : { cursor }, signal);
    const page = resultAs("tools/list", answer, pages[era], `a list of tools as of ${era}`);
    for (const tool of page.tools) tools.push(tool);
    if (tools.length > mostTools)
      throw new NotAsExpected("There are too many tools.", `at most ${mostTools}`, `${tools.length} so far`);
    if (page.nextCursor === undefined) return tools;
    if (seen.has(page.nextCursor) || seen.size >= mostPages)
      throw new NotAsExpected("The pages of tools/list never end.", "a last page", `the cursor ${page.nextCursor}`);
    seen.add(page.nextCursor);
    cursor = page.nextCursor;
  }
}
