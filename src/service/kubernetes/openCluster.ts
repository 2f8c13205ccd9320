import { createClusterClient } from "./client/clusterClient.ts";
import { inClusterContext, listKubeconfigFiles, readClusterAccess, readInClusterAccess } from "./client/kubeconfig.ts";
import type { Cluster } from "./kubernetesRunner.ts";

/** Where servers run, as the service was started. */
export interface ClusterOptions {
  /** Of the kubeconfig, or `in-cluster`. */
  readonly context: string;
  /** By default that of the context. */
  readonly namespace: string | undefined;
  /** Whether the operator of `MCPServer` makes the Deployments. */
  readonly hasOperator: boolean;
}

/** Reads the kubeconfig. Nothing is sent to the cluster yet. */
export function openCluster(
  { context, namespace: given, hasOperator }: ClusterOptions,
  environment: NodeJS.ProcessEnv,
): Cluster {
  const isInside = context === inClusterContext;
  const access = isInside
    ? readInClusterAccess(environment)
    : readClusterAccess(listKubeconfigFiles(environment), context);
  const namespace = given ?? access.namespace ?? "default";
  return {
    client: createClusterClient(access),
    namespace,
    hasOperator,
    name: `Kubernetes (${context}, namespace ${namespace})`,
    ownNamespace: isInside ? (access.namespace ?? namespace) : undefined,
  };
}
