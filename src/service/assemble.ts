import { createApp } from "./app.ts";
import type { ServiceContext } from "./context.ts";
import { createDeployments } from "./deployments/deployments.ts";
import { firstStart } from "./firstStart.ts";
import { createGeneration } from "./generation/generation.ts";
import { apiKeyHandlers } from "./handlers/apiKeys.ts";
import { generateHandlers } from "./handlers/generate.ts";
import { identityHandlers } from "./handlers/identity.ts";
import { installationHandlers } from "./handlers/installations.ts";
import { organizationHandlers } from "./handlers/organizations.ts";
import { projectHandlers } from "./handlers/projects.ts";
import { registryHandlers } from "./handlers/registry.ts";
import { serverHandlers } from "./handlers/servers.ts";
import { skillHandlers } from "./handlers/skills.ts";
import { userSettingsHandlers } from "./handlers/userSettings.ts";
import { createOauth } from "./oauth/oauth.ts";
import { openapiRoute } from "./openapi/route.ts";
import { createTesting } from "./testing/testing.ts";

type Extras = NonNullable<Parameters<typeof createApp>[2]>;

/** The whole service on a context: everything but the port. */
export function assembleService(context: ServiceContext, extras: Extras = {}) {
  const oauth = createOauth(context);
  const deployments = createDeployments(context, oauth);
  const generation = createGeneration(context);
  const testing = createTesting(context, deployments.supervisor);
  const app = createApp(
    context,
    {
      ...identityHandlers(context),
      ...apiKeyHandlers(context),
      ...organizationHandlers(context, deployments.toolCalls),
      ...userSettingsHandlers(context, deployments.supervisor.pruning.ofUser),
      ...projectHandlers(context),
      ...serverHandlers(context, deployments.supervisor),
      ...skillHandlers(context),
      ...installationHandlers(context),
      ...registryHandlers(context),
      ...generateHandlers(context, generation),
      ...deployments.handlers,
      ...oauth.handlers,
      ...testing.handlers,
    },
    {
      ...extras,
      routes: [openapiRoute(context.baseUrl), ...deployments.routes, ...oauth.routes, ...(extras.routes ?? [])],
    },
  );
  const close = async () => {
    await generation.close();
    await testing.close();
    await deployments.close();
    await context.watch.close();
    await oauth.close();
  };
  return { app, resume: deployments.supervisor.resume, close, firstKey: firstStart(context) };
}
