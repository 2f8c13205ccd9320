import type { Memory, Secrets } from "../../base/ports.ts";
import type { EditorModels } from "./model/editorModels.ts";
import { createModelCallConsent, type ModelCallConsent } from "./modelCalls.ts";
import type { ModelRelay, ModelRelayOptions } from "./modelRelay.ts";
import { createModelSettings, type ModelSettings } from "./modelSettings.ts";

/** The user's models, and the consents of this window. */
export interface ModelAccess {
  readonly settings: ModelSettings;
  readonly editorModels: Pick<EditorModels, "list">;
  readonly agreed: ModelCallConsent;
  readonly openRelay: (options: ModelRelayRequest) => Promise<ModelRelay>;
  /** True the first time for a text: it is shown once per session. */
  readonly isNews: (text: string) => boolean;
}

export type ModelRelayRequest = Pick<ModelRelayOptions, "runner" | "key" | "budget">;

interface Parts {
  readonly memory: Memory;
  readonly secrets: Secrets;
  readonly editorModels: EditorModels;
  readonly openRelay: (options: ModelRelayRequest & Pick<ModelRelayOptions, "editorModels">) => Promise<ModelRelay>;
}

export function createModelAccess({ memory, secrets, editorModels, openRelay }: Parts): ModelAccess {
  const shownTexts = new Set<string>();
  return {
    settings: createModelSettings(memory, secrets),
    editorModels,
    agreed: createModelCallConsent(),
    openRelay: (request) => openRelay({ ...request, editorModels }),
    isNews: (text) => !shownTexts.has(text) && shownTexts.add(text).size > 0,
  };
}
