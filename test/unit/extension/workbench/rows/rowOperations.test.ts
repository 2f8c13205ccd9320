import { expect, test } from "vitest";
import * as z from "zod";
import { operationInputSchema } from "../../../../../src/contract/operationInputSchema.ts";
import { createInputTemplate } from "../../../../../src/extension/console/model/inputTemplate.ts";
import { operationAreas } from "../../../../../src/extension/console/model/operationAreas.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import type { startServedService } from "../../../../support/service/servedService.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const target = { scope: "workspace", agent: "claude", path: "/w/.claude/skills/a", machine: "m" } as const;

/** One node of each kind that has operations, from the service. */
async function allNodes({
  api,
  project,
  service,
}: Awaited<ReturnType<typeof startServedService>>): Promise<TreeNode[]> {
  const { server, deployment } = await deployTinyServer(
    { api },
    await createTinyServer({ api, project }, "Fit", "healthy"),
  );
  const content = "---\nname: fit\ndescription: Fits. Use when something is to fit.\n---\n\nFit.\n";
  const files = [{ path: "SKILL.md", content }];
  const skill = await api.call("skills.create", { projectId: project.id, files });
  const installation = await api.call("skill.install", { id: skill.id, target });
  const run = await api.call("skillTestRuns.start", { id: skill.id, cases: ["specification"] });
  const me = await api.call("me.get", {});
  const organization = await api.call("organization.get", {});
  const [apiKey] = (await api.call("apiKeys.list", {})).items;
  const [artifact] = (await api.call("registry.artifacts", { kind: "skill" })).items;
  const [version] = (await api.call("registry.versions", { id: skill.artifactId ?? "" })).items;
  if (!apiKey || !artifact || !version) throw new Error("there is one of each");
  const of = { kind: "skill", id: skill.id, name: skill.name } as const;
  const versionOf = { id: artifact.id, kind: artifact.kind, name: artifact.name };
  const connection = { id: "local", name: "Local", baseUrl: service.url, kind: "local" } as const;
  return [
    { kind: "project", project, selected: false },
    { kind: "server", server, live: deployment, latest: deployment },
    { kind: "deployment", deployment, live: true, serverName: "Fit" },
    { kind: "skill", skill, source: undefined, copies: [] },
    { kind: "installation", skill, installation, copy: undefined },
    { kind: "testRun", run, of },
    { kind: "artifact", artifact },
    { kind: "version", version, artifact: { ...versionOf, ownerId: skill.id }, live: false },
    { kind: "version", version, artifact: versionOf, live: false },
    { kind: "identity", me, connection },
    { kind: "organization", organization },
    { kind: "apiKey", apiKey, inUse: false },
    ...(["members", "usage", "apiKeys", "oauthConnections", "userSettings"] as const).map(
      (kind): TreeNode => ({ kind }),
    ),
  ];
}

const operationsOf = (node: TreeNode) => rowOf(node).operations?.(node) ?? [];

const served = await useServedService();
const nodes = await allNodes(served);

test("the input that a tree item supplies is valid for its operation", () => {
  const wrong = nodes.flatMap((node) =>
    operationsOf(node).flatMap(({ name, given }) => {
      const shape = z.strictObject(operationInputSchema(name).shape).partial();
      return shape.safeParse(given).success ? [] : [`${node.kind} ${name} ${JSON.stringify(given)}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("a reading operation on a clicked item runs without typing", async () => {
  const read = [
    "project.get",
    "deployment.get",
    "deployment.health",
    "registry.artifact",
    "skillTestRun.get",
    "me.get",
  ];
  const tried = new Set<string>();
  for (const node of nodes) {
    for (const { name, given } of operationsOf(node)) {
      if (!read.includes(name)) continue;
      tried.add(name);
      const { status } = await served.api.fetchResponse(name, createInputTemplate(name, { given, values: {} }));
      expect([name, status]).toEqual([name, 200]);
    }
  }
  expect([...tried].sort()).toEqual(read.toSorted());
});

test("each operation is offered on a row, except for those without rows", () => {
  const offered = new Set(nodes.flatMap((node) => operationsOf(node).map(({ name }) => name)));
  const nowhere = operationAreas.flatMap(({ names }) => names).filter((name) => !offered.has(name));
  expect(nowhere).toEqual([
    ...["organizations.list", "projects.list", "projects.create"],
    // On an OAuth connection, and on a server's test run.
    ...["serverTestRun.get", "oauthConnection.get", "oauthConnection.delete"],
  ]);
});

test("a note has no operations", () => {
  expect(operationsOf({ kind: "note", id: "a", icon: "info", label: "a", detail: "" })).toEqual([]);
});
