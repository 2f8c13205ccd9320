import { createClusterClient } from "./client/clusterClient.ts";
import { inClusterContext, readClusterConfig } from "./client/clusterConfig.ts";
import type { Cluster } from "./kubernetesRunner.ts";

/** Where servers run, as the service was started. */
export interface ClusterOptions {
  /** Of the kubeconfig, or `in-cluster`. */
  readonly context: string;
  /** By default that of the context. */
  readonly namespace: string | undefined;
}

/** Reads the kubeconfig. Nothing is sent to the cluster yet. */
export function openCluster({ context, namespace: given }: ClusterOptions, environment: NodeJS.ProcessEnv): Cluster {
  const readConfig = () => readClusterConfig(context, environment);
  const config = readConfig();
  const own = config.getContextObject(config.getCurrentContext())?.namespace?.trim() || undefined;
  const namespace = given ?? own ?? "default";
  return {
    client: createClusterClient(readConfig),
    namespace,
    name: `Kubernetes (${context}, namespace ${namespace})`,
    ownNamespace: context === inClusterContext ? (own ?? namespace) : undefined,
  };
}
