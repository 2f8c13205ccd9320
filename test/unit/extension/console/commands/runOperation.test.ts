import { expect, test } from "vitest";
import { operationNames } from "../../../../../src/contract/operationNames.ts";
import { consoleUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import { runOperation } from "../../../../../src/extension/console/commands/runOperation.ts";
import { writeSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createOperationFixture } from "../../../../support/editor/operationFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const projectNode = (): TreeNode => ({ kind: "project", project: served.project, selected: false });

test("a tree item offers its operations, with its id in the input", async () => {
  await using fixture = await createOperationFixture(served, { answers: ["project.update"] });
  await runOperation(fixture.app, { node: projectNode() });
  expect(fixture.input("project.update")).toEqual({ id: served.project.id });
  expect(fixture.documents.shown).toEqual([consoleUri("input", "project.update")]);
  await using other = await createOperationFixture(served, { answers: ["me.get"] });
  await expect(runOperation(other.app, { node: projectNode() })).rejects.toThrow('"me.get" is not among project.get');
});

test("the selected project is in the input", async () => {
  await using fixture = await createOperationFixture(served, { answers: ["servers.create", "servers.list"] });
  await writeSelectedProject(fixture.memory, fixture.app.connections.scope() ?? "", served.project);
  await runOperation(fixture.app, {});
  expect(fixture.input("servers.create")).toEqual({ projectId: served.project.id, name: "" });
  await runOperation(fixture.app, {});
  expect(fixture.input("servers.list")).toEqual({ projectId: served.project.id });
});

test("an unfinished input is opened again unless another item is clicked", async () => {
  await using fixture = await createOperationFixture(served, {
    answers: ["project.get", "project.get", "project.get"],
  });
  const uri = consoleUri("input", "project.get");
  await runOperation(fixture.app, {});
  fixture.documents.texts.set(uri, '{ "id": "typed" }');
  await runOperation(fixture.app, {});
  expect(fixture.documents.texts.get(uri)).toBe('{ "id": "typed" }');
  await runOperation(fixture.app, { node: projectNode() });
  expect(fixture.input("project.get")).toEqual({ id: served.project.id });
});

test("all operations are offered by area", async () => {
  await using fixture = await createOperationFixture(served, { answers: [escapeAnswer] });
  await runOperation(fixture.app, {});
  const [offered = []] = fixture.prompts.offered;
  expect(offered.slice(0, 2).map(({ label, heading }) => [label, heading])).toEqual([
    ["me.get", "Identity"],
    ["apiKeys.list", undefined],
  ]);
  expect(offered).toHaveLength(operationNames.length);
});
