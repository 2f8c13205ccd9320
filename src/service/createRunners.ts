import { createContainerDriver } from "./containers/containerDriver.ts";
import type { ServiceContext } from "./context.ts";
import { createProcessDriver } from "./deployments/runners/processDriver.ts";
import {
  createMissingDriver,
  createServerRunners,
  type RunnerDrivers,
  type ServerRunners,
} from "./deployments/runners/serverRunners.ts";
import { createKubernetesDriver } from "./kubernetes/kubernetesDriver.ts";
import type { ClusterOptions } from "./kubernetes/openCluster.ts";

/** How the service runs servers. */
export interface RunnerOptions {
  /** The socket of the container engine. undefined: it is looked for; null: none is used. */
  readonly engineSocket?: string | null | undefined;
  /** The image with Node that those of servers begin with. undefined: that of this version of Fairlead. */
  readonly baseImage?: string | undefined;
  /** The cluster. undefined: there is none. */
  readonly kubernetes?: ClusterOptions | undefined;
}

/** Node of the version that the service is tested with. */
const defaultBaseImage = "docker.io/library/node:24-slim";

/** All ways to run servers. A new one is a line of this table. */
export function createRunners(
  { db, log, sandbox }: Pick<ServiceContext, "db" | "log" | "sandbox">,
  { engineSocket, baseImage = defaultBaseImage, kubernetes }: RunnerOptions,
  drivers: Partial<RunnerDrivers> = {},
): ServerRunners {
  const warn = (message: string) => log("warning", message);
  return createServerRunners({
    process: createProcessDriver(sandbox),
    container:
      engineSocket === null
        ? createMissingDriver("This service uses no container engine. Start it with --container-engine auto.")
        : createContainerDriver({ db, engineSocket, log: warn, baseImage }),
    kubernetes: kubernetes
      ? createKubernetesDriver({ db, kubernetes, log: warn, nodeImage: baseImage })
      : createMissingDriver("This service has no cluster. Start it with --kubernetes CONTEXT."),
    ...drivers,
  });
}
