import type { AuditLogs } from "./model/auditLogs.ts";

/** What commands use of the account. */
export interface AccountServices {
  /** The audit logs that are shown. */
  readonly auditLogs: AuditLogs;
  /** Opens the usage panel of the active organization. */
  readonly showUsage: () => void;
}
