import { createApp } from "./app.ts";
import type { ServiceContext } from "./context.ts";
import { firstStart } from "./firstStart.ts";
import { apiKeyHandlers } from "./handlers/apiKeys.ts";
import { identityHandlers } from "./handlers/identity.ts";
import { projectHandlers } from "./handlers/projects.ts";
import { registryHandlers } from "./handlers/registry.ts";
import { serverHandlers } from "./handlers/servers.ts";
import { forgetInterrupted } from "./http/idempotency.ts";
import { ServiceProblem } from "./problem.ts";
import { undeployed } from "./undeployed.ts";

type Extras = NonNullable<Parameters<typeof createApp>[2]>;

/** The whole service on a context: everything but the port. */
export function assembleService(context: ServiceContext, extras: Extras = {}) {
  const deployments = undeployed(context);
  const app = createApp(
    context,
    {
      ...identityHandlers(context),
      ...apiKeyHandlers(context),
      ...projectHandlers(context),
      ...serverHandlers(context, deployments.supervisor),
      ...registryHandlers(context),
      "server.generate": () => {
        throw new ServiceProblem("unavailable", "Not yet.");
      },
      ...deployments.handlers,
    },
    { ...extras, routes: [...deployments.routes, ...(extras.routes ?? [])] },
  );
  forgetInterrupted(context);
  return { app, supervisor: deployments.supervisor, firstKey: firstStart(context) };
}
