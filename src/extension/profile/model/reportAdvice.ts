import * as l10n from "@vscode/l10n";
import type { ProfileAction } from "../../../webview/protocol/compatibilityPanelMessages.ts";
import type { OperationReport } from "./compatibilityReportSchema.ts";

export interface ReportAdvice {
  readonly action: ProfileAction;
  readonly title: string;
}

/** What the user can do about an operation that is refused; nothing for one that works, was not tried or is not offered. */
export function listReportAdvice({ outcome, status }: OperationReport): ReportAdvice[] {
  // A key that lacks the permission cannot get it from a profile.
  if (outcome !== "refused" || status === 403) return [];
  if (status === 401) return [{ action: "chooseKeyHeader", title: l10n.t("Choose the Key's Header...") }];
  return [{ action: "editProfile", title: l10n.t("Edit as JSON") }];
}
