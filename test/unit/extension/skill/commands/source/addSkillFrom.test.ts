import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { addSkillFrom } from "../../../../../../src/extension/skill/commands/source/addSkillFrom.ts";
import { uninstallSkill } from "../../../../../../src/extension/skill/commands/uninstallSkill.ts";
import { updateSkill } from "../../../../../../src/extension/skill/commands/updateSkill.ts";
import { computeToolHash } from "../../../../../../src/extension/skill/model/toolHashes.ts";
import type { TreeNode } from "../../../../../../src/extension/workbench/nodes.ts";
import { rowOf } from "../../../../../../src/extension/workbench/nodes.ts";
import { createAgentPlaces } from "../../../../../support/agents/testAgentFiles.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { claudeSkillPath, createSkillFixture } from "../../../../../support/editor/skillFixture.ts";
import { longTest } from "../../../../../support/longTest.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";
import { createZip } from "../../../../../support/skills/createZip.ts";
import { createTestRepository } from "../../../../../support/skills/gitRepository.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const served = await useServedService();

const open = (answers: readonly ScriptedAnswer[], actions: readonly string[] = []) =>
  createSkillFixture(served, { answers, actions });

test("a skill of a repository: added, updated over two commits, put back and removed; bytes and lock are true at each step", async () => {
  using repository = createTestRepository();
  const first = repository.commit({
    "skills/one/SKILL.md": createSkillText("one", "First."),
    "skills/one/a.sh": "#!/bin/sh\n",
    "skills/two/SKILL.md": createSkillText("two"),
  });
  await using fixture = await open([
    "Address",
    `${repository.url}#main`,
    ["one"],
    ["Claude Code", "Codex and other agents"],
    "Update",
    "As installed",
    "Update",
    "Overwrite",
  ]);
  await addSkillFrom(fixture.app, {});
  await fixture.messages.waitFor("for Claude Code (workspace) and Codex and other agents (workspace).");
  expect(fixture.prompts.questions.at(-1)).toMatch(/one: valid · 2 files · .* · 1 script\. For which agents\?/);
  expect(fixture.documents.shown.at(-1)).toMatch(/Skills to Add/);
  expect(fixture.documents.closed).toEqual(["Skills to Add.md"]);
  expect(fixture.readInstalled("one")).toBe(createSkillText("one", "First."));
  const files = () =>
    ["SKILL.md", "a.sh"].map((path) => ({
      path,
      bytes: Buffer.from(repository.git("show", `HEAD:skills/one/${path}`).concat("\n")),
    }));
  expect(fixture.readLock().skills).toMatchObject({
    one: {
      source: repository.url,
      sourceUrl: repository.url,
      sourceType: "git",
      ref: "main",
      skillPath: "skills/one/SKILL.md",
      computedHash: computeToolHash(files()),
      fairlead: {
        copies: [
          { path: ".agents/skills/one", commit: first },
          { path: ".claude/skills/one", commit: first },
        ],
      },
    },
  });
  await updateSkill(fixture.app, { node: await fixture.addedNode() });
  await fixture.messages.waitFor("one is up to date.");

  const second = repository.commit({
    "skills/one/SKILL.md": createSkillText("one", "Second."),
    "skills/one/b.md": "b",
  });
  repository.git("rm", "--quiet", "skills/one/a.sh");
  const third = repository.commit({});
  expect(third).not.toBe(second);
  await updateSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.prompts.questions.at(-1)).toMatch(/Updating one to [0-9a-f]{7} changes 3 files/);
  expect(fixture.documents.compared.at(-1)?.pairs.map(({ label }) => label)).toEqual(["SKILL.md", "b.md", "a.sh"]);
  expect(Object.keys(fixture.tree("workspace/.claude/skills/one")).toSorted()).toEqual(["SKILL.md", "b.md"]);
  expect(fixture.readLock().skills.one.fairlead.copies.map(({ commit }: { commit: string }) => commit)).toEqual([
    third,
    third,
  ]);

  fixture.write(claudeSkillPath("one"), "mine");
  repository.commit({ "skills/one/SKILL.md": createSkillText("one", "Fourth.") });
  await updateSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.readInstalled("one")).toBe(createSkillText("one", "Second."));
  expect(fixture.readLock().skills.one.fairlead.copies.map(({ commit }: { commit: string }) => commit)).toEqual([
    third,
    third,
  ]);

  await uninstallSkill(
    {
      ...fixture.app,
      prompts: { ...fixture.app.prompts, pickMany: async ({ choices }) => choices.map(({ value }) => value) },
    },
    { node: await fixture.addedNode() },
  );
  expect(fixture.tree()).toEqual({});
});

longTest("an update to a commit with the same files of the skill only notes the commit", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url, ["Claude Code"]]);
  await addSkillFrom(fixture.app, {});
  const before = fixture.readLock();
  const second = repository.commit({ "README.md": "other" });
  await updateSkill(fixture.app, { node: await fixture.addedNode() });
  await fixture.messages.waitFor("s is up to date.");
  const [copy] = before.skills.s.fairlead.copies;
  const noted = { ...copy, commit: second, version: second.slice(0, 7) };
  const { s } = before.skills;
  expect(fixture.readLock()).toEqual({ ...before, skills: { s: { ...s, fairlead: { copies: [noted] } } } });
});

