import type { KubernetesObject } from "./kubernetesObject.ts";
import { createMetadata, type KubernetesServer, serverPort } from "./kubernetesServer.ts";
import { createFilesConfigMap, createWholeCommand, filePaths } from "./serverFiles.ts";
import {
  containerSecurity,
  createProbes,
  createResources,
  createSecret,
  filesLimit,
  podSecurity,
  serverVariables,
} from "./serverObjects.ts";

/** The resource of the MCP lifecycle operator of SIG Apps (kubernetes-sigs/mcp-lifecycle-operator). */
export const operatorApiVersion = "mcp.x-k8s.io/v1alpha1";

/**
 * The objects of a server in a cluster with the operator, which makes the Deployment, the Service and the NetworkPolicy. The operator
 * decides what the server may connect to.
 */
export function createOperatorObjects(server: KubernetesServer): KubernetesObject[] {
  const metadata = createMetadata(server);
  const { files } = server;
  const { livenessProbe, readinessProbe } = createProbes(serverPort);
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
        resources: createResources(server.limits),
        health: { livenessProbe, readinessProbe },
        security: { podSecurityContext: podSecurity, securityContext: containerSecurity },
      },
    },
  };
  return [createSecret(server), ...(files ? [createFilesConfigMap(server, files)] : []), mcpServer];
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
