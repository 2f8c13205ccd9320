import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSkillNode } from "../../../../src/commands/skill/createSkillNode.ts";
import { installSkill } from "../../../../src/commands/skill/installSkill.ts";
import { encodeFile } from "../../../../src/core/registry/encodeFile.ts";
import { listLockedCopies, parseSkillsLock } from "../../../../src/core/skill/skillsLock.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../support/editor/skillFixture.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { createSkillText } from "../../../support/skills/skillText.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const anyway = "Install Anyway";
const installations = async (id: string) =>
  (await served.api.call("skill.installations", { id, status: "installed", limit: 200 })).items;
const update = (id: string, name: string, body: string) =>
  served.api.call("skill.update", {
    id,
    files: [encodeFile({ path: "SKILL.md", bytes: Buffer.from(createSkillText(name, body)) })],
  });

describe("installing a skill", () => {
  test("writes its files for each agent, the lock beside, and tells the service", async () => {
    const skill = await publishTestSkill(served, "greeter", { "scripts/a.js": "a" });
    await using bench = await createSkillFixture(served, {
      answers: [["Claude Code", "GitHub Copilot"]],
      actions: [anyway],
    });
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(Object.keys(bench.tree())).toEqual([
      "workspace/.claude/skills/greeter/SKILL.md",
      "workspace/.claude/skills/greeter/scripts/a.js",
      "workspace/.github/skills/greeter/SKILL.md",
      "workspace/.github/skills/greeter/scripts/a.js",
      "workspace/skills-lock.json",
    ]);
    const copies = listLockedCopies(parseSkillsLock(bench.read("workspace/skills-lock.json"), "lock"));
    expect(copies.map(({ copy }) => [copy.path, copy.version, copy.digest, copy.service])).toEqual([
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
    await bench.messages.until("Installed greeter 0.1.0 for Claude Code (workspace), GitHub Copilot (workspace).");
  });

  test("asks for one of several versions, and remembers the agents of the last time", async () => {
    const skill = await publishTestSkill(served, "versioned");
    await update(skill.id, "versioned", "Second.");
    await using bench = await createSkillFixture(served, {
      answers: ["0.1.0", ["Claude Code"]],
      actions: [anyway],
    });
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(bench.read("workspace/.claude/skills/versioned/SKILL.md")).toBe(createSkillText("versioned"));
    const offered: boolean[] = [];
    bench.app.prompts.pick = async ({ choices }) => (await choices)[0]?.value;
    bench.app.prompts.pickMany = async ({ choices, picked }) => {
      offered.push(...choices.slice(0, 2).map(({ value }) => picked(value)));
      expect(choices[0]).toMatchObject({ label: "Claude Code", heading: "This workspace: workspace" });
      return undefined;
    };
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(offered).toEqual([true, false]);
  });

  test("of a version asks for no version", async () => {
    const skill = await publishTestSkill(served, "clicked");
    await update(skill.id, "clicked", "Second.");
    const { items } = await served.api.call("registry.versions", { id: skill.artifactId ?? "" });
    const old = items.find(({ version }) => version === "0.1.0");
    if (!old) throw new Error("the version is there");
    await using bench = await createSkillFixture(served, { answers: [["Claude Code"]], actions: [anyway] });
    const artifact = { id: skill.artifactId ?? "", kind: "skill", name: "clicked" } as const;
    await installSkill(bench.app, { node: { kind: "version", version: old, artifact, live: false } });
    expect(bench.read("workspace/.claude/skills/clicked/SKILL.md")).toBe(createSkillText("clicked"));
  });

  test("of a version that is older than all that are offered asks for none either", async () => {
    const skill = await publishTestSkill(served, "aged");
    const { items } = await served.api.call("registry.versions", { id: skill.artifactId ?? "" });
    const [first] = items;
    for (let index = 0; index < 200; index += 1) await update(skill.id, "aged", `Change ${index}.`);
    await using bench = await createSkillFixture(served, { answers: [["Claude Code"]], actions: [anyway] });
    const artifact = { id: skill.artifactId ?? "", kind: "skill", name: "aged", ownerId: skill.id } as const;
    if (!first) throw new Error("It has a version.");
    await installSkill(bench.app, { node: { kind: "version", version: first, artifact, live: false } });
    expect(bench.read("workspace/.claude/skills/aged/SKILL.md")).toBe(createSkillText("aged"));
  });

  test("into the user's folders keeps a lock beside them", async () => {
    const skill = await publishTestSkill(served, "mine");
    await using bench = await createSkillFixture(served, { actions: [anyway] });
    bench.app.prompts.pickMany = async ({ choices }) =>
      choices.filter(({ description }) => description === "~/.copilot/skills").map(({ value }) => value);
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(Object.keys(bench.tree())).toEqual(["home/.copilot/skills-lock.json", "home/.copilot/skills/mine/SKILL.md"]);
  });

  test("shows files that would be lost, and skips the place when it is left", async () => {
    const skill = await publishTestSkill(served, "contested");
    await using bench = await createSkillFixture(served, {
      answers: [["Claude Code", "GitHub Copilot"]],
      actions: [anyway],
    });
    bench.write("workspace/.claude/skills/contested/SKILL.md", "mine");
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(bench.read("workspace/.claude/skills/contested/SKILL.md")).toBe("mine");
    expect(bench.read("workspace/.github/skills/contested/SKILL.md")).toBe(createSkillText("contested"));
    expect(bench.messages.shown.filter((message) => message.includes("differs"))).toHaveLength(1);
    expect(bench.documents.compared.map(({ pairs }) => pairs.map(({ label }) => label))).toEqual([["SKILL.md"]]);
    expect((await installations(skill.id)).map(({ target }) => target?.agent)).toEqual(["github-copilot"]);
  });

  test("overwrites them where that is wanted, and leaves files that are no part of it", async () => {
    const skill = await publishTestSkill(served, "replaced");
    await using bench = await createSkillFixture(served, {
      answers: [["Claude Code"]],
      actions: [anyway, "Overwrite"],
    });
    bench.write("workspace/.claude/skills/replaced/SKILL.md", "mine");
    bench.write("workspace/.claude/skills/replaced/notes.md", "notes");
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(bench.read("workspace/.claude/skills/replaced/SKILL.md")).toBe(createSkillText("replaced"));
    expect(bench.read("workspace/.claude/skills/replaced/notes.md")).toBe("notes");
  });

  test("offers to run the tests first where none passed with this content", async () => {
    const skill = await publishTestSkill(served, "untested");
    await using bench = await createSkillFixture(served, { answers: [["Claude Code"]], actions: ["Run Tests First"] });
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(bench.messages.shown).toEqual([
      "warning: untested 0.1.0 has no passing test run: nobody has shown that just this content works. Its scripts run on this machine, to be tested. Fairlead's own service lets code read its own files only and start nothing; the network, local ports included, is not limited. [Run Tests First, Install Anyway]",
    ]);
    expect(bench.ran).toEqual(["fairlead.skill.test"]);
    expect(bench.tree()).toEqual({});
  });

  test.each<[string, readonly ScriptedAnswer[], readonly string[]]>([
    ["the version", [escapeAnswer], []],
    ["the agents", ["0.1.1", escapeAnswer], []],
    ["the warning", ["0.1.1", ["Claude Code"]], []],
    ["no agent at all", ["0.1.1", []], []],
  ])("escaped at %s changes nothing", async (_, answers, actions) => {
    const name = `never-${answers.length}-${String(answers.at(-1) === escapeAnswer)}-${_.length}`;
    const skill = await publishTestSkill(served, name.toLowerCase());
    await update(skill.id, name.toLowerCase(), "Second.");
    await using bench = await createSkillFixture(served, { answers, actions });
    await installSkill(bench.app, { node: createSkillNode(skill) });
    expect(bench.tree()).toEqual({});
    expect(await installations(skill.id)).toEqual([]);
  });

  test("that is cancelled says what was done", async () => {
    const skill = await publishTestSkill(served, "cancelled");
    await using bench = await createSkillFixture(served, {
      answers: [["Claude Code", "GitHub Copilot"]],
      actions: [anyway],
      cancel: { title: "Installing cancelled 0.1.0", message: "GitHub Copilot" },
    });
    await installSkill(bench.app, { node: createSkillNode(skill) });
    const [last = ""] = bench.messages.shown.slice(-1);
    expect(last).toMatch(
      /^info: Installing cancelled 0\.1\.0 was cancelled\. It is installed in .*\.claude\/skills\/cancelled\.$/,
    );
    expect(Object.keys(bench.tree("workspace/.claude"))).toEqual(["skills/cancelled/SKILL.md"]);
  });

  test("does nothing where the files are not what the version says", async () => {
    const skill = await publishTestSkill(served, "forged");
    await using bench = await createSkillFixture(served, { answers: [["Claude Code"]] });
    bench.app.versions.list = async () => [{ path: "SKILL.md", bytes: Buffer.from("forged") }];
    await expect(installSkill(bench.app, { node: createSkillNode(skill) })).rejects.toThrow("instead of");
    bench.app.versions.list = async () => [{ path: "../../outside.md", bytes: Buffer.from("forged") }];
    await using again = await createSkillFixture(served, { answers: [["Claude Code"]] });
    again.app.versions.list = bench.app.versions.list;
    await expect(installSkill(again.app, { node: createSkillNode(skill) })).rejects.toThrow(
      'because of "../../outside.md"',
    );
    expect([bench.tree(), again.tree()]).toEqual([{}, {}]);
  });
});

test("from a folder that is not published it offers to publish", async () => {
  await using bench = await createSkillFixture(served, { actions: ["Publish"] });
  await installSkill(bench.app, { resource: `${bench.source("unknown")}/SKILL.md` });
  expect(bench.messages.shown).toEqual(["info: unknown is not published at this service yet. [Publish]"]);
  await expect.poll(() => bench.ran).toEqual(["fairlead.skill.publish"]);
});

test("from the palette it asks which skill", async () => {
  await publishTestSkill(served, "picked");
  await using bench = await createSkillFixture(served, { answers: ["picked", ["Claude Code"]], actions: [anyway] });
  await installSkill(bench.app, {});
  expect(bench.prompts.asked[0]).toBe("Install a Skill: Which skill?");
  expect(Object.keys(bench.tree("workspace/.claude"))).toEqual(["skills/picked/SKILL.md"]);
});

test("a lock file that cannot be read stops it before anything is written", async () => {
  const skill = await publishTestSkill(served, "locked");
  await using bench = await createSkillFixture(served, { answers: [["Claude Code"]], actions: [anyway] });
  bench.write("workspace/skills-lock.json", "<<<<<<< HEAD\n");
  await expect(installSkill(bench.app, { node: createSkillNode(skill) })).rejects.toThrow("merge conflict");
  expect(Object.keys(bench.tree())).toEqual(["workspace/skills-lock.json"]);
});
