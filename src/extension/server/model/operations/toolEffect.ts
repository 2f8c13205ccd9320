import * as l10n from "@vscode/l10n";
import type { Tool } from "../../../../client/mcp/mcpConnection.ts";
import type { VersionTool } from "../../../../contract/routes/toolsRoute.ts";

/** What a call of a tool does to data, as its annotations say. */
export type ToolEffect = "reads" | "changes" | "destroys" | "unstated";

/** A tool as its server lists it, or as its version describes it. */
export type ListedTool = Tool | VersionTool;

interface ToolAnnotations {
  readonly readOnlyHint?: unknown;
  readonly destructiveHint?: unknown;
  readonly idempotentHint?: unknown;
  readonly openWorldHint?: unknown;
}

/** A tool that states nothing may destroy data: that is the default of the protocol. */
export function readToolEffect({
  annotations = {},
}: {
  readonly annotations?: ToolAnnotations | undefined;
}): ToolEffect {
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint === true) return "reads";
  if (typeof destructiveHint === "boolean") return destructiveHint ? "destroys" : "changes";
  return readOnlyHint === false ? "destroys" : "unstated";
}

export const toolEffectIcons = {
  reads: "eye",
  changes: "edit",
  destroys: "zap",
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
    ...(idempotentHint === true && effect !== "reads" ? [l10n.t("has the same effect when it is repeated")] : []),
    ...(openWorldHint === false ? [l10n.t("works on a closed set of data")] : []),
  ].join(", ");
}

/** What a generated tool says in its `_meta`, and a tool of a version beside its name. */
interface DescribedTool {
  readonly _meta?: { readonly [key: string]: unknown } | undefined;
  readonly hintReason?: string | undefined;
  readonly group?: string | undefined;
  readonly pinned?: boolean | undefined;
}

/** What the annotations of a generated tool follow from, as a sentence. */
export const readHintReason = (tool: DescribedTool): string | undefined => readText(tool, "hintReason");

export const readToolGroup = (tool: DescribedTool): string | undefined => readText(tool, "group");

/** Whether it stays listed where the server offers search instead of its tools. */
export const isPinned = (tool: DescribedTool): boolean => tool.pinned ?? tool._meta?.["fairlead/pinned"] === true;

function readText(tool: DescribedTool, name: "hintReason" | "group"): string | undefined {
  const listed = tool._meta?.[`fairlead/${name}`];
  return tool[name] ?? (typeof listed === "string" ? listed : undefined);
}
