import * as l10n from "@vscode/l10n";
import type { Skill, SkillProblem } from "../../../contract/skills.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { SkillCopy } from "./skillCopies.ts";
import { findCopyUpdate, type SkillSourceState } from "./skillDrift.ts";

/** One and several. */
const severityWords = {
  error: [l10n.t("error"), l10n.t("errors")],
  warning: [l10n.t("warning"), l10n.t("warnings")],
  information: [l10n.t("hint"), l10n.t("hints")],
} as const;

/** `2 errors, 1 warning`; omits zero counts. */
export function formatSkillProblem(
  problems: readonly { readonly severity?: SkillProblem["severity"] | undefined }[],
): string {
  const counted = (["error", "warning", "information"] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    return count === 0 ? [] : [formatQuantity(count, ...severityWords[severity])];
  });
  return counted.join(", ");
}

export function formatSkillSource(state: SkillSourceState): string {
  switch (state.kind) {
    case "unpublished":
      return l10n.t("not published");
    case "same":
      return l10n.t("as published");
    case "older":
      return l10n.t`as in ${state.version}, which is not the latest`;
    case "changed":
      return l10n.t("changed since it was published");
  }
}

/** The state of an installed copy as text: drift and update. */
export function formatSkillCopy(copy: SkillCopy, hosted: Skill | undefined): string {
  const update = findCopyUpdate(copy, hosted);
  const { state } = copy;
  const count = state.kind === "changed" ? state.paths.length : 0;
  const changedFiles = count === 0 ? l10n.t("changed since") : l10n.t`changed since (${formatFileCount(count)})`;
  const changed = state.kind === "changed" ? changedFiles : undefined;
  const gone = state.kind === "missing" ? l10n.t("its files are gone") : undefined;
  const next = update === undefined ? undefined : l10n.t`update available: ${update}`;
  return joinTextParts(gone, changed, next) || l10n.t("up to date");
}

export function formatFileCount(count: number): string {
  return formatQuantity(count, l10n.t("file"), l10n.t("files"));
}
