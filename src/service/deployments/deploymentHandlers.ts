import * as z from "zod";
import { isApiKeyValid } from "../auth/apiKeys.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readResultPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { createWhereClause } from "../storage/whereClause.ts";
import { createDeploymentEventStream } from "./deploymentEventStream.ts";
import type { DeploymentRow } from "./deploymentStore.ts";
import { handleServerDeploy } from "./handleServerDeploy.ts";
import { presentDeploymentHealth } from "./health/healthHistory.ts";
import type { DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";

type Names = "server.deploy" | "deployments.list" | "deployment.get" | "deployment.events" | "deployment.health";

export function deploymentHandlers(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
): OperationHandlers<Names> {
  const { store, health } = supervisor;
  const find = (caller: Caller, id: string): DeploymentRow => {
    const sql = "JOIN projects p ON p.id = d.project_id WHERE d.id = ? AND p.organization_id = ?";
    const [row] = store.rows(sql, id, caller.organizationId);
    if (!row) throw new ServiceProblem("not_found", `There is no deployment "${id}".`);
    return row;
  };
  return {
    "server.deploy": (call) => handleServerDeploy(context, supervisor, call),
    "deployments.list": (call) => list(supervisor, call),
    "deployment.get": ({ input, caller }) => store.present(find(caller, input.id)),
    "deployment.events": (call) => {
      find(call.caller, call.input.id);
      return events(supervisor, call, () => isApiKeyValid(context, call.caller.keyId));
    },
    "deployment.health": ({ input, caller }) => {
      const row = find(caller, input.id);
      const instance = supervisor.live(row.server_id);
      const uptimeMs = instance?.deploymentId === row.id ? instance.uptimeMs() : null;
      return presentDeploymentHealth(row, health.history(row.id), uptimeMs);
    },
  };
}

function list({ store }: DeploymentSupervisor, { input, caller }: ServiceCall<"deployments.list">) {
  return readResultPage(
    input,
    (before, count) => {
      const { where, values } = createWhereClause([
        ["p.organization_id = ?", caller.organizationId],
        ["d.server_id = ?", input.serverId],
        ["d.project_id = ?", input.projectId],
        ["d.status = ?", input.status],
        ["d.id < ?", before],
      ]);
      return store.rows(
        `JOIN projects p ON p.id = d.project_id WHERE ${where} ORDER BY d.id DESC LIMIT ?`,
        ...values,
        count,
      );
    },
    (row) => row.id,
    store.present,
  );
}

const lastEventId = z.coerce.number().int().min(0);

function events(
  supervisor: DeploymentSupervisor,
  { input, request, signal }: ServiceCall<"deployment.events">,
  mayRead: () => boolean,
) {
  if (request.headers.get("Accept")?.includes("text/event-stream")) {
    // A client that reconnects by itself repeats the address it began with; the header knows better.
    const resumed = lastEventId.safeParse(request.headers.get("Last-Event-ID") || undefined);
    const after = resumed.success ? resumed.data : input.after;
    return createDeploymentEventStream(supervisor, { deploymentId: input.id, after, mayRead }, signal);
  }
  const items = supervisor.events.list(input.id, input.after, input.limit + 1);
  const shown = items.slice(0, input.limit);
  const last = shown.at(-1);
  return { items: shown, nextCursor: items.length > shown.length && last ? String(last.sequence) : null };
}
