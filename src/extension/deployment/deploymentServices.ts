import type { Deployment } from "../../contract/deployments.ts";
import type { PageOptions } from "../base/ports.ts";
import type { DeployFlows } from "./model/deployFlows.ts";
import type { DeploymentWatches } from "./model/deploymentWatches.ts";
import type { SourceLinks } from "./model/sourceLinks.ts";

/** What commands use of deployments. */
export interface DeploymentServices {
  /** Watches deployments: events go to the output channel, the outcome to a message. */
  readonly watch: DeploymentWatches;
  /** The files that the output of deployed servers names. */
  readonly sourceLinks: SourceLinks;
  /** What this window is deploying. */
  readonly deployFlows: DeployFlows;
  /** Opens or reveals the panel of a deployment of the active connection. */
  readonly showDeployment: (
    deployment: Pick<Deployment, "id" | "version">,
    serverName: string,
    options?: PageOptions,
  ) => void;
  /** Reveals the events' output channel without moving the focus. */
  readonly showEvents: () => void;
}
