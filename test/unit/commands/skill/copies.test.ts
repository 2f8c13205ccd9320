import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareSkill } from "../../../../src/commands/skill/compare.ts";
import { installSkill } from "../../../../src/commands/skill/install.ts";
import { openSkill } from "../../../../src/commands/skill/open.ts";
import { publishSkill } from "../../../../src/commands/skill/publish.ts";
import { reconcileSkill } from "../../../../src/commands/skill/reconcile.ts";
import { skillNode } from "../../../../src/commands/skill/skillNode.ts";
import { uninstallSkill } from "../../../../src/commands/skill/uninstall.ts";
import { updateSkill } from "../../../../src/commands/skill/update.ts";
import type { Skill } from "../../../../src/contract/skills.ts";
import type { Node } from "../../../../src/core/nodes.ts";
import { packFile } from "../../../../src/core/packFile.ts";
import { findSkillById } from "../../../../src/core/skillOfFolder.ts";
import { escaped, type ScriptedAnswer } from "../../../support/scriptedPrompts.ts";
import { startServedService } from "../../../support/servedService.ts";
import { publishedSkill, skillBench } from "../../../support/skillBench.ts";
import { skillText } from "../../../support/skillText.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const anyway = "Install Anyway";
const claude = (name: string, file = "SKILL.md") => `workspace/.claude/skills/${name}/${file}`;
const installations = async (id: string) =>
  (await served.api.call("skill.installations", { id, status: "installed", limit: 200 })).items;
const now = async (skill: Skill) => (await findSkillById(served.api, skill.id)) ?? skill;
const newVersion = (skill: Skill, body = "Second.") =>
  served.api.call("skill.update", {
    id: skill.id,
    files: [packFile({ path: "SKILL.md", bytes: Buffer.from(skillText(skill.name, body)) })],
  });

type Bench = Awaited<ReturnType<typeof skillBench>>;

/** A skill that Claude Code has. */
async function installed(
  name: string,
  {
    answers = [],
    actions = [],
    files = {},
  }: { answers?: ScriptedAnswer[]; actions?: string[]; files?: Record<string, string> } = {},
) {
  const skill = await publishedSkill(served, name, files);
  const bench = await skillBench(served, { answers: [["Claude Code"], ...answers], actions: [anyway, ...actions] });
  await installSkill(bench.app, { node: skillNode(skill) });
  return { skill, bench };
}

async function copyNode(bench: Bench, skill: Skill): Promise<Node> {
  const [copy] = await bench.app.localSkills.copies();
  return { kind: "installation", skill: await now(skill), installation: undefined, copy };
}

describe("uninstalling", () => {
  test("removes just what was installed, and its record", async () => {
    const { skill, bench } = await installed("leaving", { files: { "scripts/a.js": "a" } });
    await using _ = bench;
    bench.write(claude("leaving", "mine.md"), "mine");
    await uninstallSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(Object.keys(bench.tree())).toEqual([claude("leaving", "mine.md")]);
    expect(await installations(skill.id)).toEqual([]);
    await bench.messages.until("Uninstalled leaving of Claude Code.");
  });

  test("asks about changed files: left, nothing happens", async () => {
    const { skill, bench } = await installed("edited");
    await using _ = bench;
    bench.write(claude("edited"), "mine");
    const before = bench.tree();
    await uninstallSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(bench.messages.shown.at(-1)).toContain('"SKILL.md" was changed since edited was installed');
    expect(bench.tree()).toEqual(before);
    expect(await installations(skill.id)).toHaveLength(1);
  });

  test("keeps changed files where that is wanted, after their difference was shown", async () => {
    const { skill, bench } = await installed("kept", {
      actions: ["Show the Difference", "Keep Changed Files"],
      files: { "a.md": "a" },
    });
    await using _ = bench;
    bench.write(claude("kept"), "mine");
    await uninstallSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(bench.tree()).toEqual({ [claude("kept")]: "mine" });
    expect(bench.documents.compared[0]?.pairs.map(({ label }) => label)).toEqual(["SKILL.md"]);
  });

  test("removes changed files where that is wanted", async () => {
    const { skill, bench } = await installed("removed", { actions: ["Remove All"] });
    await using _ = bench;
    bench.write(claude("removed"), "mine");
    await uninstallSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(bench.tree()).toEqual({});
  });

  test("from the palette asks which; escaped, nothing happens", async () => {
    const { bench } = await installed("chosen", { answers: [escaped, ["chosen: Claude Code"]] });
    await using _ = bench;
    const before = bench.tree();
    await uninstallSkill(bench.app, {});
    expect(bench.tree()).toEqual(before);
    await uninstallSkill(bench.app, {});
    expect(bench.tree()).toEqual({});
  });

  test("of what is on another machine forgets the record only, once that is confirmed", async () => {
    const skill = await publishedSkill(served, "elsewhere");
    const target = {
      scope: "user",
      agent: "codex",
      path: "/home/me/.codex/skills/elsewhere",
      machine: "laptop",
    } as const;
    const installation = await served.api.call("skill.install", { id: skill.id, target });
    await using bench = await skillBench(served, { answers: [false, true] });
    const node: Node = { kind: "installation", skill, installation, copy: undefined };
    await uninstallSkill(bench.app, { node });
    expect(await installations(skill.id)).toHaveLength(1);
    await uninstallSkill(bench.app, { node });
    expect(await installations(skill.id)).toEqual([]);
  });

  test("a lock that names a path outside removes nothing", async () => {
    const { bench } = await installed("hostile");
    await using _ = bench;
    bench.write("home/secret", "secret");
    const lock = bench.read("workspace/skills-lock.json");
    bench.write("workspace/skills-lock.json", lock.replace(".claude/skills/hostile", "../home"));
    await expect(uninstallSkill(bench.app, {})).rejects.toThrow("cannot be read");
    expect(bench.read("home/secret")).toBe("secret");
  });
});

