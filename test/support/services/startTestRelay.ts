import { createModelBudget } from "../../../src/core/testrun/model/modelBudget.ts";
import { type ModelRelay, startModelRelay } from "../../../src/core/testrun/modelRelay.ts";

/** A relay to an endpoint of chat completions, without models of an editor. */
export function startTestRelay(baseUrl: string, key: string, calls: number): Promise<ModelRelay> {
  return startModelRelay({
    runner: { kind: "openai", baseUrl, name: "small" },
    key,
    budget: createModelBudget({ calls }),
    editorModels: { complete: async () => undefined },
  });
}
