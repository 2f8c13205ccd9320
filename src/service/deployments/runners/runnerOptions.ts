import type { ClusterOptions } from "../../kubernetes/openCluster.ts";

/** How the service runs servers. */
export interface RunnerOptions {
  /** The socket of the container engine. undefined: it is looked for; null: none is used. */
  readonly engineSocket?: string | null | undefined;
  /** The image with Node that those of servers begin with. undefined: that of this version of Fairlead. */
  readonly baseImage?: string | undefined;
  /** The cluster. undefined: there is none. */
  readonly kubernetes?: ClusterOptions | undefined;
}
