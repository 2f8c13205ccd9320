import * as l10n from "@vscode/l10n";
import { isOperationName } from "../../../contract/operationNames.ts";
import type { OperationName } from "../../../contract/operations.ts";
import type { ReportAction } from "../../../webview/protocol/compatibilityPanelMessages.ts";
import type { CompatibilityReport, OperationReport } from "./compatibilityReportSchema.ts";
import { findMappingFields } from "./mapping/mappingFields.ts";

export interface ReportAdvice {
  readonly action: ReportAction;
  readonly title: string;
}

/** What the user can do about an operation that is refused; nothing for one that works, was not tried or is not offered. */
export function listReportAdvice({ operation, outcome, status, unreadable, changes }: OperationReport): ReportAdvice[] {
  if (outcome !== "refused" || !isOperationName(operation)) return [];
  const editProfile: ReportAdvice = { action: "editProfile", title: l10n.t("Edit Profile") };
  if (unreadable !== null && !changes && findMappingFields(operation))
    return [
      { action: "map", title: l10n.t("Map This Answer...") },
      { action: "choosePreset", title: l10n.t("Choose Another Preset...") },
      editProfile,
    ];
  if (status === 401) return [{ action: "chooseKeyHeader", title: l10n.t("Choose the Key's Header...") }];
  // The key lacks the permission, which no profile can give.
  return status === 403 ? [] : [editProfile];
}

/** The changes that *Try the Changes* makes. */
const triedChanges: readonly string[] = ["projects.create", "project.update"] satisfies OperationName[];

/** What the user can do about the service as a whole. */
export function listServiceAdvice(
  { dialect, operations }: Pick<CompatibilityReport, "dialect" | "operations">,
  asksBeforeChanges: boolean,
): ReportAdvice[] {
  if (dialect === "contract") return [];
  const isUntried = operations.some(
    ({ operation, outcome }) => triedChanges.includes(operation) && outcome === "notTried",
  );
  return [
    ...(isUntried ? [{ action: "tryChanges", title: l10n.t("Try the Changes...") } as const] : []),
    ...(asksBeforeChanges ? [] : [{ action: "askBeforeChanges", title: l10n.t("Ask Before Changes Again") } as const]),
  ];
}