longTest("an address that is typed into the list of sources is taken, and another text is none", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open([repository.url, ["Claude Code"], "no address"]);
  await addSkillFrom(fixture.app, {});
  expect(Object.keys(fixture.readLock().skills)).toEqual(["s"]);
  await expect(addSkillFrom(fixture.app, {})).rejects.toThrow("is not among");
});

longTest("of two chosen skills with one name, the first is added and the other is named", async () => {
  using repository = createTestRepository();
  const first = createSkillText("one", "First.");
  repository.commit({ "a/one/SKILL.md": first, "b/one/SKILL.md": createSkillText("one", "Second.") });
  await using fixture = await open(["Address", repository.url, ["one a/one", "one b/one"], ["Claude Code"]]);
  await addSkillFrom(fixture.app, {});
  expect(fixture.messages.shown.at(-1)).toMatch("b/one was not added: a/one has the same name, one.");
  expect(fixture.readInstalled("one")).toBe(first);
  expect(fixture.readLock().skills.one.skillPath).toBe("a/one/SKILL.md");
});

longTest("the row says when the source has something newer", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Address", repository.url, ["Claude Code"]]);
  await addSkillFrom(fixture.app, {});
  const node = await fixture.addedNode();
  const newer: TreeNode = { ...node, isNewer: true };
  const { description, icon } = rowOf(newer).describe(newer, 0);
  expect([description?.endsWith(" · newer commit at its source"), icon]).toEqual([true, "arrow-circle-up"]);
});

longTest("an uninstalled skill is put back with its lock entry by Undo", async () => {
  using repository = createTestRepository({ "SKILL.md": createSkillText("one") });
  await using fixture = await open(["Address", repository.url, ["Claude Code"]], ["Undo"]);
  await addSkillFrom(fixture.app, {});
  const before = fixture.tree();
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  await expect.poll(() => fixture.tree()).toEqual(before);
});

test("a zip file is shown with its scripts, hidden characters and problems, and Escape writes nothing", async () => {
  await using fixture = await open(["Zip File", escapeAnswer, "Zip File", ["Claude Code"]]);
  const text = createSkillText("one", `Hello\u200b there. See [x](missing.md).`);
  const path = join(fixture.home, "skills.zip");
  fixture.write("home/skills.zip", "");
  writeFileSync(
    path,
    createZip([
      { path: "pack/one/SKILL.md", bytes: text },
      { path: "pack/one/scripts/run.py", bytes: "print()" },
    ]),
  );
  fixture.documents.promptForFile = async () => pathToFileURL(path).href;
  fixture.documents.readFile = async () => readFileSync(path);
  const markdown: string[] = [];
  const { showMarkdown } = fixture.documents;
  fixture.documents.showMarkdown = (page, name) => {
    markdown.push(page);
    return showMarkdown(page, name);
  };
  const before = fixture.tree();
  await addSkillFrom(fixture.app, {});
  expect(fixture.tree()).toEqual(before);
  expect(markdown[0]).toMatch(/Hidden characters \| SKILL/);
  expect(markdown[0]).toMatch(/Scripts \| scripts\/run/);
  expect(markdown[0]).not.toContain("\u200b");
  await addSkillFrom(fixture.app, {});
  expect(fixture.readInstalled("one")).toBe(text);
  expect(fixture.readLock().skills.one).toMatchObject({ sourceType: "download", skillPath: "pack/one" });
});

test("a folder of the workspace is recorded by its relative path, updated from there, and not put back once it has other files", async () => {
  await using fixture = await open(["Folder", ["Claude Code"], "Update", "As installed"]);
  fixture.documents.promptForFolder = async () => fixture.source("one");
  await addSkillFrom(fixture.app, {});
  expect(fixture.readLock().skills.one).toMatchObject({ source: "./skills/one", sourceType: "local" });
  fixture.source("one", { "more.md": "more" });
  await updateSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.readInstalled("one", "more.md")).toBe("more");
  fixture.source("one", { "more.md": "even more" });
  fixture.write(claudeSkillPath("one"), "mine");
  const node = await fixture.addedNode();
  await expect(updateSkill(fixture.app, { node })).rejects.toThrow(/other files than the lock file records/);
  expect(fixture.readInstalled("one")).toBe("mine");
});

