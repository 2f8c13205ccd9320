import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { ClusterClient } from "../../../../src/service/kubernetes/client/clusterClient.ts";
import { ClusterStatusError } from "../../../../src/service/kubernetes/client/clusterError.ts";
import { applyObjects } from "../../../../src/service/kubernetes/clusterObjects.ts";
import type { PolicyRule } from "../../../support/kubernetes/accessRules.ts";
import { startRunnerFixture } from "../../../support/kubernetes/runnerFixture.ts";

const { signal } = new AbortController();

/** Applies an object of a cluster that refuses it with this status. */
function apply(kind: string, status: number) {
  const refused = new ClusterStatusError(`refused with ${status}`, status);
  const client = { send: () => Promise.reject(refused) } as unknown as ClusterClient;
  const object = { apiVersion: "v1", kind, metadata: { name: "shop", namespace: "servers", labels: {} } };
  return applyObjects(client, [object], signal);
}

test("only a missing kind of the operator means that the operator is missing", async () => {
  await expect(apply("MCPServer", 404)).rejects.toThrow(/Install the MCP lifecycle operator/);
  await expect(apply("MCPServer", 403)).rejects.toThrow("refused with 403");
  await expect(apply("Secret", 404)).rejects.toThrow("refused with 404");
});

test("what a Role lacks keeps no other object of a server in the cluster, such as the Secret", async () => {
  const documents = parseAllDocuments(readFileSync("media/deploy/kubernetes-runner.yaml", "utf8"));
  const role = documents.map((one) => one.toJS()).find(({ kind }) => kind === "Role");
  const rules = role.rules.map((rule: PolicyRule) => ({
    ...rule,
    resources: rule.resources.filter((name) => name !== "configmaps"),
  }));
  const { createRunner, createProgram, double, close } = await startRunnerFixture({ rules });
  onTestFinished(close);
  const limited = createRunner({ token: "limited" });
  await expect(limited.start(createProgram("healthy").program, signal)).rejects.toThrow("configmaps is forbidden");
  expect(double.store.list("secrets", "servers")).toEqual([]);

  await createRunner().start(createProgram("healthy").program, signal);
  await expect(limited.removeLeftovers(() => false, signal)).rejects.toThrow("configmaps is forbidden");
  expect(double.store.list("secrets", "servers")).toEqual([]);
  expect(double.store.list("deployments", "servers")).toEqual([]);
});
