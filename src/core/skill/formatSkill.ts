import type { Skill, SkillProblem } from "../../contract/skills.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import type { SkillCopy } from "./skillCopies.ts";
import { findCopyUpdate, type SkillSourceState } from "./skillDrift.ts";

/** `2 errors, 1 warning`; omits zero counts. */
export function formatSkillProblem(
  problems: readonly { readonly severity?: SkillProblem["severity"] | undefined }[],
): string {
  const counted = (["error", "warning", "information"] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    const word = severity === "information" ? "hint" : severity;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  });
  return counted.join(", ");
}

export function formatSkillSource(state: SkillSourceState): string {
  switch (state.kind) {
    case "unpublished":
      return "not published";
    case "same":
      return "as published";
    case "older":
      return `as in ${state.version}, which is not the latest`;
    case "changed":
      return "changed since it was published";
  }
}

/** The state of an installed copy as text: drift and update. */
export function formatSkillCopy(copy: SkillCopy, hosted: Skill | undefined): string {
  const update = findCopyUpdate(copy, hosted);
  const { state } = copy;
  const changed = state.kind === "changed" ? `changed since (${formatFileCount(state.paths.length)})` : undefined;
  const gone = state.kind === "missing" ? "its files are gone" : undefined;
  const next = update === undefined ? undefined : `update available: ${update}`;
  return joinTextParts(gone, changed, next) || "up to date";
}

export function formatFileCount(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
