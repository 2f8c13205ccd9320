import { type AuditPage, type AuditQuery, auditPageSchema } from "../contract/routes/auditRoute.ts";
import type { CallOptions } from "./client.ts";
import type { ClientContext } from "./clientContext.ts";
import { parseResponse } from "./parseResponse.ts";
import { sendCall } from "./pipeline.ts";

/** Reads one page of the audit log, which is a route of Fairlead's own service and no operation. */
export async function readAuditLog(
  context: ClientContext,
  query: AuditQuery,
  options: CallOptions = {},
): Promise<AuditPage> {
  const { errorContext, response } = await sendCall(context, { name: "audit.list", input: query, options });
  // The schema parsed it.
  return (await parseResponse(errorContext, response, auditPageSchema)) as AuditPage;
}
