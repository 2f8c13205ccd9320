import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import {
  type KubernetesServer,
  type PrivateHost,
  type ServerFiles,
  serverPort,
} from "../../kubernetes/kubernetesServer.ts";
import { createObjectName } from "../../kubernetes/objectNames.ts";
import { createServerObjects, largestArchive, serverContainer } from "../../kubernetes/serverObjects.ts";
import { DeploymentFailure, errorMessage } from "../deployments/deploymentFailure.ts";
import { createServerProcessEnvironment } from "../deployments/process/processEnvironment.ts";
import {
  type ProcessExit,
  type Runner,
  readProgramFiles,
  type ServerProcess,
  type ServerProgram,
} from "../deployments/runners/runner.ts";
import { createPortEndpoint } from "../mcp/serverEndpoint.ts";
import { getAddressZone } from "../network/addressZone.ts";
import { packFiles } from "../storage/packFiles.ts";
import type { ClusterClient } from "./client/clusterClient.ts";
import { applyObjects, deleteLeftObjects, deleteObjects, type ObjectScope } from "./clusterObjects.ts";
import { createPodLogs } from "./podLogs.ts";
import { followServerPods } from "./serverPods.ts";

/** A cluster, and what the service is in it. */
export interface Cluster extends ObjectScope {
  /** For messages: the context and the namespace. */
  readonly name: string;
  /** Where the service runs, if it is a pod of this cluster. It calls the servers directly then. */
  readonly ownNamespace: string | undefined;
}

export interface KubernetesRunnerOptions {
  readonly cluster: Cluster;
  /** Distinguishes the servers of this service from those of others in the same namespace. */
  readonly serviceId: string;
  /** The short name of a server, for the names of its objects. */
  readonly readSlug: (serverId: string) => string;
  /** The image with Node in which the files of versions run. */
  readonly nodeImage: string;
  readonly log: (message: string) => void;
  /** How long the cluster may take from the objects to pods that are ready. It may have to pull the image, to install packages and to add a node. */
  readonly readyTimeoutMs?: number;
  /** How long a request to remove the objects may take when a server stops. */
  readonly removeTimeoutMs?: number;
}

export interface KubernetesRunner extends Runner {
  /** Removes the servers of earlier runs of this service; not those that `isLive` says still belong to it. */
  removeLeftovers(isLive: (deploymentId: string) => boolean, signal: AbortSignal): Promise<void>;
}

const labels = { service: "fairlead/service", server: "fairlead/server", deployment: "fairlead/deployment" } as const;
/** The pods of the service itself, by the manifest that it ships with. */
const ownLabels = { "app.kubernetes.io/name": "fairlead" } as const;
/** A deleted pod is listed until its grace period is over. */
const goneMarginMs = 15_000;
const settleMs = 2000;
const stdioAdvice =
  'Pods are called over HTTP, and the server exchanges messages over its standard input and output. Choose a process or a container with "Run On", and deploy it again.';

/**
 * Runs each server as a Deployment of its own. It is applied under a name that the deployment decides, so the next run of a service
 * that was killed finds its servers running. When the last pod of a server ends, its objects are removed: the service decides on the
 * restart, as with processes.
 */
export function createKubernetesRunner(options: KubernetesRunnerOptions): KubernetesRunner {
  const { cluster, serviceId } = options;
  const started = new Set<string>();
  return {
    sandbox: cluster.name,
    start: async (program, signal) => {
      started.add(program.id);
      try {
        return await startServer(options, program, signal, () => started.delete(program.id));
      } catch (error) {
        started.delete(program.id);
        if (signal.aborted || error instanceof DeploymentFailure) throw error;
        throw new DeploymentFailure("start", errorMessage(error), [], error);
      }
    },
    removeLeftovers: (isLive, signal) => {
      const isLeft = ({ [labels.deployment]: id = "" }) => !started.has(id) && !isLive(id);
      return deleteLeftObjects(cluster, `${labels.service}=${serviceId}`, isLeft, signal);
    },
  };
}

