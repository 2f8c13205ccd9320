import * as z from "zod";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import { listInstalledAgents } from "../testing/skill/agent/findAgentProgram.ts";

const meRow = z.object({ ...storedColumns, name: z.string(), email: z.string().nullable() });

export function identityHandlers(context: ServiceContext): OperationHandlers<"me.get"> {
  return { "me.get": (call) => me(context, call) };
}

async function me(context: ServiceContext, { caller }: ServiceCall<"me.get">) {
  const row = context.db.get(
    meRow,
    "SELECT u.* FROM users u JOIN api_keys k ON k.user_id = u.id WHERE k.id = ?",
    caller.keyId,
  );
  if (!row) throw new ServiceProblem("unauthenticated", "This API key was just deleted.");
  const found = await context.sandbox.find();
  const agents = context.userZone === undefined ? await listInstalledAgents() : [];
  const agentSandbox = found.sandbox?.wrapAgent ? found.sandbox.name : "none";
  return {
    ...toStoredFields(row),
    name: row.name,
    email: row.email,
    kind: "user" as const,
    organizationId: caller.organizationId,
    key: { id: caller.keyId, name: caller.keyName, scopes: [...caller.scopes], expiresAt: caller.keyExpiresAt },
    hasGrants: true,
    confinement: found.sandbox
      ? { sandbox: found.sandbox.name, reason: null, remedy: null }
      : { sandbox: "none", reason: found.reason, remedy: found.remedy },
    canChooseRunner: context.runners.hasChoice(),
    ...(agents.length > 0 && { evalAgents: agents.map((agent) => ({ agent, sandbox: agentSandbox })) }),
  };
}
