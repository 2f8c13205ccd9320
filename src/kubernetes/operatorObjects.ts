import type { KubernetesObject } from "./kubernetesObject.ts";
import { createMetadata, type KubernetesServer, serverPort } from "./kubernetesServer.ts";
import { createFilesConfigMap, createWholeCommand, filePaths } from "./serverFiles.ts";
import {
  containerSecurity,
  createProbes,
  createResources,
  createSecret,
  filesLimit,
  installMemoryMb,
  podSecurity,
  serverVariables,
} from "./serverObjects.ts";

/** The resource of the MCP lifecycle operator of SIG Apps (kubernetes-sigs/mcp-lifecycle-operator). */
export const operatorApiVersion = "mcp.x-k8s.io/v1alpha1";

/** How long an installation of packages may take until the server listens. */
const installSeconds = 300;

/**
 * The objects of a server in a cluster with the operator, which makes the Deployment, the Service and the NetworkPolicy. The operator
 * decides what the server may connect to.
 */
export function createOperatorObjects(server: KubernetesServer): KubernetesObject[] {
  const metadata = createMetadata(server);
  const { files } = server;
  const { livenessProbe, readinessProbe } = createProbes(serverPort);
  const { limits, initialDelaySeconds } = createInstallRoom(server);
  const mcpServer = {
    apiVersion: operatorApiVersion,
    kind: "MCPServer",
    metadata,
    spec: {
      extraLabels: metadata.labels,
      source: { type: "ContainerImage", containerImage: { ref: server.image } },
      config: {
        port: serverPort,
        path: "/mcp",
        env: serverVariables,
        envFrom: [{ secretRef: { name: server.name } }],
        ...(files && { arguments: createWholeCommand(files) }),
        storage: [createEmptyFolder("/tmp", "64Mi"), ...(files ? createFileStorage(server.name) : [])],
      },
      runtime: {
        replicas: server.replicas,
        resources: createResources(limits),
        health: { livenessProbe: { ...livenessProbe, initialDelaySeconds }, readinessProbe },
        security: { podSecurityContext: podSecurity, securityContext: containerSecurity },
      },
    },
  };
  return [createSecret(server), ...(files ? [createFilesConfigMap(server, files)] : []), mcpServer];
}

/** The server's container installs its packages before it listens, and a startup probe is not to be had. */
function createInstallRoom({ files, limits }: KubernetesServer) {
  if (!files?.installsPackages) return { limits, initialDelaySeconds: 0 };
  const memoryMb = Math.max(limits.memoryMb ?? 0, installMemoryMb);
  return { limits: { ...limits, memoryMb }, initialDelaySeconds: installSeconds };
}

const createEmptyFolder = (path: string, sizeLimit: string) => ({
  path,
  permissions: "ReadWrite",
  source: { type: "EmptyDir", emptyDir: { sizeLimit } },
});

const createFileStorage = (name: string) => [
  { path: filePaths.archive, permissions: "ReadOnly", source: { type: "ConfigMap", configMap: { name } } },
  createEmptyFolder(filePaths.server, filesLimit),
];