async function startServer(
  options: KubernetesRunnerOptions,
  program: ServerProgram,
  signal: AbortSignal,
  onGone: () => void,
): Promise<ServerProcess> {
  const { cluster, readyTimeoutMs = 300_000, removeTimeoutMs = 15_000 } = options;
  const { client, namespace } = cluster;
  if (program.transport === "stdio") throw new DeploymentFailure("start", stdioAdvice);
  const image = program.image ?? options.nodeImage;
  const files = program.image === undefined ? { files: await readServerFiles(program) } : {};
  const server = { ...createServer(options, program), image, ...files };
  const following = new AbortController();
  const notify = (message: string) => program.onLine(`kubernetes: ${message}`, "stderr", 0);
  const logs = createPodLogs({
    client,
    namespace,
    container: serverContainer,
    signal: following.signal,
    onLine: (line, dropped) => program.onLine(line, "stderr", dropped),
  });
  const pods = followServerPods({
    client,
    namespace,
    labelSelector: `${labels.deployment}=${program.id}`,
    onNotice: notify,
    onChange: logs.update,
    signal: following.signal,
    onFailure: (error) => options.log(`${cluster.name}: ${String(error)}`),
  });
  /** Removes the objects and waits until the pods are gone. Never rejects: what is left is removed at the next start of the service. */
  const remove = async (graceMs: number) => {
    try {
      await deleteObjects(cluster, server.name, AbortSignal.timeout(removeTimeoutMs));
      await pods.waitUntilGone(graceMs + goneMarginMs);
    } catch (error) {
      options.log(
        `${server.name} could not be removed from ${cluster.name}. The next start of the service removes it: ${String(error)}`,
      );
    }
    await logs.settle(settleMs);
    following.abort();
    onGone();
  };
  try {
    await pods.waitUntilListed(signal);
    await applyObjects(client, createServerObjects(server), signal);
    await pods.waitUntilReady(readyTimeoutMs, signal);
  } catch (error) {
    // The last lines of a server that crashed say why.
    await logs.settle(settleMs);
    await remove(0);
    throw error;
  }
  const stopping = Promise.withResolvers<number>();
  const exited: Promise<ProcessExit> = Promise.race([
    pods.ended.then((description) => ({ description, graceMs: 0 })),
    stopping.promise.then((graceMs) => ({ description: "was stopped", graceMs })),
  ]).then(async ({ description, graceMs }) => {
    await remove(graceMs);
    return { description };
  });
  return {
    name: `Pod of ${server.name}`,
    image,
    endpoint:
      cluster.ownNamespace === undefined
        ? createPodEndpoint(client, namespace, { findReady: pods.findReady, signal: following.signal })
        : createPortEndpoint(serverPort, `${server.name}.${namespace}.svc`),
    exited,
    stop: (graceMs) => {
      stopping.resolve(graceMs);
      return exited;
    },
  };
}

/** Leads to the ready pod through the API server, for a service outside of the cluster. */
function createPodEndpoint(
  client: ClusterClient,
  namespace: string,
  { findReady, signal }: { readonly findReady: () => string | undefined; readonly signal: AbortSignal },
) {
  return {
    connect: async (): Promise<Duplex> => {
      const pod = findReady();
      if (pod === undefined) throw Object.assign(new Error("No pod is ready."), { code: "ECONNREFUSED" });
      return client.forwardPort({ namespace, pod, port: serverPort }, signal);
    },
  };
}

/** Reads and compresses the files of a version, which must still be those that were published. */
async function readServerFiles(program: ServerProgram): Promise<ServerFiles> {
  const { files, entry, packages } = program;
  if (packages > 0 && !files.includes("package.json")) throw new DeploymentFailure("start", missingManifest);
  const archive = await packFiles(await readProgramFiles(program));
  if (archive.length > largestArchive) throw new DeploymentFailure("start", createSizeMessage(archive.length));
  return { archive, entry, installsPackages: packages > 0 };
}

const missingManifest =
  "The pods install the packages of package-lock.json, which npm does only beside a package.json. Add it and generate a new version.";

function createSizeMessage(bytes: number): string {
  const size = (bytes / 1_000_000).toFixed(1);
  return `The version's files take ${size} MB compressed, and a ConfigMap of Kubernetes holds ${largestArchive / 1_000_000} MB. Name an image that contains them in server.json, as a package with "registryType": "oci", and generate a new version.`;
}

function createServer(
  { cluster, serviceId, readSlug }: KubernetesRunnerOptions,
  program: ServerProgram,
): Omit<KubernetesServer, "image" | "files"> {
  const { ownNamespace } = cluster;
  const variables = createServerProcessEnvironment(program.environment, serverPort, {});
  const { HOST: _host, PORT: _port, ...environment } = variables;
  return {
    // The end of the id varies most.
    name: createObjectName(readSlug(program.serverId), program.id.slice(-12)),
    namespace: cluster.namespace,
    labels: { [labels.service]: serviceId, [labels.server]: program.serverId, [labels.deployment]: program.id },
    environment,
    limits: program.limits,
    network: {
      callers: ownNamespace === undefined ? [] : [{ namespace: ownNamespace, labels: ownLabels }],
      privateHosts: listPrivateHosts(program.egress.readAllowedHosts().byUser),
    },
  };
}

/** The addresses of private networks among allowed hosts such as `10.0.0.5:8080`, `[fd00::1]` and `api.example.com`. */
export function listPrivateHosts(allowedHosts: readonly string[]): PrivateHost[] {
  return allowedHosts.flatMap((host) => {
    const [, bracketed, plain = "", port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(host) ?? [];
    const address = bracketed ?? plain;
    if (isIP(address) === 0 || getAddressZone(address) !== "private") return [];
    return [{ address, ...(port !== undefined && { port: Number(port) }) }];
  });
}
