import type { Send } from "./sender.ts";
import type { Target } from "./targets.ts";

/** These need a stream that is open, a ticket or an answer of a provider, which only other tests have. */
const failsWithoutMore = new Set(["GET /mcp", "DELETE /mcp", "GET /connect", "GET /connect/callback"]);

/**
 * Sends the request of each target as an authorized caller. A refusal of others proves something only if this works, so what fails
 * here is a finding.
 */
export async function sendRightly(
  targets: readonly Target[],
  send: Send,
): Promise<{ readonly worked: number; readonly unproven: readonly string[] }> {
  const failures = new Map<string, number>();
  // Requests that delete run last.
  const order = [...targets].sort((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"));
  for (const target of order) {
    const { name, method, url, headers, body, proof } = target;
    const { pathname, search } = new URL(url);
    const right = { ...headers, ...(proof !== undefined && { authorization: proof }) };
    const { status } = await send(target, { how: "", method, path: pathname + search, headers: right, body });
    if (status >= 300) failures.set(name, status);
  }
  const unexpected = [...failures].filter(([name]) => !failsWithoutMore.has(name));
  const stale = targets.filter(({ name }) => failsWithoutMore.has(name) && !failures.has(name));
  return {
    worked: targets.length - failures.size,
    unproven: [
      ...unexpected.map(
        ([name, status]) =>
          `${name} fails with ${status} for an authorized caller too. Give it an input that works in test/contract/operationCases.ts.`,
      ),
      ...stale.map(({ name }) => `${name} works now. Remove it from failsWithoutMore in ${import.meta.filename}.`),
    ],
  };
}
