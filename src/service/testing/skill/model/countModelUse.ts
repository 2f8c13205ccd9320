import type { CaseAttempt } from "../../../../contract/testRuns.ts";
import type { ModelClient } from "./modelClient.ts";

export type ModelUse = Pick<CaseAttempt, "calls" | "inputTokens" | "outputTokens">;

/** A client that counts its calls and their tokens. One response without tokens makes the sums unknown. */
export interface CountedModelClient extends ModelClient {
  use(): ModelUse;
}

export const noModelUse: ModelUse = { calls: 0, inputTokens: 0, outputTokens: 0 };

export function addModelUse(one: ModelUse, other: ModelUse): ModelUse {
  return {
    calls: one.calls + other.calls,
    inputTokens: addKnown(one.inputTokens, other.inputTokens),
    outputTokens: addKnown(one.outputTokens, other.outputTokens),
  };
}

const addKnown = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);

export function countModelUse(client: ModelClient): CountedModelClient {
  let total = noModelUse;
  return {
    name: client.name,
    complete: async (request, signal) => {
      const answer = await client.complete(request, signal);
      const { inputTokens = null, outputTokens = null } = answer.usage ?? {};
      total = addModelUse(total, { calls: 1, inputTokens, outputTokens });
      return answer;
    },
    use: () => total,
  };
}
