import { describe, expect, test } from "vitest";
import { installSkill } from "../../../../../src/extension/skill/commands/installSkill.ts";
import { uninstallSkill } from "../../../../../src/extension/skill/commands/uninstallSkill.ts";
import { updateSkill } from "../../../../../src/extension/skill/commands/updateSkill.ts";
import { readPathInLock, updateLockFile } from "../../../../../src/extension/skill/model/skillCopies.ts";
import { removeLockedCopy } from "../../../../../src/extension/skill/model/skillsLock.ts";
import { createSkillNode } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { withSettings } from "../../../../support/editor/defaultSettings.ts";
import { createInstalledSkillFixture, publishNextVersion } from "../../../../support/editor/installedSkillFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { claudeSkillPath, createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { deleteArchived } from "../../../../support/service/testControl.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

const served = await useServedService();

const anyway = "Install Anyway";
const installations = async (id: string) =>
  (await served.api.call("skill.installations", { id, status: "installed", limit: 200 })).items;

describe("uninstalling", () => {
  test("removes exactly the installed files and the record", async () => {
    await using fixture = await createInstalledSkillFixture(served, "leaving", {
      files: { "scripts/a.js": "a" },
    });
    fixture.write(claudeSkillPath("leaving", "mine.md"), "mine");
    await uninstallSkill(fixture.app, { node: await fixture.createCopyNode() });
    expect(Object.keys(fixture.tree())).toEqual([claudeSkillPath("leaving", "mine.md")]);
    expect(await installations(fixture.skill.id)).toEqual([]);
    await fixture.messages.waitFor("Uninstalled leaving from Claude Code.");
  });

  test("says what was removed, and that it can be undone, when a record stays", async () => {
    await using fixture = await createInstalledSkillFixture(served, "staying");
    const node = await fixture.createCopyNode();
    const client = requireValue(await fixture.app.client());
    const list: typeof client.list = () => {
      throw new Error("The service is down.");
    };
    const app = { ...fixture.app, client: async () => ({ ...client, list }) };
    await expect(uninstallSkill(app, { node })).rejects.toThrow("The service is down.");
    expect(fixture.messages.shown).toContainEqual(
      expect.stringMatching(/Uninstalled staying from Claude Code\. \[Undo\]/),
    );
    expect(fixture.tree()).toEqual({});
  });

  test("removes the copies of all selected rows", async () => {
    const skill = await publishTestSkill(served, "selected");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code", "GitHub Copilot"], anyway] });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const copies = await fixture.app.localSkills.copies();
    const nodes = copies.map((copy): TreeNode => ({ kind: "installation", skill, installation: undefined, copy }));
    expect(nodes).toHaveLength(2);
    const [node] = nodes;
    if (node) await uninstallSkill(fixture.app, { node, nodes });
    expect(await fixture.app.localSkills.copies()).toEqual([]);
    expect(await installations(skill.id)).toEqual([]);
  });

  test("can be undone: files, lock file and record are as before", async () => {
    await using fixture = await createInstalledSkillFixture(served, "returning", {
      actions: ["Undo"],
      files: { "scripts/a.js": "a" },
    });
    const before = fixture.tree();
    await uninstallSkill(fixture.app, { node: await fixture.createCopyNode() });
    await expect.poll(() => fixture.tree()).toEqual(before);
    await expect.poll(() => installations(fixture.skill.id)).toHaveLength(1);
    const [copy] = await fixture.app.localSkills.copies();
    expect(copy?.state.kind).toBe("same");
  });

  test("works for a skill that its service deleted", async () => {
    await using fixture = await createInstalledSkillFixture(served, "orphaned");
    const node = await fixture.createCopyNode();
    await served.api.call("skill.update", { id: fixture.skill.id, archived: true });
    await deleteArchived(served.service.url, fixture.skill.id);
    await uninstallSkill(fixture.app, { node });
    expect(fixture.tree()).toEqual({});
    await fixture.messages.waitFor("Uninstalled orphaned from Claude Code.");
  });

  test("keeps changed files, and says so, where the settings leave the question out", async () => {
    await using fixture = await createInstalledSkillFixture(served, "unasked", { files: { "a.md": "a" } });
    fixture.write(claudeSkillPath("unasked"), "mine");
    const node = await fixture.createCopyNode();
    await uninstallSkill(withSettings(fixture.app, { confirm: [] }), { node });
    expect(fixture.tree()).toEqual({ [claudeSkillPath("unasked")]: "mine" });
    expect(fixture.messages.shown.at(-1)).toBe(
      "info: Uninstalled unasked from Claude Code. 1 file with changes stays. [Undo]",
    );
  });

  test("asks about changed files: changes nothing after Escape, and keeps them if the user wants that after seeing the difference", async () => {
    await using fixture = await createInstalledSkillFixture(served, "kept", {
      answers: [escapeAnswer, "Show the Difference", "Keep Changed Files"],
      files: { "a.md": "a" },
    });
    fixture.write(claudeSkillPath("kept"), "mine");
    const before = fixture.tree();
    const node = await fixture.createCopyNode();
    await uninstallSkill(fixture.app, { node });
    expect(fixture.prompts.questions.at(-1)).toContain('"SKILL.md" was changed since kept was installed');
    expect(fixture.tree()).toEqual(before);
    expect(await installations(fixture.skill.id)).toHaveLength(1);
    await uninstallSkill(fixture.app, { node });
    expect(fixture.tree()).toEqual({ [claudeSkillPath("kept")]: "mine" });
    expect(fixture.documents.compared[0]?.pairs.map(({ label }) => label)).toEqual(["SKILL.md"]);
  });

  test("removes changed files if the user chooses that", async () => {
    await using fixture = await createInstalledSkillFixture(served, "removed", { answers: ["Remove All"] });
    fixture.write(claudeSkillPath("removed"), "mine");
    await uninstallSkill(fixture.app, { node: await fixture.createCopyNode() });
    expect(fixture.prompts.questions.at(-1)).toMatch(/^Uninstall removed: "SKILL\.md" was changed since removed was /);
    expect(fixture.tree()).toEqual({});
  });

  test("asks everything before the first copy is removed", async () => {
    await using fixture = await createInstalledSkillFixture(served, "first", {
      answers: [["Claude Code"], anyway, ["first: Claude Code", "second: Claude Code"], escapeAnswer],
    });
    await installSkill(fixture.app, { node: createSkillNode(await publishTestSkill(served, "second")) });
    fixture.write(claudeSkillPath("second"), "mine");
    const before = fixture.tree();
    await uninstallSkill(fixture.app, {});
    expect(fixture.prompts.questions.at(-1)).toContain('"SKILL.md" was changed since second was installed');
    expect(fixture.tree()).toEqual(before);
  });

  test("from the palette asks for the copy; Escape changes nothing", async () => {
    await using fixture = await createInstalledSkillFixture(served, "chosen", {
      answers: [escapeAnswer, ["chosen: Claude Code"]],
    });
    const before = fixture.tree();
    await uninstallSkill(fixture.app, {});
    expect(fixture.tree()).toEqual(before);
    await uninstallSkill(fixture.app, {});
    expect(fixture.tree()).toEqual({});
  });

  test("from a row that was read before the copy was there removes its files", async () => {
    await using fixture = await createInstalledSkillFixture(served, "sooner");
    const [installation] = await installations(fixture.skill.id);
    await uninstallSkill(fixture.app, {
      node: { kind: "installation", skill: fixture.skill, installation, copy: undefined },
    });
    expect(fixture.tree()).toEqual({});
    expect(await installations(fixture.skill.id)).toEqual([]);
    await fixture.messages.waitFor("Uninstalled sooner from Claude Code.");
  });

  test("from a row whose copy was removed meanwhile asks about the record", async () => {
    await using fixture = await createInstalledSkillFixture(served, "left-behind", { answers: [true] });
    const [copy] = await fixture.app.localSkills.copies();
    const [installation] = await installations(fixture.skill.id);
    if (!copy) throw new Error("The skill is installed.");
    await updateLockFile(fixture.app.folders, copy.lock, (before) => removeLockedCopy(before, readPathInLock(copy)));
    await uninstallSkill(fixture.app, { node: { kind: "installation", skill: fixture.skill, installation, copy } });
    expect(await installations(fixture.skill.id)).toEqual([]);
  });

  test("of a copy on another machine deletes only the record, after a confirmation", async () => {
    const skill = await publishTestSkill(served, "elsewhere");
    const target = {
      scope: "user",
      agent: "codex",
      path: "/home/me/.codex/skills/elsewhere",
      machine: "laptop",
    } as const;
    const installation = await served.api.call("skill.install", { id: skill.id, target });
    await using fixture = await createSkillFixture(served, { answers: [false, true] });
    const node: TreeNode = { kind: "installation", skill, installation, copy: undefined };
    await uninstallSkill(fixture.app, { node });
    expect(await installations(skill.id)).toHaveLength(1);
    await uninstallSkill(fixture.app, { node });
    expect(await installations(skill.id)).toEqual([]);
  });

  test("with a lock that names a path outside removes nothing", async () => {
    await using fixture = await createInstalledSkillFixture(served, "hostile");
    fixture.write("home/secret", "secret");
    const lock = fixture.read("workspace/skills-lock.json");
    fixture.write("workspace/skills-lock.json", lock.replace(".claude/skills/hostile", "../home"));
    await expect(uninstallSkill(fixture.app, {})).rejects.toThrow("cannot be read");
    expect(fixture.read("home/secret")).toBe("secret");
  });
});

