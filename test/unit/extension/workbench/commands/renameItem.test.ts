import { expect, test } from "vitest";
import { replaceSkillName } from "../../../../../src/extension/skill/commands/renameSkill.ts";
import { findSkillById } from "../../../../../src/extension/skill/model/findSkillOfFolder.ts";
import { createSkillNode } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import { renameItem } from "../../../../../src/extension/workbench/commands/renameItem.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createLocalFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const createFixture = (answers: readonly ScriptedAnswer[], actions: readonly string[] = []) =>
  createLocalFixture(served, { answers, actions });

async function projectNode(name: string): Promise<TreeNode> {
  return { kind: "project", project: await served.api.call("projects.create", { name }), selected: false };
}

test("a project gets the typed name", async () => {
  const node = await projectNode("Pamynts");
  if (node.kind !== "project") throw new Error("not a project");
  const { id } = node.project;
  await using fixture = await createFixture([" Payments "]);
  await renameItem(fixture.app, { node });
  expect(fixture.questions).toEqual(["Rename Pamynts: The new name of the project [Pamynts]"]);
  expect(await served.api.call("project.get", { id })).toMatchObject({ name: "Payments" });
});

test("a server is renamed", async () => {
  const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Pest" });
  await using fixture = await createFixture(["Pets"]);
  await renameItem(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect((await served.api.call("servers.list", { id: server.id })).items).toMatchObject([{ name: "Pets" }]);
});

test("a hosted skill is renamed by a new version of its SKILL.md", async () => {
  const skill = await publishTestSkill(served, "old-name", { "a.md": "a" });
  await using fixture = await createFixture(["new-name"]);
  await renameItem(fixture.app, { node: createSkillNode(skill) });
  const renamed = await findSkillById(served.api, skill.id);
  expect(renamed).toMatchObject({ name: "new-name", latestVersion: "0.1.1", valid: true });
  expect(renamed?.files?.map(({ path }) => path)).toEqual(["SKILL.md", "a.md"]);
});

test("a skill of the workspace is renamed in its SKILL.md", async () => {
  const skill = await publishTestSkill(served, "mine");
  const source = { folder: "file:///mine", label: "mine", name: "mine", description: "", digest: "", problems: [] };
  await using fixture = await createFixture([]);
  await renameItem(fixture.app, { node: { kind: "skill", skill, source, copies: [] } });
  expect(fixture.shown.join()).toMatch(/^info: mine is named by its SKILL.md in mine.*\[Open SKILL.md\]$/);
});

test("Escape and the same name change nothing, and an empty name cannot be entered", async () => {
  const node = await projectNode("Same");
  await using fixture = await createFixture([escapeAnswer, "Same", " "]);
  for (const _ of ["Escape", "Same"]) await renameItem(fixture.app, { node });
  expect([fixture.shown, fixture.refreshed, fixture.unusedAnswers]).toEqual([[], [], [" "]]);
  await expect(renameItem(fixture.app, { node })).rejects.toThrow("Enter a name.");
});

test("the name in a front matter is replaced, and nothing else", () => {
  const replace = (text: string) => {
    const [file] = replaceSkillName([{ path: "SKILL.md", bytes: Buffer.from(text) }], "a", "new-name");
    return Buffer.from(file?.bytes ?? []).toString();
  };
  expect(replace('---\r\n# name: x\r\nname: "a" # mine\r\ndescription: name: a\r\n---\r\nname: a')).toBe(
    "---\r\n# name: x\r\nname: new-name # mine\r\ndescription: name: a\r\n---\r\nname: a",
  );
  expect(replace("\uFEFF---\nname: a\n---\n")).toBe("\uFEFF---\nname: new-name\n---\n");
  expect(() => replace("no front matter")).toThrow("does not say its name");
});
