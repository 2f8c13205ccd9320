import type { PolicyRule } from "./accessRules.ts";
import type { ApiObject } from "./apiObject.ts";
import { ApiServer } from "./apiServer.ts";
import type { ImageContent } from "./containerProcess.ts";
import { startControllers, theNamespace } from "./controllers.ts";
import { Kubelet } from "./kubelet.ts";
import { ObjectStore } from "./objectStore.ts";

export type ClusterDouble = Awaited<ReturnType<typeof startClusterDouble>>;

/** The image with Node that each cluster can pull. */
export const nodeImage = "registry.example/node:24-slim";

interface DoubleOptions {
  /** What the token `limited` may do. The token `admin` may do everything. */
  readonly rules?: readonly PolicyRule[];
}

/**
 * A cluster with one namespace and one node, whose pods are processes of this machine. It follows the documentation of the Kubernetes
 * API: versions, schemas, lists and watches with bookmarks and forgotten versions, selectors, graceful deletion and garbage, quota, rights,
 * logs and port-forwarding.
 */
export async function startClusterDouble({ rules = [] }: DoubleOptions = {}) {
  const store = new ObjectStore();
  const images = new Map<string, ImageContent>([[nodeImage, {}]]);
  const state = { canSchedule: true, podQuota: 100, throttled: 0 };
  const kubelet = new Kubelet(store, {
    pull: async (reference) => images.get(reference),
    crashBackOffMs: 300,
    canSchedule: () => state.canSchedule,
  });
  const stopControllers = startControllers(store, { podQuota: () => state.podQuota });
  const tokens = new Map<string, readonly PolicyRule[] | undefined>([
    ["admin", undefined],
    ["limited", rules],
  ]);
  const api = new ApiServer({ store, kubelet, tokens, state });
  return {
    url: await api.listen(),
    namespace: theNamespace,
    api,
    store,
    images,
    /** What may be changed while it runs. */
    state,
    listPods: () => store.list("pods", theNamespace),
    evict: (pod: ApiObject, message: string) => kubelet.evict(pod.metadata, message),
    close: async () => {
      stopControllers();
      await kubelet.close();
      await api.close();
    },
  };
}
