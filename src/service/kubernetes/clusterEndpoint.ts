import type { Duplex } from "node:stream";
import { serverPort } from "../../kubernetes/kubernetesServer.ts";
import type { ClusterClient } from "./client/clusterClient.ts";

/** Leads to one of the ready pods after the other, through the API server, for a service outside of the cluster. */
export function createPodEndpoint(
  client: ClusterClient,
  namespace: string,
  { listReady, signal }: { readonly listReady: () => readonly string[]; readonly signal: AbortSignal },
) {
  let next = 0;
  return {
    connect: async (): Promise<Duplex> => {
      const pods = listReady();
      const pod = pods[next % pods.length];
      if (pod === undefined) throw Object.assign(new Error("No pod is ready."), { code: "ECONNREFUSED" });
      next += 1;
      return client.forwardPort({ namespace, pod, port: serverPort }, signal);
    },
  };
}
