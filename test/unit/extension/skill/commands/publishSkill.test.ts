import { describe, expect, test } from "vitest";
import type { Skill } from "../../../../../src/contract/skills.ts";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { archiveDraft, ensureSkill } from "../../../../../src/extension/skill/commands/ensureSkill.ts";
import { publishSkill } from "../../../../../src/extension/skill/commands/publishSkill.ts";
import { createSkillNode } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import { testSkill } from "../../../../../src/extension/testing/commands/startTests.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

const served = await useServedService();

const hosted = async (name: string): Promise<Skill | undefined> =>
  (await served.api.call("skills.list", { q: name, limit: 200 })).items.find((skill) => skill.name === name);
const failingFiles = ["SKILL.md", "evals/scripts.json", "scripts/greet.mjs"] as const;
const firstVersion = [["SKILL.md"], "0.1.0"] as const;

describe("publishing a folder", () => {
  test("lists the files, asks for the version, and offers the next step", async () => {
    await using fixture = await createSkillFixture(served, {
      answers: [["SKILL.md", "scripts/greet.js"], "1.0.0"],
      actions: ["Install"],
    });
    const folder = fixture.source("greeter", { "scripts/greet.js": "console.log(1);\n" });
    await publishSkill(fixture.app, { resource: folder });
    await fixture.messages.waitFor("Published greeter 1.0.0.");
    expect(fixture.prompts.questions).toEqual([
      expect.stringMatching(/^Publish greeter: 2 files, \d+ bytes: which are published, now and later\?$/),
      "Publish greeter: The version's number [0.1.0]",
    ]);
    const skill = await hosted("greeter");
    expect(skill).toMatchObject({ latestVersion: "1.0.0", valid: true });
    expect(skill?.files?.map(({ path }) => path)).toEqual(["SKILL.md", "scripts/greet.js"]);
    expect(fixture.ranCommands).toEqual(["fairlead.skill.install"]);
    expect(fixture.refreshed).toContain("fairlead.skills");
  });

  test("from its SKILL.md creates the next version of the same skill, even under a new name", async () => {
    await using fixture = await createSkillFixture(served, {
      answers: [...firstVersion, ["SKILL.md"], "0.1.1", "Renamed"],
    });
    const folder = fixture.source("first-name");
    await publishSkill(fixture.app, { resource: `${folder}/SKILL.md` });
    fixture.write("workspace/skills/first-name/SKILL.md", createSkillText("first-name", "Say good bye."));
    await publishSkill(fixture.app, { resource: `${folder}/SKILL.md` });
    const skill = await hosted("first-name");
    expect(skill?.latestVersion).toBe("0.1.1");
    expect(fixture.prompts.questions.slice(-2)).toEqual([
      "Publish first-name: The version's number [0.1.1]",
      "Publish first-name: What is new in it? May be left empty []",
    ]);
    const { items } = await served.api.call("registry.versions", { id: skill?.artifactId ?? "" });
    expect(items.map(({ version, notes }) => [version, notes])).toEqual([
      ["0.1.1", "Renamed"],
      ["0.1.0", ""],
    ]);
  });

  test("without a change shows a message and asks nothing", async () => {
    await publishTestSkill(served, "known");
    await using fixture = await createSkillFixture(served);
    await publishSkill(fixture.app, { resource: fixture.source("known") });
    expect(fixture.messages.shown).toEqual([
      "info: Nothing is new: known 0.1.0 holds just these files. [Install, Run Tests]",
    ]);
  });

  test("publishes the draft that was made for the tests of the same files", async () => {
    await using fixture = await createSkillFixture(served, { answers: [...firstVersion] });
    const folder = fixture.source("drafted");
    const draft = requireValue(await ensureSkill(fixture.app, served.api, folder));
    expect(draft).toMatchObject({ isDraft: true, skill: { latestVersion: null } });
    await archiveDraft(fixture.app, served.api, draft);
    expect(await hosted("drafted")).toBeUndefined();
    await publishSkill(fixture.app, { resource: folder });
    expect(await hosted("drafted")).toMatchObject({ id: draft.skill.id, latestVersion: "0.1.0", archived: false });
  });

  test("leaves the draft of the tests of somebody else", async () => {
    await using other = await createSkillFixture(served, { answers: [] });
    await using fixture = await createSkillFixture(served, { answers: [...firstVersion] });
    const draft = requireValue(await ensureSkill(other.app, served.api, other.source("shared")));
    await archiveDraft(other.app, served.api, draft);
    await publishSkill(fixture.app, { resource: fixture.source("shared") });
    expect((await hosted("shared"))?.id).not.toBe(draft.skill.id);
  });

  test("says how many tests of just these files failed", async () => {
    const cases = [{ name: "greets", script: "scripts/greet.mjs", expect: { stdout: "Hello!" } }];
    await using fixture = await createSkillFixture(served, {
      answers: [escapeAnswer, "Publish Anyway", [...failingFiles], "0.1.0"],
      runsTests: true,
    });
    const folder = fixture.source("failing", {
      "evals/scripts.json": JSON.stringify(cases),
      "scripts/greet.mjs": "console.log('Goodbye!');",
    });
    await testSkill(fixture.app, { resource: folder });
    expect(fixture.messages.shown).toEqual([
      expect.stringMatching(/^warning: failing: \d+ passed, 1 failed.* \[Show\]$/),
    ]);
    await publishSkill(fixture.app, { resource: folder });
    expect(await hosted("failing")).toBeUndefined();
    await publishSkill(fixture.app, { resource: folder });
    expect(fixture.prompts.questions[1]).toMatch(/^Publish failing: 1 of \d+ tests failed: greets\.$/);
    expect(await hosted("failing")).toMatchObject({ latestVersion: "0.1.0" });
  });

  test("offers no tests that have passed for these files", async () => {
    await using fixture = await createSkillFixture(served, { answers: [...firstVersion], runsTests: true });
    const folder = fixture.source("proven");
    await testSkill(fixture.app, { resource: folder });
    await publishSkill(fixture.app, { resource: folder });
    expect(fixture.messages.shown.at(-1)).toBe("info: Published proven 0.1.0. [Install]");
  });

  test("warns about secrets, excludes them, and continues to exclude them", async () => {
    await using fixture = await createSkillFixture(served, { answers: [...firstVersion] });
    const folder = fixture.source("careful", { "key.pem": "-----BEGIN PRIVATE KEY-----" });
    await publishSkill(fixture.app, { resource: folder });
    expect((await hosted("careful"))?.files?.map(({ path }) => path)).toEqual(["SKILL.md"]);
    expect(fixture.read("workspace/skills/careful/.skillignore")).toBe("/key.pem\n");
    expect(fixture.messages.shown).toContain("info: key.pem is left out of careful from now on: see .skillignore.");
    await publishSkill(fixture.app, { resource: folder });
    expect(fixture.messages.shown.at(-1)).toContain("Nothing is new");
  });

  test("rejects an invalid skill and shows its problems", async () => {
    await using fixture = await createSkillFixture(served, { actions: ["Show Problems"] });
    const folder = fixture.source("wrong", { "SKILL.md": "---\nname: Other\n---\n" });
    await publishSkill(fixture.app, { resource: folder });
    expect(fixture.messages.shown[0]).toMatch(/^error: wrong cannot be published: \d errors?\. .+ \[Show Problems\]$/);
    await expect.poll(() => fixture.documents.shown).toEqual([`${folder}/SKILL.md`, "the problems"]);
    expect(await hosted("Other")).toBeUndefined();
  });

  test("requires a SKILL.md among the selected files", async () => {
    await using fixture = await createSkillFixture(served, { answers: [["a.md"], escapeAnswer] });
    await publishSkill(fixture.app, { resource: fixture.source("halved", { "a.md": "a" }) });
    expect(fixture.messages.shown).toEqual([
      "warning: A skill is published with its SKILL.md. Select it, or press Escape.",
    ]);
    expect(await hosted("halved")).toBeUndefined();
  });

  test("goes back one question and keeps the answers", async () => {
    await publishTestSkill(served, "returned", { "a.md": "a" });
    await using fixture = await createSkillFixture(served, {
      answers: [["SKILL.md"], "2.0.0", promptBack, "2.0.1", ""],
    });
    await publishSkill(fixture.app, { resource: fixture.source("returned") });
    expect(fixture.prompts.questions[3]).toBe("Publish returned: The version's number [2.0.0]");
    expect((await hosted("returned"))?.latestVersion).toBe("2.0.1");
  });

  test("publishes nothing after Escape at the notes of a later version", async () => {
    await publishTestSkill(served, "unchanged");
    await using fixture = await createSkillFixture(served, { answers: [["SKILL.md"], "0.2.0", escapeAnswer] });
    await publishSkill(fixture.app, {
      resource: fixture.source("unchanged", { "SKILL.md": createSkillText("unchanged", "Better.") }),
    });
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    expect((await hosted("unchanged"))?.latestVersion).toBe("0.1.0");
  });

  test("shows a message after a cancel", async () => {
    await using fixture = await createSkillFixture(served, {
      answers: [...firstVersion],
      cancel: { title: "Publishing cancelled 0.1.0" },
    });
    await publishSkill(fixture.app, { resource: fixture.source("cancelled") });
    expect(fixture.messages.shown).toEqual([
      "info: Publishing cancelled was cancelled. The Skills view shows whether a version was made before.",
    ]);
  });

  test("that fails leaves the folder unchanged and shows the reason", async () => {
    await publishTestSkill(served, "twice");
    await using fixture = await createSkillFixture(served, { answers: [["SKILL.md"], "3.0.0", "x".repeat(10_001)] });
    const folder = fixture.source("twice", { "a.md": "a" });
    await expect(publishSkill(fixture.app, { resource: folder })).rejects.toThrow(/notes/i);
    expect(Object.keys(fixture.tree())).toEqual(["workspace/skills/twice/SKILL.md", "workspace/skills/twice/a.md"]);
  });
});

test("from the palette shows a message if there is no folder", async () => {
  await using empty = await createSkillFixture(served);
  await publishSkill(empty.app, {});
  expect(empty.messages.shown[0]).toContain("There is no SKILL.md in this workspace.");
});

test("a published skill is published where the user says, here if there is a folder; Escape publishes nothing", async () => {
  const skill = await publishTestSkill(served, "from-node");
  const target = { node: createSkillNode(skill) };
  await using fixture = await createSkillFixture(served, {
    answers: [escapeAnswer, "This Service", ["SKILL.md", "new.md"], "0.2.0", ""],
  });
  fixture.source("from-node", { "new.md": "new" });
  await publishSkill(fixture.app, target);
  expect((await hosted("from-node"))?.latestVersion).toBe("0.1.0");
  await publishSkill(fixture.app, target);
  expect((await hosted("from-node"))?.latestVersion).toBe("0.2.0");
  await using elsewhere = await createSkillFixture(served, { answers: ["This Service"] });
  await expect(publishSkill(elsewhere.app, target)).rejects.toThrow("not among Git Branch..., Agent Plugin...");
});
