import * as z from "zod";
import type { KubernetesObject } from "../../kubernetes/kubernetesServer.ts";
import type { ClusterClient } from "./client/clusterClient.ts";
import { isNotFound } from "./client/clusterError.ts";

/** The kinds that a server is made of, with the paths of their collections, in the order in which they are applied. */
const collections = {
  Secret: { api: "/api/v1", plural: "secrets" },
  ConfigMap: { api: "/api/v1", plural: "configmaps" },
  Service: { api: "/api/v1", plural: "services" },
  NetworkPolicy: { api: "/apis/networking.k8s.io/v1", plural: "networkpolicies" },
  Deployment: { api: "/apis/apps/v1", plural: "deployments" },
} as const;
type Kind = keyof typeof collections;
const kinds = Object.keys(collections) as Kind[];

/** Where the objects of servers are. */
export interface ObjectScope {
  readonly client: ClusterClient;
  readonly namespace: string;
}

/** Who owns the fields that the service applies. */
const fieldManager = "fairlead";
const appliedSchema = z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string() }) });
const deletedSchema = z.looseObject({});
const listSchema = z.looseObject({
  items: z.array(
    z.looseObject({
      metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).nullish() }),
    }),
  ),
});

function getCollectionPath(kind: Kind, namespace: string): string {
  const { api, plural } = collections[kind];
  return `${api}/namespaces/${encodeURIComponent(namespace)}/${plural}`;
}

/** Creates the object, or changes it to what is given (server-side apply). Resolves with its version. */
async function applyObject(client: ClusterClient, object: KubernetesObject, signal: AbortSignal): Promise<string> {
  const kind = kinds.find((one) => one === object.kind);
  const { name, namespace } = object.metadata;
  if (!kind || namespace === undefined) throw new Error(`${object.kind} cannot be applied.`);
  const request = {
    method: "PATCH",
    path: `${getCollectionPath(kind, namespace)}/${encodeURIComponent(name)}`,
    query: { fieldManager, force: "true" },
    contentType: "application/apply-patch+yaml",
    body: encodeValues(object),
  } as const;
  const applied = await client.send(request, appliedSchema, signal);
  return applied.metadata.resourceVersion;
}

/** An applied `stringData` would never remove a value. */
function encodeValues({ stringData, ...object }: KubernetesObject): object {
  if (stringData === undefined) return object;
  const data = Object.entries(stringData).map(([name, value]) => [name, Buffer.from(value).toString("base64")]);
  return { ...object, data: Object.fromEntries(data) };
}

/** Applies the objects of a server. Its pods are replaced when its environment has changed, which pods themselves do not notice. */
export async function applyObjects(
  client: ClusterClient,
  objects: readonly KubernetesObject[],
  signal: AbortSignal,
): Promise<void> {
  let environmentVersion = "";
  for (const object of objects) {
    const applied = object.kind === "Deployment" ? addPodAnnotation(object, environmentVersion) : object;
    const version = await applyObject(client, applied, signal);
    if (object.kind === "Secret") environmentVersion = version;
  }
}

const podTemplateSchema = z.looseObject({ template: z.looseObject({ metadata: z.looseObject({}) }) });

function addPodAnnotation(deployment: KubernetesObject, environmentVersion: string): KubernetesObject {
  const { template, ...spec } = podTemplateSchema.parse(deployment.spec);
  const metadata = { ...template.metadata, annotations: { "fairlead/environment": environmentVersion } };
  return { ...deployment, spec: { ...spec, template: { ...template, metadata } } };
}

/** Deletes the objects of a server, and its pods after them. */
export async function deleteObjects(scope: ObjectScope, name: string, signal: AbortSignal): Promise<void> {
  await tryEach(kinds.toReversed(), (kind) => deleteObject(scope, kind, name, signal));
}

/** Deletes what is left of a service's servers, whichever of their objects it is. `isLeft` decides by the labels. */
export async function deleteLeftObjects(
  scope: ObjectScope,
  labelSelector: string,
  isLeft: (labels: Readonly<Record<string, string>>) => boolean,
  signal: AbortSignal,
): Promise<void> {
  await tryEach(kinds.toReversed(), async (kind) => {
    const request = { path: getCollectionPath(kind, scope.namespace), query: { labelSelector } };
    const { items } = await scope.client.send(request, listSchema, signal);
    const left = items.filter(({ metadata }) => isLeft(metadata.labels ?? {}));
    await tryEach(left, ({ metadata }) => deleteObject(scope, kind, metadata.name, signal));
  });
}

async function deleteObject({ client, namespace }: ObjectScope, kind: Kind, name: string, signal: AbortSignal) {
  const path = `${getCollectionPath(kind, namespace)}/${encodeURIComponent(name)}`;
  const request = { method: "DELETE", path, query: { propagationPolicy: "Background" } } as const;
  await client.send(request, deletedSchema, signal).catch((error) => {
    if (!isNotFound(error)) throw error;
  });
}

/** Goes on after a failure, because a Role may lack one kind, and fails with the first. */
async function tryEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await act(item).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
