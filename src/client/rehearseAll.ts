import type { RehearsalInput, RehearsedCall } from "../contract/routes/previewRoutes.ts";
import type { ServiceClient } from "./client.ts";

interface RehearsalOptions extends Pick<RehearsalInput, "suite"> {
  /** Receives how many calls are made so far. */
  readonly onCalls?: (count: number) => void;
}

/** Makes all recorded calls, or without them those of test cases, again at a preview, page by page. */
export async function rehearseAll(
  client: Pick<ServiceClient, "rehearse">,
  id: string,
  signal: AbortSignal,
  { suite, onCalls }: RehearsalOptions = {},
): Promise<readonly RehearsedCall[]> {
  const calls: RehearsedCall[] = [];
  for (;;) {
    const after = calls.at(-1)?.sequence ?? 0;
    const page = await client.rehearse({ id, after, ...(suite && { suite }) }, { signal });
    calls.push(...page.calls);
    onCalls?.(calls.length);
    // A page without calls would be asked for again for ever.
    if (!page.hasMore || page.calls.length === 0) return calls;
  }
}