test("a plugin offers its skills, its servers and the plugins that its list has elsewhere", async () => {
  using other = createTestRepository({ "skills/far/SKILL.md": createSkillText("far") });
  const url = "https://mcp.example.com/mcp";
  const listed = { name: "far", source: { source: "url", url: other.url } };
  using repository = createTestRepository({
    "plugin.json": JSON.stringify({ name: "release" }),
    "mcp.json": JSON.stringify({ mcpServers: { notes: { type: "streamable-http", url }, tool: { command: "npx" } } }),
    "marketplace.json": JSON.stringify({
      plugins: [listed, { name: "pack", source: { source: "npm", package: "x" } }],
    }),
    "skills/one/SKILL.md": createSkillText("one"),
  });
  const answers = [repository.url, ["one", "notes", "tool", "far"], ["Claude Code"], ".mcp.json", "Write", ["Codex"]];
  const left = [repository.url, ["one", "notes"], escapeAnswer, repository.url, escapeAnswer] as const;
  const home = mkdtempSync(join(tmpdir(), "fairlead-plugin-"));
  const agentPlaces = createAgentPlaces(home, home);
  await using fixture = await createSkillFixture(served, {
    agentPlaces,
    answers: [...answers, repository.url, ["notes"], "Connect", ...left],
  });
  await addSkillFrom(fixture.app, {});
  expect(fixture.readInstalled("one")).toBe(createSkillText("one"));
  expect(fixture.read("workspace/.agents/skills/far/SKILL.md")).toBe(createSkillText("far"));
  expect(JSON.parse(readFileSync(join(home, ".mcp.json"), "utf8"))).toEqual({
    mcpServers: { notes: { type: "http", url }, tool: { type: "stdio", command: "npx" } },
  });
  await addSkillFrom(fixture.app, {});
  await addSkillFrom(fixture.app, {});
  expect(fixture.prompts.questions.at(-1)).toContain("For which agents?");
  expect(fixture.ranCommands).toEqual(["fairlead.mcp.connect"]);
  repository.git("rm", "--quiet", "-r", "skills", "mcp.json");
  repository.commit({});
  await addSkillFrom(fixture.app, {});
  expect(fixture.prompts.offered.at(-1)?.map(({ label }) => label)).toEqual(["far", "pack"]);
  rmSync(home, { recursive: true });
});

describe("nothing is written", () => {
  test("when a question is left with Escape", async () => {
    using repository = createTestRepository({ "a/SKILL.md": createSkillText("a"), "b/SKILL.md": createSkillText("b") });
    const answers = ["Address", repository.url, ["a"], ["Claude Code"]] as const;
    await using fixture = await open(answers.flatMap((_, count) => [...answers.slice(0, count), escapeAnswer]));
    for (const _ of answers) await addSkillFrom(fixture.app, {});
    expect([fixture.prompts.unusedAnswers, fixture.tree()]).toEqual([[], {}]);
  });

  longTest("when another source has a skill of this name in the lock file", async () => {
    using one = createTestRepository();
    using other = createTestRepository();
    one.commit({ "s/SKILL.md": createSkillText("same") });
    other.commit({ "s/SKILL.md": createSkillText("same", "Evil.") });
    await using fixture = await open(["Address", one.url, ["Claude Code"], "Address", other.url, ["GitHub Copilot"]]);
    await addSkillFrom(fixture.app, {});
    const before = fixture.tree();
    await addSkillFrom(fixture.app, {});
    await fixture.messages.waitFor("same was not added: one from file:");
    expect(fixture.tree()).toEqual(before);
  });

  longTest("when the user leaves the skill as it is after its changes were shown", async () => {
    using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
    await using fixture = await open(["Address", repository.url, ["Claude Code"], "Leave As It Is"]);
    await addSkillFrom(fixture.app, {});
    const before = fixture.tree();
    repository.commit({ "s/SKILL.md": createSkillText("s", "Second.") });
    await updateSkill(fixture.app, { node: await fixture.addedNode() });
    expect(fixture.tree()).toEqual(before);
  });
});

test("a skill that the command line tool installed is shown, updated, and removed with its entry", async () => {
  using repository = createTestRepository({ "s/SKILL.md": createSkillText("s") });
  await using fixture = await open(["Update"]);
  const hash = computeToolHash([{ path: "SKILL.md", bytes: Buffer.from(createSkillText("s")) }]);
  const entry = {
    source: repository.url,
    sourceUrl: repository.url,
    sourceType: "git",
    skillPath: "s/SKILL.md",
    computedHash: hash,
  };
  fixture.write("workspace/skills-lock.json", JSON.stringify({ version: 1, skills: { s: entry } }));
  fixture.write("workspace/.agents/skills/s/SKILL.md", createSkillText("s"));
  const node = await fixture.addedNode();
  expect(rowOf(node).describe(node, 0).description).toBe(`Codex and other agents · ${repository.url}`);
  repository.commit({ "s/SKILL.md": createSkillText("s", "Second.") });
  await updateSkill(fixture.app, { node });
  expect(fixture.read("workspace/.agents/skills/s/SKILL.md")).toBe(createSkillText("s", "Second."));
  expect(fixture.readLock().skills.s).toMatchObject({ ...entry, computedHash: expect.not.stringMatching(hash) });
  // What the tool writes has no places: the copy is found again.
  const { fairlead: _, ...others } = fixture.readLock().skills.s;
  fixture.write("workspace/skills-lock.json", JSON.stringify({ version: 1, skills: { s: others } }));
  await uninstallSkill(fixture.app, { node: await fixture.addedNode() });
  expect(fixture.tree()).toEqual({});
});
