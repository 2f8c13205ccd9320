import * as l10n from "@vscode/l10n";
import { formatRelativeTime } from "../../../text/formatRelativeTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { type ArchivedState, isArchived } from "../archivedState.ts";
import type { NodeText } from "./nodeText.ts";

/** The text of a row, which for an archived item says that and offers no action on a live one. */
export function describeArchived(item: ArchivedState, text: NodeText, now: number): NodeText {
  if (!isArchived(item)) return text;
  const [kind = ""] = text.context.split(".");
  const state = joinTextParts(l10n.t("archived"), formatRelativeTime(item.archivedAt, now));
  return {
    ...text,
    description: state,
    spokenDescription: state,
    icon: "archive",
    isMuted: true,
    facts: () => [...text.facts(), [l10n.t("Archived"), formatRelativeTime(item.archivedAt, now) ?? l10n.t("yes")]],
    context: `archived.${kind}`,
  };
}
