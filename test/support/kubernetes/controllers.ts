import { createHash } from "node:crypto";
import type { ApiMetadata, ApiObject, Resource } from "./apiObject.ts";
import { isSame, type ObjectStore } from "./objectStore.ts";

export interface ControllerOptions {
  /** The most pods of the namespace, by its ResourceQuota. */
  readonly podQuota: () => number;
}

/** Starts the controllers of Deployments, of ReplicaSets and of garbage. Returns a function that ends them. */
export function startControllers(store: ObjectStore, options: ControllerOptions): () => void {
  let isWaiting = false;
  let isClosed = false;
  const reconcile = () => {
    isWaiting = false;
    if (isClosed) return;
    for (const deployment of store.list("deployments", theNamespace)) reconcileDeployment(store, options, deployment);
    collectGarbage(store);
  };
  // Changes that come together are one reconciliation, which begins after the request that caused them.
  const unsubscribe = store.subscribe(() => {
    if (isWaiting) return;
    isWaiting = true;
    setImmediate(reconcile);
  });
  return () => {
    isClosed = true;
    unsubscribe();
  };
}

/** The double has one namespace. */
export const theNamespace = "servers";

const isOwnedBy = (owner: ApiObject) => (object: ApiObject) =>
  object.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) ?? false;

const createOwner = ({ kind, metadata: { name, uid } }: ApiObject) => [{ kind, name, uid, controller: true }];

function reconcileDeployment(store: ObjectStore, options: ControllerOptions, deployment: ApiObject): void {
  const { metadata, spec } = deployment;
  const sets = store.list("replicasets", metadata.namespace, isOwnedBy(deployment));
  const current =
    sets.find((set) => isSame(withoutHash(set.spec.template), spec.template)) ?? createReplicaSet(store, deployment);
  const problem = reconcileReplicaSet(store, options, current, spec.replicas);
  const pods = store.list("pods", metadata.namespace, isOwnedBy(current)).filter(isActive);
  const ready = pods.filter(isReady).length;
  // `maxUnavailable: 0`: pods of earlier templates end when the new ones are ready.
  if (ready >= spec.replicas)
    for (const old of sets.filter(({ metadata: { uid } }) => uid !== current.metadata.uid))
      reconcileReplicaSet(store, options, old, 0);
  const condition = (type: string, isTrue: boolean, reason: string, message: string) => ({
    type,
    status: isTrue ? "True" : "False",
    reason,
    message,
  });
  const isAvailable = ready >= spec.replicas;
  store.change("deployments", metadata, (changed) => {
    changed.status = {
      ...{
        observedGeneration: changed.metadata.generation,
        replicas: pods.length,
        readyReplicas: ready,
        availableReplicas: ready,
      },
      conditions: [
        condition(
          "Available",
          isAvailable,
          isAvailable ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
          "",
        ),
        condition("Progressing", true, isAvailable ? "NewReplicaSetAvailable" : "ReplicaSetUpdated", ""),
        ...(problem === undefined ? [] : [condition("ReplicaFailure", true, "FailedCreate", problem)]),
      ],
    };
  });
}

const hashLabel = "pod-template-hash";

function withoutHash(template: ApiObject["spec"]): object {
  const { [hashLabel]: _, ...labels } = template.metadata.labels;
  return { ...template, metadata: { ...template.metadata, labels } };
}

function createReplicaSet(store: ObjectStore, deployment: ApiObject): ApiObject {
  const { metadata, spec } = deployment;
  const hash = createHash("sha256").update(JSON.stringify(spec.template)).digest("hex").slice(0, 8);
  const labels = { ...spec.template.metadata.labels, [hashLabel]: hash };
  const template = { ...spec.template, metadata: { ...spec.template.metadata, labels } };
  return store.create("replicasets", {
    apiVersion: "",
    kind: "",
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels,
      ownerReferences: createOwner(deployment),
    },
    spec: { replicas: spec.replicas, template },
  });
}

const isActive = ({ metadata, status }: ApiObject) =>
  !metadata.deletionTimestamp && status.phase !== "Failed" && status.phase !== "Succeeded";
const isReady = ({ status }: ApiObject) =>
  status.conditions?.some((one: ApiObject) => one.type === "Ready" && one.status === "True") ?? false;

/** Creates the pods that are missing and deletes those that are too many. Returns why a pod could not be created. */
function reconcileReplicaSet(
  store: ObjectStore,
  options: ControllerOptions,
  set: ApiObject,
  replicas: number,
): string | undefined {
  const { name, namespace } = set.metadata;
  const active = store.list("pods", namespace, isOwnedBy(set)).filter(isActive);
  for (const pod of active.slice(replicas)) deleteGracefully(store, pod.metadata);
  for (let missing = replicas - active.length; missing > 0; missing -= 1) {
    const podName = `${name}-${Math.random().toString(36).slice(2, 7).padEnd(5, "x")}`;
    const used = store.list("pods", namespace).filter(isActive).length;
    if (used >= options.podQuota())
      return `pods "${podName}" is forbidden: exceeded quota: team, requested: pods=1, used: pods=${used}`;
    store.create("pods", {
      apiVersion: "",
      kind: "",
      metadata: { ...set.spec.template.metadata, name: podName, namespace, ownerReferences: createOwner(set) },
      spec: set.spec.template.spec,
      status: { phase: "Pending", conditions: [] },
    });
  }
  return undefined;
}

/** A pod is marked, and its node removes it after its process has ended. */
export function deleteGracefully(store: ObjectStore, metadata: ApiMetadata): void {
  store.change("pods", metadata, (pod) => {
    pod.metadata.deletionTimestamp ??= new Date().toISOString();
    pod.metadata.deletionGracePeriodSeconds ??= pod.spec.terminationGracePeriodSeconds ?? 30;
  });
}

const owners: Readonly<Record<string, Resource>> = {
  Deployment: "deployments",
  ReplicaSet: "replicasets",
};

/** Deletes what is owned by an object that is gone. */
function collectGarbage(store: ObjectStore): void {
  for (const resource of ["deployments", "services", "replicasets", "pods"] as const) {
    for (const { metadata } of store.list(resource, theNamespace)) {
      const [owner] = metadata.ownerReferences ?? [];
      const found = owner && store.find(owners[owner.kind] ?? "pods", metadata.namespace, owner.name);
      if (!owner || found?.metadata.uid === owner.uid) continue;
      if (resource === "pods") deleteGracefully(store, metadata);
      else store.remove(resource, metadata.namespace, metadata.name);
    }
  }
}
