import * as l10n from "@vscode/l10n";
import { createSectionTreeRow } from "../../base/rows/createSectionTreeRow.ts";
import type { TreeRowKind } from "../../base/rows/treeRowKind.ts";

export interface AuditLogNode {
  readonly kind: "auditLog";
}

export const auditLogTreeRow: TreeRowKind<AuditLogNode> = {
  ...createSectionTreeRow("auditLog", l10n.t("Audit log"), "history"),
  click: () => ({ command: "fairlead.auditLog.show", title: l10n.t("Show Audit Log") }),
};
