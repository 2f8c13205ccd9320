import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { PolicyRule } from "../../../support/kubernetes/accessRules.ts";
import { startRunnerFixture } from "../../../support/kubernetes/runnerFixture.ts";

const { signal } = new AbortController();

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
