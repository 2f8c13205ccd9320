import type { KubernetesObject } from "./kubernetesObject.ts";
import { createMetadata, type KubernetesServer, serverPort } from "./kubernetesServer.ts";
import {
  containerSecurity,
  createProbes,
  createResources,
  createSecret,
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
        storage: [
          { path: "/tmp", permissions: "ReadWrite", source: { type: "EmptyDir", emptyDir: { sizeLimit: "64Mi" } } },
        ],
      },
      runtime: {
        replicas: server.replicas,
        resources: createResources(server.limits),
        health: { livenessProbe, readinessProbe },
        security: { podSecurityContext: podSecurity, securityContext: containerSecurity },
      },
    },
  };
  return [createSecret(server), mcpServer];
}
