import type { RehearsedCall } from "../contract/routes/previewRoutes.ts";
import type { ServiceClient } from "./client.ts";

/** Makes all recorded calls again at a preview, page by page. `onCalls` receives how many are made so far. */
export async function rehearseAll(
  client: Pick<ServiceClient, "rehearse">,
  id: string,
  signal: AbortSignal,
  onCalls?: (count: number) => void,
): Promise<readonly RehearsedCall[]> {
  const calls: RehearsedCall[] = [];
  for (;;) {
    const page = await client.rehearse({ id, after: calls.at(-1)?.sequence ?? 0 }, { signal });
    calls.push(...page.calls);
    onCalls?.(calls.length);
    // A page without calls would be asked for again for ever.
    if (!page.hasMore || page.calls.length === 0) return calls;
  }
}