describe("updating", () => {
  test("brings a copy to the latest version, without what went, and keeps one record", async () => {
    const { skill, bench } = await installed("growing", { files: { "old.md": "old" }, actions: [anyway] });
    await using _ = bench;
    await newVersion(skill);
    await updateSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(bench.tree("workspace/.claude")).toEqual({ "skills/growing/SKILL.md": skillText("growing", "Second.") });
    expect((await installations(skill.id)).map(({ version }) => version)).toEqual(["0.1.1"]);
    expect((await bench.app.localSkills.copies()).map(({ state }) => state.kind)).toEqual(["same"]);
  });

  test("shows what was changed before it would be lost", async () => {
    const { skill, bench } = await installed("dirty", { actions: [anyway] });
    await using _ = bench;
    bench.write(claude("dirty"), "mine");
    await newVersion(skill);
    await updateSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(bench.read(claude("dirty"))).toBe("mine");
    expect(bench.messages.shown.at(-1)).toBe("info: dirty 0.1.1 was not installed: nothing was changed.");
  });

  test("from the palette lists what is old; escaped, nothing happens", async () => {
    const { skill, bench } = await installed("listed", { answers: [escaped] });
    await using _ = bench;
    await updateSkill(bench.app, {});
    expect(bench.messages.shown.at(-1)).toBe("info: Every installed copy is up to date.");
    await newVersion(skill);
    const before = bench.tree();
    await updateSkill(bench.app, {});
    expect(bench.prompts.asked.at(-1)).toBe("Update Installed Skills: Which copies?");
    expect(bench.tree()).toEqual(before);
  });

  test("brings back what is gone", async () => {
    const { skill, bench } = await installed("gone", { actions: [anyway] });
    await using _ = bench;
    await bench.app.folders.change({ root: bench.folder(""), path: ".claude/skills/gone" }, { remove: ["SKILL.md"] });
    await updateSkill(bench.app, { node: skillNode(skill) });
    expect(bench.read(claude("gone"))).toBe(skillText("gone"));
  });
});

