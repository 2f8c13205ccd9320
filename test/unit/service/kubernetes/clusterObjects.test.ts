import { expect, test } from "vitest";
import type { ClusterClient } from "../../../../src/service/kubernetes/client/clusterClient.ts";
import { ClusterStatusError } from "../../../../src/service/kubernetes/client/clusterError.ts";
import { applyObjects } from "../../../../src/service/kubernetes/clusterObjects.ts";

/** Applies an object of a cluster that refuses it with this status. */
function apply(kind: string, status: number) {
  const refused = new ClusterStatusError(`refused with ${status}`, status);
  const client = { send: () => Promise.reject(refused) } as unknown as ClusterClient;
  const object = { apiVersion: "v1", kind, metadata: { name: "shop", namespace: "servers", labels: {} } };
  return applyObjects(client, [object], new AbortController().signal);
}

test("only a missing kind of the operator means that the operator is missing", async () => {
  await expect(apply("MCPServer", 404)).rejects.toThrow(/Install the MCP lifecycle operator/);
  await expect(apply("MCPServer", 403)).rejects.toThrow("refused with 403");
  await expect(apply("Secret", 404)).rejects.toThrow("refused with 404");
});