describe("updating", () => {
  test("asks from the palette which outdated copies, installs the latest version, removes obsolete files and keeps one record", async () => {
    await using fixture = await createInstalledSkillFixture(served, "growing", {
      files: { "old.md": "old" },
      answers: [escapeAnswer, anyway],
    });
    await updateSkill(fixture.app, {});
    expect(fixture.messages.shown.at(-1)).toBe(
      "info: No installed copy of a published skill is out of date. Update skills from elsewhere at their rows.",
    );
    await publishNextVersion(served, fixture.skill);
    const before = fixture.tree();
    await updateSkill(fixture.app, {});
    expect(fixture.prompts.questions.at(-1)).toBe("Update Installed Skills: Which copies?");
    expect(fixture.tree()).toEqual(before);
    await updateSkill(fixture.app, { node: await fixture.createCopyNode() });
    expect(fixture.tree("workspace/.claude")).toEqual({
      "skills/growing/SKILL.md": createSkillText("growing", "Second."),
    });
    expect((await installations(fixture.skill.id)).map(({ version }) => version)).toEqual(["0.1.1"]);
    expect((await fixture.app.localSkills.copies()).map(({ state }) => state.kind)).toEqual(["same"]);
  });

  test("shows changed files before it would overwrite them", async () => {
    await using fixture = await createInstalledSkillFixture(served, "dirty", {
      answers: [anyway, "Leave As It Is"],
    });
    fixture.write(claudeSkillPath("dirty"), "mine");
    await publishNextVersion(served, fixture.skill);
    await updateSkill(fixture.app, { node: await fixture.createCopyNode() });
    expect(fixture.read(claudeSkillPath("dirty"))).toBe("mine");
    expect(fixture.messages.shown.at(-1)).toBe("info: dirty 0.1.1 was not installed: nothing was changed.");
  });

  test("restores missing files", async () => {
    await using fixture = await createInstalledSkillFixture(served, "gone", { answers: [anyway] });
    await fixture.app.folders.change(
      { root: fixture.folder(""), path: ".claude/skills/gone" },
      { remove: ["SKILL.md"] },
    );
    await updateSkill(fixture.app, { node: createSkillNode(fixture.skill) });
    expect(fixture.read(claudeSkillPath("gone"))).toBe(createSkillText("gone"));
  });
});
