import type { Deployment } from "../../../../contract/deployments.ts";
import type { App } from "../../../workbench/app.ts";

/** Shows a deployment of the active connection in its panel. */
export function showDeployment(
  app: Pick<App, "connections" | "showDeployment">,
  { id, version }: Deployment,
  serverName: string,
): void {
  const connectionId = app.connections.active()?.id;
  if (connectionId !== undefined) app.showDeployment({ connectionId, deploymentId: id, serverName, version });
}
