import { describe, expect, test } from "vitest";
import { installSkill } from "../../../../../src/extension/skill/commands/installSkill.ts";
import { getSkillLinks } from "../../../../../src/extension/skill/model/skillLinks.ts";
import { parseSkillsLock } from "../../../../../src/extension/skill/model/skillsLock.ts";
import { createSkillNode } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import { publishNextVersion } from "../../../../support/editor/installedSkillFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

const served = await useServedService();

const anyway = "Install Anyway";
const installations = async (id: string) =>
  (await served.api.call("skill.installations", { id, status: "installed", limit: 200 })).items;

describe("installing a skill", () => {
  test("writes its files for each agent and the lock file, and records it at the service", async () => {
    const skill = await publishTestSkill(served, "greeter", { "scripts/a.js": "a" });
    await using fixture = await createSkillFixture(served, {
      answers: [["Claude Code", "GitHub Copilot"], anyway],
    });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(Object.keys(fixture.tree())).toEqual([
      "workspace/.claude/skills/greeter/SKILL.md",
      "workspace/.claude/skills/greeter/scripts/a.js",
      "workspace/.github/skills/greeter/SKILL.md",
      "workspace/.github/skills/greeter/scripts/a.js",
      "workspace/skills-lock.json",
    ]);
    const { skills } = parseSkillsLock(fixture.read("workspace/skills-lock.json"), "lock");
    expect(
      skills.greeter?.fairlead?.copies.map((copy) => [copy.path, copy.version, copy.digest, copy.service]),
    ).toEqual([
      [".claude/skills/greeter", "0.1.0", skill.digest, "local"],
      [".github/skills/greeter", "0.1.0", skill.digest, "local"],
    ]);
    const recorded = await installations(skill.id);
    expect(
      recorded.map(({ target, version }) => [target?.agent, target?.scope, target?.machine, version]).sort(),
    ).toEqual([
      ["claude-code", "workspace", "test machine", "0.1.0"],
      ["github-copilot", "workspace", "test machine", "0.1.0"],
    ]);
    await fixture.messages.waitFor(
      "Installed greeter 0.1.0 for Claude Code (workspace) and GitHub Copilot (workspace).",
    );
  });

  test("takes the latest version without a question, and preselects the agents of the last time", async () => {
    const skill = await publishTestSkill(served, "versioned");
    await publishNextVersion(served, skill, "Second.");
    await using fixture = await createSkillFixture(served, {
      answers: [["Claude Code"], anyway],
    });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.read("workspace/.claude/skills/versioned/SKILL.md")).toContain("Second.");
    const offered: boolean[] = [];
    fixture.app.prompts.pickMany = async ({ choices, picked }) => {
      offered.push(...choices.slice(0, 2).map(({ value }) => picked(value)));
      expect(choices[0]).toMatchObject({ label: "Claude Code", heading: "This workspace: workspace" });
      return undefined;
    };
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(offered).toEqual([true, false]);
  });

  test("is not offered in the folder of the skill's own source", async () => {
    const skill = await publishTestSkill(served, "own");
    await using fixture = await createSkillFixture(served, { answers: [escapeAnswer] });
    fixture.write("workspace/.claude/skills/own/SKILL.md", createSkillText("own"));
    await getSkillLinks(fixture.app).saveFolder(fixture.folder(".claude/skills/own"), skill.id);
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const labels = fixture.prompts.offered[0]?.map(({ label, heading = "" }) => `${heading} ${label}`) ?? [];
    expect(labels.filter((label) => label.includes("Claude Code"))).toEqual([" Claude Code"]);
  });

  test("of a version asks for no version, also beyond the listed ones, whether its row knows the skill or not", async () => {
    const skill = await publishTestSkill(served, "aged");
    const { items } = await served.api.call("registry.versions", { id: skill.artifactId ?? "" });
    const [first] = items;
    for (let index = 0; index < 200; index += 1) await publishNextVersion(served, skill, `Change ${index}.`);
    await using fixture = await createSkillFixture(served, {
      answers: [["Claude Code"], anyway, ["GitHub Copilot"], anyway],
    });
    const artifact = { id: skill.artifactId ?? "", kind: "skill", name: "aged" } as const;
    if (!first) throw new Error("It has a version.");
    for (const owned of [artifact, { ...artifact, ownerId: skill.id }])
      await installSkill(fixture.app, { node: { kind: "version", version: first, artifact: owned, live: false } });
    for (const folder of [".claude", ".github"])
      expect(fixture.read(`workspace/${folder}/skills/aged/SKILL.md`)).toBe(createSkillText("aged"));
  });

  test("into the user's folders writes a lock file beside them", async () => {
    const skill = await publishTestSkill(served, "mine");
    await using fixture = await createSkillFixture(served, { answers: [anyway] });
    fixture.app.prompts.pickMany = async ({ choices }) =>
      choices.filter(({ description }) => description === "~/.copilot/skills").map(({ value }) => value);
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(Object.keys(fixture.tree())).toEqual([
      "home/.copilot/skills-lock.json",
      "home/.copilot/skills/mine/SKILL.md",
    ]);
  });

  test("shows files that would be lost, and skips the folder after Escape", async () => {
    const skill = await publishTestSkill(served, "contested");
    await using fixture = await createSkillFixture(served, {
      answers: [["Claude Code", "GitHub Copilot"], anyway, escapeAnswer],
    });
    fixture.write("workspace/.claude/skills/contested/SKILL.md", "mine");
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.read("workspace/.claude/skills/contested/SKILL.md")).toBe("mine");
    expect(fixture.read("workspace/.github/skills/contested/SKILL.md")).toBe(createSkillText("contested"));
    expect(fixture.prompts.questions.filter((question) => question.includes("differs"))).toHaveLength(1);
    expect(fixture.documents.compared.map(({ pairs }) => pairs.map(({ label }) => label))).toEqual([["SKILL.md"]]);
    expect((await installations(skill.id)).map(({ target }) => target?.agent)).toEqual(["github-copilot"]);
  });

  test("overwrites them if the user chooses that, and keeps files that do not belong to it", async () => {
    const skill = await publishTestSkill(served, "replaced");
    await using fixture = await createSkillFixture(served, {
      answers: [["Claude Code"], anyway, "Overwrite"],
    });
    fixture.write("workspace/.claude/skills/replaced/SKILL.md", "mine");
    fixture.write("workspace/.claude/skills/replaced/notes.md", "notes");
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.read("workspace/.claude/skills/replaced/SKILL.md")).toBe(createSkillText("replaced"));
    expect(fixture.read("workspace/.claude/skills/replaced/notes.md")).toBe("notes");
  });

  test("tests content without a passed run if the user wants that, and goes on by itself when its tests pass", async () => {
    const skill = await publishTestSkill(served, "untested");
    await using fixture = await createSkillFixture(served, {
      ...{ answers: [["Claude Code"], "Test and Install"], runsTests: true },
    });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.prompts.questions.at(-1)).toBe("untested 0.1.0: No test run has passed for this content.");
    expect(fixture.prompts.offered.at(-1)?.map(({ label }) => label)).toEqual(["Test and Install", "Install Anyway"]);
    expect(fixture.messages.shown).toEqual([expect.stringContaining("Installed untested 0.1.0 for Claude Code")]);
    expect(fixture.tested[0]?.[0]).toMatchObject({ subject: { name: "untested" }, version: "0.1.0" });
  });

  test("says how many tests failed, with their run, before it installs content whose tests failed", async () => {
    const cases = [{ name: "greets", script: "scripts/greet.mjs", expect: { stdout: "Hello!" } }];
    const skill = await publishTestSkill(served, "failing", {
      "evals/scripts.json": JSON.stringify(cases),
      "scripts/greet.mjs": "console.log('Goodbye!');",
    });
    await using fixture = await createSkillFixture(served, {
      ...{ answers: [["Claude Code"], "Test and Install", "Show", anyway], runsTests: true },
    });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const failed = expect.stringMatching(/^failing 0\.1\.0: 1 of \d+ tests failed: greets\.$/);
    expect(fixture.prompts.questions.slice(-2)).toEqual([failed, failed]);
    const labels = fixture.prompts.offered.at(-1)?.map(({ label }) => label);
    expect(labels).toEqual(["Show", "Test and Install", "Install Anyway"]);
    expect(fixture.ranCommands).toEqual(["fairlead.testRun.open"]);
    expect(fixture.tested).toHaveLength(1);
    expect(await installations(skill.id)).toHaveLength(1);
  });

  test("changes nothing without an agent, or after Escape at the warning", async () => {
    const skill = await publishTestSkill(served, "never");
    await using fixture = await createSkillFixture(served, { answers: [[], ["Claude Code"], escapeAnswer] });
    for (const _ of ["agents", "warning"]) await installSkill(fixture.app, { node: createSkillNode(skill) });
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    expect(fixture.tree()).toEqual({});
    expect(await installations(skill.id)).toEqual([]);
  });

  test("reports the finished part after a cancel", async () => {
    const skill = await publishTestSkill(served, "cancelled");
    await using fixture = await createSkillFixture(served, {
      answers: [["Claude Code", "GitHub Copilot"], anyway],
      cancel: { title: "Installing cancelled 0.1.0", message: "GitHub Copilot" },
    });
    await installSkill(fixture.app, { node: createSkillNode(skill) });
    const [last = ""] = fixture.messages.shown.slice(-1);
    expect(last).toMatch(
      /^info: Installing cancelled 0\.1\.0 was cancelled\. It is installed in .*\.claude\/skills\/cancelled\.$/,
    );
    expect(Object.keys(fixture.tree("workspace/.claude"))).toEqual(["skills/cancelled/SKILL.md"]);
  });

  test("reports the finished part before a failure", async () => {
    const skill = await publishTestSkill(served, "partly");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code", "GitHub Copilot"], anyway] });
    fixture.write("workspace/.github/skills", "A file is in the way of the folder.");
    await expect(installSkill(fixture.app, { node: createSkillNode(skill) })).rejects.toThrow();
    expect(fixture.messages.shown).toEqual([expect.stringMatching(/^info: Installed partly 0\.1\.0 for Claude Code/)]);
  });

  test("does nothing if the files do not match the version", async () => {
    const skill = await publishTestSkill(served, "forged");
    await using fixture = await createSkillFixture(served, { answers: [["Claude Code"]] });
    fixture.app.versions.list = async () => [{ path: "SKILL.md", bytes: Buffer.from("forged") }];
    await expect(installSkill(fixture.app, { node: createSkillNode(skill) })).rejects.toThrow("instead of");
    fixture.app.versions.list = async () => [{ path: "../../outside.md", bytes: Buffer.from("forged") }];
    await using again = await createSkillFixture(served, { answers: [["Claude Code"]] });
    again.app.versions.list = fixture.app.versions.list;
    await expect(installSkill(again.app, { node: createSkillNode(skill) })).rejects.toThrow(
      'because of "../../outside.md"',
    );
    expect([fixture.tree(), again.tree()]).toEqual([{}, {}]);
  });
});

test("from an unpublished folder offers to publish", async () => {
  await using fixture = await createSkillFixture(served, { actions: ["Publish"] });
  await installSkill(fixture.app, { resource: `${fixture.source("unknown")}/SKILL.md` });
  expect(fixture.messages.shown).toEqual(["info: unknown is not published at this service yet. [Publish]"]);
  await expect.poll(() => fixture.ranCommands).toEqual(["fairlead.skill.publish"]);
});

test("with an unreadable lock file fails before anything is written", async () => {
  const skill = await publishTestSkill(served, "locked");
  await using fixture = await createSkillFixture(served, { answers: [["Claude Code"], anyway] });
  fixture.write("workspace/skills-lock.json", "<<<<<<< HEAD\n");
  await expect(installSkill(fixture.app, { node: createSkillNode(skill) })).rejects.toThrow("merge conflict");
  expect(Object.keys(fixture.tree())).toEqual(["workspace/skills-lock.json"]);
});
