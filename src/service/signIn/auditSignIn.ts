import type { Context } from "hono";
import type { AuditRecord } from "../audit/auditRecord.ts";
import { findKeyHolder } from "../auth/apiKeys.ts";
import type { ServiceContext } from "../context.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";

type AuditedContext = Context<HttpEnvironment>;

/** Writes that a sign-in issued a key, or that its user gave the key back. It belongs into the transaction of the change. */
export function recordSignIn(
  context: ServiceContext,
  c: AuditedContext,
  { action, keyId, status }: { readonly action: "signIn" | "signOut"; readonly keyId: string; readonly status: number },
): void {
  const holder = context.audit && findKeyHolder(context, { id: keyId });
  if (!holder) return;
  const { user, key } = holder.actor;
  const actor = { kind: "signIn", user, key } as const;
  const item = { kind: "apiKey", id: key.id, name: key.name };
  context.audit?.record({ organizationId: holder.organizationId, actor, action, item, status, ...describeOrigin(c) });
}

/** Writes that somebody whom the provider knows is no member. */
export function recordRefusedSignIn(context: ServiceContext, c: AuditedContext, email: string | undefined): void {
  context.audit?.recordRefusal({
    organizationId: null,
    actor: { kind: "unknown" },
    action: "signIn",
    item: { kind: "user", id: null, name: email ?? null },
    status: 403,
    code: "forbidden",
    ...describeOrigin(c),
  });
}

function describeOrigin(c: AuditedContext): Pick<AuditRecord, "address" | "requestId"> {
  return { address: c.get("clientAddress"), requestId: c.get("requestId") };
}