describe("reconciling", () => {
  test("says that everything is the same", async () => {
    const { skill, bench } = await installed("same");
    await using _ = bench;
    bench.source("same");
    await reconcileSkill(bench.app, { node: skillNode(skill) });
    expect(bench.messages.shown.at(-1)).toBe(
      "info: same is the same everywhere: hosted 0.1.0 · same as published · Claude Code up to date.",
    );
  });

  test("publishes the folder and brings every copy along", async () => {
    const { skill, bench } = await installed("forward", {
      answers: ["Publish the folder", ["SKILL.md"], "0.2.0", ""],
      actions: [anyway],
    });
    await using _ = bench;
    bench.source("forward", { "SKILL.md": skillText("forward", "Better.") });
    await reconcileSkill(bench.app, { node: skillNode(skill) });
    expect((await now(skill)).latestVersion).toBe("0.2.0");
    expect(bench.read(claude("forward"))).toBe(skillText("forward", "Better."));
  });

  test("takes a changed copy back into the folder, after it was shown", async () => {
    const { skill, bench } = await installed("backward", {
      answers: ["Take Claude Code's copy back"],
      actions: ["Overwrite"],
    });
    await using _ = bench;
    bench.source("backward", { "extra.md": "extra", ".skillignore": "extra.md\n" });
    bench.write(claude("backward"), skillText("backward", "Edited in place."));
    await reconcileSkill(bench.app, { node: skillNode(skill) });
    expect(bench.read("workspace/skills/backward/SKILL.md")).toBe(skillText("backward", "Edited in place."));
    expect(bench.read("workspace/skills/backward/extra.md")).toBe("extra");
    expect(bench.documents.compared.at(-1)?.pairs.map(({ label }) => label)).toEqual(["SKILL.md"]);
  });

  test("takes the latest version into a folder that is older", async () => {
    const skill = await publishedSkill(served, "older");
    await newVersion(skill);
    await using bench = await skillBench(served, { answers: ["Take 0.1.1 into the folder"], actions: ["Overwrite"] });
    bench.source("older");
    await reconcileSkill(bench.app, { node: skillNode(skill) });
    expect(bench.read("workspace/skills/older/SKILL.md")).toBe(skillText("older", "Second."));
  });

  test.each([
    ["at the question", [escaped], []],
    ["at the difference", ["Take 0.1.1 into the folder"], []],
  ] as const)("left %s changes nothing", async (where, answers, actions) => {
    const name = where.replaceAll(" ", "-");
    const skill = await publishedSkill(served, name);
    await newVersion(skill);
    await using bench = await skillBench(served, { answers, actions });
    bench.source(name);
    const before = bench.tree();
    await reconcileSkill(bench.app, { node: skillNode(skill) });
    expect(bench.tree()).toEqual(before);
  });
});

describe("comparing", () => {
  test("shows a folder beside the latest version, file by file", async () => {
    const skill = await publishedSkill(served, "compared", { "old.md": "old" });
    await using bench = await skillBench(served);
    const folder = bench.source("compared", { "SKILL.md": skillText("compared", "Other."), "new.md": "new" });
    await compareSkill(bench.app, { resource: `${folder}/SKILL.md` });
    const [shown] = bench.documents.compared;
    expect(shown?.title).toBe("compared 0.1.0 ↔ compared (1 changed, 1 added, 1 removed)");
    expect(shown?.pairs.map(({ label, left, right }) => [label, left !== undefined, right])).toEqual([
      ["SKILL.md", true, `${folder}/SKILL.md`],
      ["new.md", false, `${folder}/new.md`],
      ["old.md", true, undefined],
    ]);
    await compareSkill(bench.app, { node: skillNode(skill) });
    expect(bench.documents.compared).toHaveLength(2);
  });

  test("says that a copy is the same", async () => {
    const { skill, bench } = await installed("equal");
    await using _ = bench;
    await compareSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(bench.messages.shown.at(-1)).toBe("info: Claude Code's copy and equal 0.1.0 are the same.");
  });
});

describe("opening", () => {
  test("opens the folder's SKILL.md where there is one, else that of the latest version", async () => {
    const skill = await publishedSkill(served, "opened");
    await using bench = await skillBench(served, { answers: ["opened"] });
    await openSkill(bench.app, { node: skillNode(skill) });
    expect(bench.documents.shown[0]).toMatch(/^fairlead:\/version\/opened\/0\.1\.0\/SKILL\.md\?/);
    const folder = bench.source("opened");
    bench.app.localSkills.forget();
    await openSkill(bench.app, {});
    expect(bench.documents.shown[1]).toBe(`${folder}/SKILL.md`);
  });

  test("opens a copy's own, and a problem where it is", async () => {
    const { skill, bench } = await installed("placed");
    await using _ = bench;
    await openSkill(bench.app, { node: await copyNode(bench, skill) });
    expect(bench.documents.shown.at(-1)).toBe(`${bench.folder(".claude/skills/placed")}/SKILL.md`);
    const problem = { path: "SKILL.md", line: 2, column: 1, severity: "warning", code: "x", message: "m" } as const;
    await openSkill(bench.app, { node: { kind: "problem", problem, of: { skill, source: undefined } } });
    expect(bench.documents.shown.at(-1)).toMatch(/^fairlead:\/version\/placed\/0\.1\.0\/SKILL\.md\?/);
  });
});

test("a skill that is gone says so", async () => {
  const skill = await publishedSkill(served, "lost");
  await using bench = await skillBench(served);
  const node = skillNode({ ...skill, id: "skl_gone" });
  for (const command of [installSkill, openSkill, reconcileSkill]) {
    await expect(command(bench.app, { node })).rejects.toThrow("no longer there");
  }
});

test("nothing is asked of the service for a folder that cannot be read", async () => {
  await using bench = await skillBench(served);
  await expect(publishSkill(bench.app, { resource: bench.folder("nowhere") })).rejects.toThrow();
});
