import { createModelBudget } from "../../../src/extension/testing/model/model/modelBudget.ts";
import { type ModelRelay, startModelRelay } from "../../../src/extension/testing/model/modelRelay.ts";

/** A relay to an endpoint of chat completions, without models of an editor. */
export function startTestRelay(baseUrl: string, key: string, calls: number): Promise<ModelRelay> {
  return startModelRelay({
    runner: { kind: "openai", baseUrl, name: "small" },
    key,
    budget: createModelBudget(calls),
    editorModels: { complete: async () => undefined },
  });
}
