import * as z from "zod";
import { isDeploymentFinished } from "../../contract/deployments.ts";
import { isApiKeyValid } from "../auth/apiKeys.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { requireServerVersion } from "../handlers/serverHandlers.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { OauthAccount } from "../oauth/oauthAccount.ts";
import type { VersionRow } from "../storage/rows/versionRow.ts";
import { mergeServerEnvironment, readServerEnvironment } from "../storage/serverEnvironment.ts";
import { createDeploymentEventStream } from "./deploymentEventStream.ts";
import { type DeploymentRow, requireDeploymentRow } from "./deploymentStore.ts";
import { presentDeploymentHealth } from "./health/healthHistory.ts";
import type { DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";
import { readServerPlacement } from "./runners/serverPlacement.ts";

type Names =
  | "server.deploy"
  | "deployments.list"
  | "deployment.get"
  | "deployment.events"
  | "deployment.health"
  | "preview.discard";

export function deploymentHandlers(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
): OperationHandlers<Names> {
  const { store, health } = supervisor;
  return {
    "server.deploy": (call) => handleServerDeploy(context, supervisor, call),
    "deployments.list": (call) => list(supervisor, call),
    "deployment.get": ({ input, caller }) => store.present(requireDeploymentRow(store, caller, input.id)),
    "deployment.events": (call) => {
      requireDeploymentRow(store, call.caller, call.input.id);
      return events(supervisor, call, () => isApiKeyValid(context, call.caller.keyId));
    },
    "preview.discard": ({ input, caller }) => {
      const row = requireDeploymentRow(store, caller, input.id);
      if (row.preview === 0 || isDeploymentFinished(row.status))
        throw new ServiceProblem("conflict", "This deployment is no preview that runs.");
      supervisor.discardPreview(row);
    },
    "deployment.health": ({ input, caller }) => {
      const row = requireDeploymentRow(store, caller, input.id);
      const uptimeMs = findRunning(supervisor, row)?.uptimeMs() ?? null;
      return presentDeploymentHealth(row, health.history(row.id), uptimeMs);
    },
  };
}

/** The instance of a deployment that is live, or a preview. */
function findRunning({ find }: DeploymentSupervisor, { id, server_id: serverId, preview, version }: DeploymentRow) {
  const instance = find(serverId, preview ? version : undefined);
  return instance?.deploymentId === id ? instance : undefined;
}

function list({ store }: DeploymentSupervisor, { input, caller }: ServiceCall<"deployments.list">) {
  return readItemPage(input, {
    id: "d.id",
    conditions: [
      ["p.organization_id = ?", caller.organizationId],
      ["d.server_id = ?", input.serverId],
      ["d.project_id = ?", input.projectId],
      ["d.status = ?", input.status],
      // Those of an archived server are listed for that server only.
      ["coalesce(s.archived_at, p.archived_at, '') = ?", input.serverId === undefined ? "" : undefined],
    ],
    read: (clause, ...values) =>
      store.rows(`JOIN projects p ON p.id = d.project_id JOIN servers s ON s.id = d.server_id ${clause}`, ...values),
    toItem: store.present,
  });
}

const lastEventId = z.coerce.number().int().min(0);

function events(
  supervisor: DeploymentSupervisor,
  { input, caller, request, signal }: ServiceCall<"deployment.events">,
  mayRead: () => boolean,
) {
  if (request.headers.get("Accept")?.includes("text/event-stream")) {
    // An EventSource that reconnects repeats the original URL, so the header is newer.
    const lastEvent = lastEventId.safeParse(request.headers.get("Last-Event-ID") || undefined);
    const after = lastEvent.success ? lastEvent.data : input.after;
    return createDeploymentEventStream(
      supervisor,
      { deploymentId: input.id, keyId: caller.keyId, after, mayRead },
      signal,
    );
  }
  const items = supervisor.events.list(input.id, input.after, input.limit + 1);
  const pageItems = items.slice(0, input.limit);
  const last = pageItems.at(-1);
  return { items: pageItems, nextCursor: items.length > pageItems.length && last ? String(last.sequence) : null };
}

/**
 * Deploys a version. A version without values for its required variables is rejected, because its server would start, look
 * healthy and fail at the first call.
 */
function handleServerDeploy(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  { input, caller }: ServiceCall<"server.deploy">,
) {
  const { db } = context;
  return db.transaction(() => {
    const { version } = requireServerVersion(context, caller.organizationId, input.id, input.version);
    if (input.environment) {
      mergeServerEnvironment(context, input.id, input.environment);
      db.run(
        "UPDATE servers SET etag = etag + 1, updated_at = ? WHERE id = ?",
        context.clock().toISOString(),
        input.id,
      );
    }
    const environment = readServerEnvironment(context, input.id);
    const missing = listMissingVariables(version, environment);
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name);
      throw new ServiceProblem("unusable", `Version ${version.version} needs values for ${names.join(", ")}.`, {
        errors: names.map((name) => ({ path: `environment.${name}`, message: "A value is required." })),
      });
    }
    requireUsableAccounts(context, input.id, version.accounts_json, environment);
    const triggeredBy = caller.userName;
    return supervisor.deploy({
      serverId: input.id,
      version: version.version,
      message: input.message ?? null,
      preview: input.preview,
      triggeredBy,
    });
  });
}

const connectionRow = z.object({ scheme: z.string() });

/** Without a credential a server runs, because an API may be open to its own network; not with half of one. */
function listMissingVariables(
  { variables_json: variables }: VersionRow,
  environment: Readonly<Record<string, string>>,
) {
  const entered = variables.filter(({ name, hosts }) => environment[name] && hosts === undefined);
  const begun = new Set(entered.map(({ credential }) => credential?.name));
  return variables.filter(
    ({ name, required, credential }) => required && !environment[name] && (!credential || begun.has(credential.name)),
  );
}

/** Refuses a version whose connected accounts its runner cannot use: its server would start, look healthy and fail at the first call. */
function requireUsableAccounts(
  { db, runners }: Pick<ServiceContext, "db" | "runners">,
  serverId: string,
  accounts: readonly OauthAccount[],
  environment: Readonly<Record<string, string>>,
): void {
  const { runsOn } = readServerPlacement({ db }, serverId);
  if (accounts.length === 0 || runners.drivers[runsOn].canUseAccounts) return;
  const sql = "SELECT scheme FROM oauth_connections WHERE server_id = ? AND status = 'connected'";
  const connected = new Set(db.all(connectionRow, sql, serverId).map(({ scheme }) => scheme));
  const unusable = accounts.filter(({ scheme, variable }) => connected.has(scheme) && !environment[variable]);
  if (unusable.length === 0) return;
  const schemes = unusable.map(({ scheme }) => scheme).join(", ");
  const variables = unusable.map(({ variable }) => variable).join(", ");
  throw new ServiceProblem(
    "unusable",
    `A server that runs on "${runsOn}" cannot use the connected accounts of ${schemes}. Set "runsOn" to "container" or "process", or give a token of your own in ${variables}.`,
    { errors: unusable.map(({ variable }) => ({ path: `environment.${variable}`, message: "A value is required." })) },
  );
}
