import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addSkillFrom } from "../../../../../../src/extension/skill/commands/source/addSkillFrom.ts";
import { uninstallSkill } from "../../../../../../src/extension/skill/commands/uninstallSkill.ts";
import { updateSkill } from "../../../../../../src/extension/skill/commands/updateSkill.ts";
import { formatSkillsLock } from "../../../../../../src/extension/skill/model/skillsLock.ts";
import { computeToolHash } from "../../../../../../src/extension/skill/model/toolHashes.ts";
import { rowOf } from "../../../../../../src/extension/workbench/nodes.ts";
import type { ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const served = await useServedService();

type Fixture = Awaited<ReturnType<typeof createSkillFixture>>;

const open = (answers: readonly ScriptedAnswer[], actions: readonly string[] = []) =>
  createSkillFixture(served, { answers, actions });

test("a skill for the user is recorded beside each folder: added, updated and removed", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s"), "s/a.md": "a" });
  await using fixture = await open(["Address", `${repository.url}#main`, "Update"]);
  fixture.app.prompts.pickMany = async ({ choices }) => {
    const isChosen = /^~\/\.(agents|claude)\/skills$/;
    return choices.flatMap(({ description = "", value }) => (isChosen.test(description) ? [value] : []));
  };
  await addSkillFrom(fixture.app, {});
  const locks = ["home/.agents/skills-lock.json", "home/.claude/skills-lock.json"];
  for (const lock of locks)
    expect(fixture.readLock(lock).skills.s).toMatchObject({
      ...{ source: repository.url, ref: "main", skillPath: "s/SKILL.md" },
      fairlead: { copies: [{ path: "skills/s" }] },
    });
  repository.commit({ "s/a.md": "b" });
  await updateSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.read("home/.agents/skills/s/a.md")).toBe("b");
  fixture.app.prompts.pickMany = async ({ choices }) => choices.map(({ value }) => value);
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.tree()).toEqual({});
});

test("a skill that the tool added gets a copy for another agent, and the tool's copy is listed on", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url, ["GitHub Copilot"]]);
  installAsTool(fixture, repository, hashOf("s"));
  await addSkillFrom(fixture.app, {});
  const copies = await fixture.app.localSkills.copies();
  expect(copies.map(({ folder, state }) => `${folder.path} ${state.kind}`)).toEqual([
    ".agents/skills/s same",
    ".github/skills/s same",
  ]);
});

test("links to nothing in place of agents' folders hide no copies, and do not stop an uninstallation", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url, ["Claude Code"]]);
  await addSkillFrom(fixture.app, {});
  for (const folder of ["home/.roo", "workspace/.roo"])
    symlinkSync("/no/such/folder", join(fixture.home, "..", folder));
  expect((await fixture.app.localSkills.copies()).map(({ name }) => name)).toEqual(["s"]);
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  expect(await fixture.app.localSkills.copies()).toEqual([]);
});

/** As the tool writes it: the files in `.agents`, and a link in another agent's folder. */
function installAsTool(fixture: Fixture, repository: ReturnType<typeof createTestRepository>, computedHash: string) {
  const entry = {
    ...{ source: repository.url, sourceType: "git", sourceUrl: repository.url, skillPath: "s/SKILL.md" },
    computedHash,
  };
  fixture.write("workspace/skills-lock.json", formatSkillsLock({ version: 1, skills: { s: entry } }));
  fixture.write("workspace/.agents/skills/s/SKILL.md", createSkillText("s"));
  const folder = join(fixture.home, "../workspace/.claude/skills");
  mkdirSync(folder, { recursive: true });
  symlinkSync("../../.agents/skills/s", join(folder, "s"));
  return join(folder, "s");
}

const hashOf = (name: string) => computeToolHash([{ path: "SKILL.md", bytes: Buffer.from(createSkillText(name)) }]);

test("a skill that the tool added is removed with its links, and Undo puts all back", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open([], ["Undo"]);
  const link = installAsTool(fixture, repository, hashOf("s"));
  const before = fixture.tree();
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  await expect.poll(() => fixture.tree()).toEqual(before);
  expect(readlinkSync(link)).toBe("../../.agents/skills/s");
  fixture.app.messages.info = async () => {};
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.tree()).toEqual({});
  expect(() => lstatSync(link)).toThrow("ENOENT");
});

test("a skill that the tool added is changed when its hash is another, and uninstalling asks about all files", async () => {
  using repository = createTestRepository();
  await using fixture = await open([true]);
  installAsTool(fixture, repository, "");
  const node = await fixture.addedNode();
  expect(rowOf(node).describe(node, 0)).toMatchObject({
    description: `Codex and other agents · ${repository.url} · changed since`,
    icon: "warning",
  });
  await uninstallSkill(fixture.app, { node });
  expect(fixture.prompts.questions).toEqual(["Remove all 1 file of s?"]);
  expect(fixture.prompts.details[0]).toMatch(/Nothing says which files in .agents\/skills\/s were changed/);
  expect(fixture.tree()).toEqual({});
});
