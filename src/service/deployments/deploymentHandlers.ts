import * as z from "zod";
import { isKeyValid } from "../auth/apiKeys.ts";
import type { Call, Caller, Handlers, ServiceContext } from "../context.ts";
import { pageOf } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { conditions } from "../storage/whereClause.ts";
import { eventStream } from "./deploymentEventStream.ts";
import type { DeploymentRow } from "./deploymentStore.ts";
import { serverDeploy } from "./handleServerDeploy.ts";
import { presentHealth } from "./health/healthHistory.ts";
import type { DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";

type Names = "server.deploy" | "deployments.list" | "deployment.get" | "deployment.events" | "deployment.health";

export function deploymentHandlers(context: ServiceContext, supervisor: DeploymentSupervisor): Handlers<Names> {
  const { store, health } = supervisor;
  const find = (caller: Caller, id: string): DeploymentRow => {
    const sql = "JOIN projects p ON p.id = d.project_id WHERE d.id = ? AND p.organization_id = ?";
    const [row] = store.rows(sql, id, caller.organizationId);
    if (!row) throw new ServiceProblem("not_found", `There is no deployment "${id}".`);
    return row;
  };
  return {
    "server.deploy": (call) => serverDeploy(context, supervisor, call),
    "deployments.list": (call) => list(supervisor, call),
    "deployment.get": ({ input, caller }) => store.present(find(caller, input.id)),
    "deployment.events": (call) => {
      find(call.caller, call.input.id);
      return events(supervisor, call, () => isKeyValid(context, call.caller.keyId));
    },
    "deployment.health": ({ input, caller }) => {
      const row = find(caller, input.id);
      const instance = supervisor.live(row.server_id);
      const uptimeMs = instance?.deploymentId === row.id ? instance.uptimeMs() : null;
      return presentHealth(row, health.history(row.id), uptimeMs);
    },
  };
}

function list({ store }: DeploymentSupervisor, { input, caller }: Call<"deployments.list">) {
  return pageOf(
    input,
    (before, count) => {
      const { where, values } = conditions([
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
  { input, request, signal }: Call<"deployment.events">,
  mayRead: () => boolean,
) {
  if (request.headers.get("Accept")?.includes("text/event-stream")) {
    // A client that reconnects by itself repeats the address it began with; the header knows better.
    const resumed = lastEventId.safeParse(request.headers.get("Last-Event-ID") || undefined);
    const after = resumed.success ? resumed.data : input.after;
    return eventStream(supervisor, { deploymentId: input.id, after, mayRead }, signal);
  }
  const items = supervisor.events.list(input.id, input.after, input.limit + 1);
  const shown = items.slice(0, input.limit);
  const last = shown.at(-1);
  return { items: shown, nextCursor: items.length > shown.length && last ? String(last.sequence) : null };
}
