import * as l10n from "@vscode/l10n";
import type { ShownTool } from "../../../webview/protocol/toolPanelMessages.ts";

/** What a call of a tool does to data, as its annotations say. */
export type ToolEffect = "reads" | "changes" | "destroys" | "unstated";

type ToolAnnotations = NonNullable<ShownTool["annotations"]>;

/** A tool that states nothing may destroy data: that is the default of the protocol. */
export function readToolEffect({
  annotations = {},
}: {
  readonly annotations?: ToolAnnotations | undefined;
}): ToolEffect {
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint) return "reads";
  if (destructiveHint !== undefined) return destructiveHint ? "destroys" : "changes";
  return readOnlyHint === false ? "destroys" : "unstated";
}

export const toolEffectIcons = {
  reads: "eye",
  changes: "edit",
  destroys: "trash",
  unstated: "tools",
} as const satisfies Record<ToolEffect, string>;

export const toolEffectTexts = {
  reads: l10n.t("reads"),
  changes: l10n.t("changes data"),
  destroys: l10n.t("may delete or overwrite data"),
  unstated: l10n.t("does not state whether it changes data"),
} as const satisfies Record<ToolEffect, string>;

/** `may delete or overwrite data, has the same effect when it is repeated`. */
export function formatToolEffect(tool: { readonly annotations?: ToolAnnotations | undefined }): string {
  const effect = readToolEffect(tool);
  const { idempotentHint, openWorldHint } = tool.annotations ?? {};
  return [
    toolEffectTexts[effect],
    ...(idempotentHint && effect !== "reads" ? [l10n.t("has the same effect when it is repeated")] : []),
    ...(openWorldHint === false ? [l10n.t("works on a closed set of data")] : []),
  ].join(", ");
}
