import type { PromptBack } from "../../../core/foundation/ports.ts";
import type { ToolEdit } from "../../../generator/overlay/editOverlay.ts";
import type { App } from "../../app.ts";

export type ToolQuestionContext = Pick<App, "prompts">;

/** The changed field of a tool's `x-mcp`; undefined: cancelled, or unchanged. */
export type ToolAnswer = Pick<ToolEdit, "path" | "value"> | PromptBack | undefined;

/** One of the changes that *Edit Tool* offers. */
export interface ToolQuestion {
  readonly label: string;
  readonly icon: string;
  readonly description?: string;
  readonly ask: () => ToolAnswer | Promise<ToolAnswer>;
}

/** The list of changes is the first step. */
export const editingStep = { number: 2, total: 2 } as const;
