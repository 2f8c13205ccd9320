import type { Memory, Secrets } from "../foundation/ports.ts";
import { createModelCallConsent, type ModelCallConsent } from "./modelCalls.ts";
import type { ModelRelay, ModelRelayOptions } from "./modelRelay.ts";
import { createModelSettings, type ModelSettings } from "./modelSettings.ts";

/** The user's model, and the consents of this window. */
export interface ModelAccess {
  readonly settings: ModelSettings;
  readonly agreed: ModelCallConsent;
  readonly openRelay: (options: ModelRelayRequest) => Promise<ModelRelay>;
  /** True the first time for a text: it is shown once per session. */
  readonly isNews: (text: string) => boolean;
}

export type ModelRelayRequest = Pick<ModelRelayOptions, "baseUrl" | "key" | "mostCalls">;

interface Parts {
  readonly memory: Memory;
  readonly secrets: Secrets;
  readonly openRelay: ModelAccess["openRelay"];
}

export function createModelAccess({ memory, secrets, openRelay }: Parts): ModelAccess {
  const shownTexts = new Set<string>();
  const isNews = (text: string) => !shownTexts.has(text) && shownTexts.add(text).size > 0;
  return { settings: createModelSettings(memory, secrets), agreed: createModelCallConsent(), openRelay, isNews };
}
