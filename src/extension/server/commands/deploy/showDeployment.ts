import type { Deployment } from "../../../../contract/deployments.ts";
import type { PageOptions } from "../../../base/ports.ts";
import type { ConnectionServices } from "../../../connection/connectionServices.ts";
import type { DeploymentServices } from "../../../deployment/deploymentServices.ts";

/** Shows a deployment of the active connection in its panel. */
export function showDeployment(
  app: ConnectionServices & Pick<DeploymentServices, "showDeployment">,
  { id, version }: Deployment,
  serverName: string,
  options: PageOptions = {},
): void {
  const connectionId = app.connections.active()?.id;
  if (connectionId !== undefined) app.showDeployment({ connectionId, deploymentId: id, serverName, version }, options);
}
