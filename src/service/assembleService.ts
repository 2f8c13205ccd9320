import { createServiceApp, type ServiceApp } from "./app.ts";
import { removeArchivedItem, startArchiveExpiry } from "./archive/removeArchived.ts";
import { listAuditEntries } from "./audit/listAuditEntries.ts";
import { createInitialOwner } from "./auth/owner.ts";
import { startKeyExpiry } from "./auth/startKeyExpiry.ts";
import type { ServiceContext } from "./context.ts";
import { type ControlApi, createControlRoutes } from "./control/controlRoutes.ts";
import { createDeploymentService } from "./deployments/deploymentService.ts";
import type { DeploymentTimes } from "./deployments/deploymentTimes.ts";
import { createDiscoveryRoutes, type DiscoveryAccess } from "./discovery/discoveryRoutes.ts";
import { createServerGeneration } from "./generation/serverGeneration.ts";
import { identityHandlers } from "./handlers/identityHandlers.ts";
import { installationHandlers } from "./handlers/installationHandlers.ts";
import { organizationHandlers } from "./handlers/organizationHandlers.ts";
import { projectHandlers } from "./handlers/projectHandlers.ts";
import { registryHandlers } from "./handlers/registryHandlers.ts";
import { createRunnerChecks, serverHandlers } from "./handlers/serverHandlers.ts";
import { skillHandlers } from "./handlers/skillHandlers.ts";
import { userSettingsHandlers } from "./handlers/userSettingsHandlers.ts";
import type { InnerCaller } from "./http/entrance.ts";
import { createOauthService } from "./oauth/oauthService.ts";
import { createOpenapiRoute } from "./openapi/openapiDocument.ts";
import { createSignInRoutes, type SignInOptions } from "./signIn/signInRoutes.ts";
import type { DailyTask } from "./startDailyTask.ts";
import { rehearsalHandlers } from "./testing/rehearsal/rehearsalHandlers.ts";
import { testRunHandlers } from "./testing/testRunHandlers.ts";
import { createTestRunRegistry } from "./testing/testRunRegistry.ts";

type ServiceAppOptions = Omit<NonNullable<Parameters<typeof createServiceApp>[2]>, "routes"> & {
  /** The control API for the same user's editor. */
  readonly local?: ControlApi;
  readonly signIn?: SignInOptions | undefined;
  /** Who may read the registry by the field's protocols; undefined: no one. */
  readonly discovery?: DiscoveryAccess | undefined;
  readonly deploymentTimes?: Partial<DeploymentTimes>;
};

/** Builds the whole service on a context, except the port. */
export function assembleService(
  context: ServiceContext,
  { local, signIn, discovery, deploymentTimes, ...options }: ServiceAppOptions = {},
) {
  const oauth = createOauthService(context);
  const callApp = (request: Request, inner: InnerCaller) => app.fetch(request, { inner });
  const deployments = createDeploymentService(context, oauth, deploymentTimes, callApp);
  const generation = createServerGeneration(context);
  const testRuns = createTestRunRegistry(context);
  const removeArchived = (id: string) =>
    removeArchivedItem(
      { context, pruning: deployments.supervisor.pruning, prepareRevocation: oauth.prepareRevocation },
      id,
    );
  const app: ServiceApp = createServiceApp(
    context,
    {
      ...identityHandlers(context),
      ...organizationHandlers(context, deployments.toolCalls),
      ...userSettingsHandlers(context, deployments.supervisor.pruning.ofUser),
      ...projectHandlers(context, deployments.supervisor),
      ...serverHandlers(context, { ...deployments, generation }),
      ...skillHandlers(context),
      ...installationHandlers(context),
      ...registryHandlers(context),
      ...deployments.handlers,
      ...oauth.handlers,
      ...testRunHandlers(context, deployments.supervisor, testRuns),
      ...rehearsalHandlers(context, deployments.supervisor),
      "audit.list": (call) => listAuditEntries(context, call),
    },
    {
      ...options,
      preparations: createRunnerChecks(context),
      routes: [
        createOpenapiRoute(context.baseUrl),
        ...deployments.routes,
        ...(discovery ? [createDiscoveryRoutes(context, discovery)] : []),
        ...oauth.routes,
        ...(signIn ? [createSignInRoutes(context, signIn, oauth.closing)] : []),
        ...(local
          ? [createControlRoutes(context, local, { removeArchived, bridgeGrants: deployments.grants.bridge })]
          : []),
      ],
    },
  );
  let expiries: readonly DailyTask[] = [];
  const resume = async () => {
    void context.runners.resume();
    await deployments.supervisor.resume();
    expiries = [startArchiveExpiry(context, removeArchived), startKeyExpiry(context)];
    context.audit?.startExpiry();
  };
  const close = async () => {
    const expired = Promise.all(expiries.map((expiry) => expiry.close()));
    await generation.close();
    await testRuns.close();
    await deployments.close();
    await expired;
    await context.watch.close();
    await context.sandbox.close();
    await oauth.close();
    await context.audit?.close();
  };
  return { app, deployments, resume, endWaits: deployments.grants.close, close, firstKey: createInitialOwner(context) };
}
