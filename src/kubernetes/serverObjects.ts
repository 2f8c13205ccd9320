import type { ServerLimits } from "../contract/runners.ts";
import {
  createMetadata,
  createSelector,
  type KubernetesObject,
  type KubernetesServer,
  type ServerFiles,
  serverPort,
} from "./kubernetesServer.ts";
import { createNetworkPolicy } from "./networkPolicy.ts";

export const serverContainer = "server";
/** What a ConfigMap can hold, with room for its own fields. */
export const largestArchive = 1_000_000;
/** Where the pods of a server find its archive and its files. */
const filePaths = { archive: "/archive", server: "/server" } as const;
const archiveName = "files.tar.gz";
/** The user of the image. */
const userId = 65_532;
/** How long a pod that is deleted may take to end its requests, in seconds. The gateway has ended them before. */
const terminationSeconds = 10;
/** A server that has no limit may not take the memory of a node. */
const defaultMemoryMb = 512;

/** The objects of a server, in the order in which they are created. */
export function createServerObjects(server: KubernetesServer): KubernetesObject[] {
  const files = server.files ? [createFilesConfigMap(server, server.files)] : [];
  return [createSecret(server), ...files, createNetworkPolicy(server), createService(server), createDeployment(server)];
}

function createSecret(server: KubernetesServer): KubernetesObject {
  return { apiVersion: "v1", kind: "Secret", metadata: createMetadata(server), stringData: server.environment };
}

function createFilesConfigMap(server: KubernetesServer, { archive }: ServerFiles): KubernetesObject {
  const binaryData = { [archiveName]: Buffer.from(archive).toString("base64") };
  return { apiVersion: "v1", kind: "ConfigMap", metadata: createMetadata(server), binaryData };
}

function createService(server: KubernetesServer): KubernetesObject {
  const port = { name: "mcp", port: serverPort, targetPort: "mcp", protocol: "TCP" };
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: createMetadata(server),
    spec: { type: "ClusterIP", selector: createSelector(server), ports: [port] },
  };
}

function createDeployment(server: KubernetesServer): KubernetesObject {
  const metadata = createMetadata(server);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: {
      replicas: 1,
      revisionHistoryLimit: 1,
      selector: { matchLabels: createSelector(server) },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: metadata.labels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: terminationSeconds,
          securityContext: podSecurity,
          ...(server.files && { initContainers: createInitContainers(server.image, server.files) }),
          containers: [createContainer(server)],
          volumes: [tmpVolume, ...(server.files ? createFileVolumes(server.name) : [])],
        },
      },
    },
  };
}

const tmpVolume = { name: "tmp", emptyDir: { sizeLimit: "64Mi" } } as const;
/** What an installation of packages may need. */
const installMemoryMb = 512;
/** The size of a server's files with its packages. */
const filesLimit = "1Gi";

const createFileVolumes = (name: string): object[] => [
  { name: "archive", configMap: { name } },
  { name: "server", emptyDir: { sizeLimit: filesLimit } },
];

const unpackCommand = [
  ...["tar", "--extract", "--gzip", "--no-same-owner"],
  ...["--file", `${filePaths.archive}/${archiveName}`, "--directory", filePaths.server],
];

/** Scripts of packages do not run, and npm writes nothing outside of the server's folder. */
const installCommand = [
  ...["npm", "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"],
  ...["--prefix", filePaths.server, "--cache", `${filePaths.server}/.npm`],
];

/** Unpacks the files, and installs the packages of the lock file. The last lines of one that fails are its message. */
function createInitContainers(image: string, { installsPackages }: ServerFiles): object[] {
  const steps = [
    { name: "unpack", command: unpackCommand },
    ...(installsPackages ? [{ name: "install", command: installCommand }] : []),
  ];
  return steps.map((step) => ({
    ...step,
    image,
    env: [{ name: "HOME", value: "/tmp" }],
    resources: createResources({ memoryMb: installMemoryMb }),
    securityContext: containerSecurity,
    terminationMessagePolicy: "FallbackToLogsOnError",
    volumeMounts: [
      { name: "tmp", mountPath: "/tmp" },
      { name: "archive", mountPath: filePaths.archive, readOnly: true },
      { name: "server", mountPath: filePaths.server },
    ],
  }));
}

/** The pod's part of the Pod Security Standard `restricted`. */
const podSecurity = {
  runAsNonRoot: true,
  runAsUser: userId,
  runAsGroup: userId,
  seccompProfile: { type: "RuntimeDefault" },
} as const;

/** The container's part of the Pod Security Standard `restricted`, and a file system that nothing writes to. */
const containerSecurity = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  readOnlyRootFilesystem: true,
} as const;

function createContainer(server: KubernetesServer): object {
  return {
    name: serverContainer,
    image: server.image,
    ...(server.files && {
      command: ["node", `${filePaths.server}/${server.files.entry}`],
      workingDir: filePaths.server,
    }),
    env: serverVariables,
    envFrom: [{ secretRef: { name: server.name } }],
    ports: [{ name: "mcp", containerPort: serverPort, protocol: "TCP" }],
    resources: createResources(server.limits),
    securityContext: containerSecurity,
    ...probes,
    volumeMounts: [
      { name: "tmp", mountPath: "/tmp" },
      ...(server.files ? [{ name: "server", mountPath: filePaths.server, readOnly: true }] : []),
    ],
  };
}

/** Other pods and the kubelet connect to the address of the pod. */
const serverVariables = [
  { name: "HOST", value: "0.0.0.0" },
  { name: "PORT", value: String(serverPort) },
] as const;

function createResources({ memoryMb = defaultMemoryMb, cpus }: ServerLimits): object {
  const processorShare = cpus === undefined ? {} : { cpu: `${Math.max(1, Math.round(cpus * 1000))}m` };
  return {
    requests: {
      memory: `${Math.min(memoryMb, 64)}Mi`,
      cpu: `${Math.max(1, Math.min(50, Math.round((cpus ?? 1) * 1000)))}m`,
    },
    limits: { memory: `${memoryMb}Mi`, ...processorShare },
  };
}

/** An MCP server has no path that says whether it is healthy, so the probes only connect. */
const tcpSocket = { port: "mcp" };
const probes = {
  startupProbe: { tcpSocket, periodSeconds: 1, failureThreshold: 60 },
  readinessProbe: { tcpSocket, periodSeconds: 5 },
  livenessProbe: { tcpSocket, periodSeconds: 20, failureThreshold: 3 },
};
