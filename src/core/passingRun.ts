import type { Client } from "../api/client.ts";
import type { TestRun } from "../contract/testRuns.ts";

/** Whose test runs are meant. */
export type TestedItem = { readonly serverId: string } | { readonly skillId: string };

/** Looked through for one that ran all cases. */
const newest = 50;

/** The newest whole run that this very content passed, of any content where none is named; undefined: there is none. */
export async function passingRun(
  client: Client,
  of: TestedItem,
  digest: string | undefined,
  signal?: AbortSignal,
): Promise<TestRun | undefined> {
  const query = { status: "passed", limit: newest, ...(digest !== undefined && { digest }) } as const;
  const options = signal ? { signal } : {};
  const { items } =
    "serverId" in of
      ? await client.call("serverTestRuns.list", { id: of.serverId, ...query }, options)
      : await client.call("skillTestRuns.list", { id: of.skillId, ...query }, options);
  return items.find(({ partial }) => !partial);
}
