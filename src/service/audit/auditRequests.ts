import type { Context, MiddlewareHandler } from "hono";
import { findKeyHolder } from "../auth/apiKeys.ts";
import { readBearerToken } from "../auth/authenticateRequest.ts";
import type { ServiceContext } from "../context.ts";
import { describeGrant, findGrant, isGrantId } from "../grants/grantStore.ts";
import type { HttpEnvironment, OperationRequest } from "../http/httpEnvironment.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { findOperationItem, findServer, listInputFields, readCreatedItem } from "./auditItems.ts";
import type { AuditActor, AuditLog, AuditRecord } from "./auditRecord.ts";

type AuditedContext = Context<HttpEnvironment>;

/** Runs a change and writes its entry. Both belong to one transaction, so there is no change without an entry. */
export function recordChange<Output>(context: ServiceContext, c: AuditedContext, run: () => Output): Output {
  const request = c.get("operationRequest");
  if (!context.audit || !request) return run();
  // What is deleted is found before, what is created after.
  const record = describeRequest(context, c, request.operation.success);
  const output = run();
  const item = record.item?.id ? record.item : readCreatedItem(request.operation, output);
  context.audit.record({ ...record, item, ...request.described });
  return output;
}

/** Writes the changes that were made outside of a transaction or that failed, and the requests that were refused access. */
export function createAuditMiddleware(context: ServiceContext, audit: AuditLog): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    await next();
    const request = c.get("operationRequest");
    const { status } = c.res;
    const isChange = request !== undefined && request.operation.method !== "GET";
    if (request?.isAudited || !(isChange || status === 401 || status === 403)) return;
    const record = describeRequest(context, c, status);
    if (status < 400) audit.record(record);
    else audit.recordRefusal(record);
  };
}

function describeRequest(context: ServiceContext, c: AuditedContext, status: number): AuditRecord {
  const request = c.get("operationRequest");
  const common = {
    address: c.get("clientAddress"),
    status,
    code: c.error instanceof ServiceProblem ? c.error.code : undefined,
    requestId: c.get("requestId"),
  };
  if (!request) return { ...describeOtherRequest(context, c), ...common };
  const { organizationId, actor } = findActor(context, c, request);
  // The client of an OAuth token names a server of any of its user's organizations.
  const server = request.operation.scope === null ? findServer(context.db, request.input?.serverId) : undefined;
  return {
    organizationId: server?.organizationId ?? organizationId,
    actor,
    action: request.name,
    ...common,
    item: server?.item ?? findOperationItem(context.db, request, organizationId),
    fields: listInputFields(request),
    ...request.described,
  };
}

/** A request that is not for an operation: to a deployed server, or to anything else. */
function describeOtherRequest(
  context: ServiceContext,
  c: AuditedContext,
): Pick<AuditRecord, "organizationId" | "actor" | "action" | "item"> {
  const server = findServer(context.db, /^\/mcp\/([^/]+)$/.exec(c.req.path)?.[1]);
  const kind = server && c.req.header("Authorization") !== undefined ? "runtimeToken" : "unknown";
  return {
    organizationId: server?.organizationId ?? null,
    actor: { kind },
    action: server ? "gateway.call" : "request",
    item: server?.item,
  };
}

/** A key that has expired or that may not do it still says whose it is. */
function findActor(
  context: ServiceContext,
  c: AuditedContext,
  { caller }: OperationRequest,
): { readonly organizationId: string | null; readonly actor: AuditActor } {
  const grant = caller && isGrantId(caller.keyId) ? findGrant(context, caller.keyId) : undefined;
  if (caller && grant) return { organizationId: caller.organizationId, actor: describeGrant(context, grant).actor };
  const key = readBearerToken(c.req.header("Authorization"));
  const holder = caller ? findKeyHolder(context, { id: caller.keyId }) : key && findKeyHolder(context, { key });
  if (!holder) return { organizationId: null, actor: { kind: "unknown" } };
  return {
    organizationId: caller?.organizationId ?? holder.organizationId,
    actor: { kind: "apiKey", ...holder.actor },
  };
}
