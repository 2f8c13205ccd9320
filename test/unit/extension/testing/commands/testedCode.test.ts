import { describe, expect, test } from "vitest";
import { confirmRunCode } from "../../../../../src/extension/registry/commands/codeConsent.ts";
import { createSavedEdits } from "../../../../../src/extension/registry/model/codeConsent.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { readFolderSubject } from "../../../../../src/extension/testing/commands/findSkillRequest.ts";
import { listRunCode, prepareTestRun } from "../../../../../src/extension/testing/commands/prepareTestRun.ts";
import type { TestRequest } from "../../../../../src/extension/testing/model/testSubject.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { addTinyVersion, createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { createTinyFolder } from "../../../../support/servers/tinyFolder.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

type Fixture = Awaited<ReturnType<typeof createSkillFixture>>;

const scripts = JSON.stringify([{ name: "greets", script: "scripts/greet.mjs", args: ["Ann"], expect: {} }]);
const greet = 'import "../../../commands/testrun/words.mjs";\n';
const skillFiles = { "evals/scripts.json": scripts, "scripts/greet.mjs": greet, "scripts/words.mjs": "" };

async function confirmTests({ app }: Fixture, order: TestRequest): Promise<boolean> {
  const { code } = await prepareTestRun(app, served.api, order);
  return confirmRunCode(app, [code]);
}

async function confirmFolder(fixture: Fixture, folder: string, cases?: readonly string[]): Promise<boolean> {
  return confirmTests(fixture, { subject: await readFolderSubject(fixture.app, served.api, folder), cases });
}

/** Saves a file of the skill `greeter` as the editor does. */
async function save({ folder, memory, read, write }: Fixture, path: string, text: string): Promise<void> {
  const edits = createSavedEdits({ memory, isTrusted: () => true });
  const uri = folder(`skills/greeter/${path}`);
  edits.changed(uri, { isDirty: false, getText: () => read(`workspace/skills/greeter/${path}`) }, false);
  edits.willSave(uri);
  write(`workspace/skills/greeter/${path}`, text);
  await edits.saved(uri, text);
}

describe("the scripts of a skill's folder", () => {
  test.each<[string, string, string]>([
    ["a script", "scripts/greet.mjs", "process.exit();"],
    ["a module that the script imports", "scripts/words.mjs", "process.exit();"],
    ["the arguments of a case", "evals/scripts.json", scripts.replace("Ann", "--all")],
  ])("need consent again after a pull changes %s, and none after the user's own edit", async (_, path, text) => {
    await using fixture = await createSkillFixture(served, { answers: [true, false, true] });
    const folder = fixture.source("greeter", skillFiles);
    expect(await confirmFolder(fixture, folder)).toBe(true);
    expect(await confirmFolder(fixture, folder)).toBe(true);
    expect(fixture.prompts.questions).toHaveLength(1);
    fixture.write(`workspace/skills/greeter/${path}`, text);
    expect(await confirmFolder(fixture, folder)).toBe(false);
    expect(await confirmFolder(fixture, folder)).toBe(true);
    await save(fixture, path, `${text}\n`);
    expect(await confirmFolder(fixture, folder)).toBe(true);
    expect(fixture.prompts.questions).toHaveLength(3);
  });

  test("need no consent when they are of a kind that is not run", async () => {
    await using fixture = await createSkillFixture(served);
    const python = JSON.stringify([{ name: "greets", script: "scripts/greet.py", expect: {} }]);
    const files = { "evals/scripts.json": python, "scripts/greet.py": "print('Hello')" };
    expect(await confirmFolder(fixture, fixture.source("python", files))).toBe(true);
    expect(fixture.prompts.questions).toEqual([]);
  });

  test("need no other consent for changed instructions, nor for cases that run none", async () => {
    await using fixture = await createSkillFixture(served, { answers: [true] });
    const folder = fixture.source("told", skillFiles);
    expect(await confirmFolder(fixture, folder, ["links"])).toBe(true);
    expect(fixture.prompts.questions).toEqual([]);
    expect(await confirmFolder(fixture, folder)).toBe(true);
    fixture.write(
      "workspace/skills/told/SKILL.md",
      fixture.read("workspace/skills/told/SKILL.md").replace("hello", "hi"),
    );
    expect(await confirmFolder(fixture, folder)).toBe(true);
    expect(fixture.prompts.questions).toHaveLength(1);
  });
});

describe("the scripts of a hosted skill", () => {
  test("need consent for each version from the registry that changes them", async () => {
    const skill = await publishTestSkill(served, "versions", skillFiles);
    await using fixture = await createSkillFixture(served, { answers: [true, true] });
    const { name } = skill;
    const subject = { kind: "skill", name, folder: undefined, skill } as const;
    for (let times = 0; times < 2; times += 1) await confirmTests(fixture, { subject, cases: undefined });
    expect(fixture.prompts.questions).toHaveLength(1);
    const other = await publishTestSkill(served, "others", { ...skillFiles, "scripts/words.mjs": "process.exit();" });
    await confirmTests(fixture, { subject: { ...subject, skill: other }, cases: undefined });
    expect(fixture.prompts.questions).toHaveLength(2);
  });

  test("of a draft need consent each time, because its files cannot be read", async () => {
    const skill = await served.api.call("skills.create", {
      projectId: served.project.id,
      publish: false,
      files: Object.entries({ "SKILL.md": "---\nname: draft\ndescription: Greets.\n---\n", ...skillFiles }).map(
        ([path, content]) => ({ path, encoding: "utf8" as const, content }),
      ),
    });
    await using fixture = await createSkillFixture(served, { answers: [true, false] });
    const subject = { kind: "skill", name: skill.name, folder: undefined, skill } as const;
    expect(await confirmTests(fixture, { subject, cases: ["links"] })).toBe(true);
    expect(await confirmTests(fixture, { subject, cases: undefined })).toBe(true);
    expect(await confirmTests(fixture, { subject, cases: ["script:greets"] })).toBe(false);
  });
});

describe("the servers that evals use", () => {
  let count = 0;
  const withServer = (reference: string) => ({
    "evals/evals.json": JSON.stringify({ evals: [{ id: "asks", prompt: "Ask.", checks: [{ contains: "a" }] }] }),
    "SKILL.md": `---\nname: asks-${count++}\ndescription: Asks.\nmetadata:\n  fairlead-server: ${JSON.stringify(reference)}\n---\n`,
  });
  /** The servers that a run of a new skill names, by what runs of each. */
  async function listServers(fixture: Fixture, projectId: string, reference: string) {
    const files = Object.entries(withServer(reference)).map(([path, content]) => {
      return { path, encoding: "utf8" as const, content };
    });
    const skill = await served.api.call("skills.create", { projectId, files });
    const subject = { kind: "skill", name: skill.name, folder: undefined, skill } as const;
    return prepareTestRun(fixture.app, served.api, { subject, cases: undefined });
  }

  test("are asked about when they are not found by exactly their name and version", async () => {
    await createTinyServer(served, "tiny", "healthy");
    for (const reference of [" tiny@0.1.0", "tiny@0.1.0\n", "gone@1.0.0", "tiny"]) {
      await using fixture = await createSkillFixture(served, { answers: [false] });
      const { servers } = await listServers(fixture, served.project.id, reference);
      expect(servers).toMatchObject([{ called: reference, files: undefined }]);
      expect(await confirmRunCode(fixture.app, servers)).toBe(false);
      expect(fixture.prompts.questions).toHaveLength(1);
    }
  });

  test("are all those of the name in the skill's own project, and none of another project", async () => {
    await using fixture = await createSkillFixture(served);
    const one = await createTinyServer(served, "twins", "healthy");
    const other = await createTinyServer(served, "twins", "sessions");
    const { servers } = await listServers(fixture, served.project.id, "twins@0.1.0");
    expect(new Set(servers.map(({ owner }) => owner))).toEqual(new Set([one.id, other.id]));
    const project = await served.api.call("projects.create", { name: "Elsewhere" });
    const elsewhere = await listServers(fixture, project.id, "twins@0.1.0");
    expect(elsewhere.servers).toMatchObject([{ called: "twins@0.1.0", files: undefined }]);
    const listed = listRunCode([{ ...elsewhere, servers }, elsewhere, elsewhere]);
    expect(listed.filter(({ called }) => called === "twins@0.1.0")).toHaveLength(3);
    // The next tests are asked for no project.
    await served.api.call("project.update", { id: project.id, archived: true });
  });
});

describe("the code of a server", () => {
  test("needs consent for each version, and the version that was agreed to is tested", async () => {
    const first = await createTinyServer(served, "Published", "healthy");
    await using fixture = await createSkillFixture(served, { answers: [true, false] });
    const subject = { kind: "server", server: first, caseFile: undefined } as const;
    const order = { subject, cases: ["schema"] };
    const prepared = await prepareTestRun(fixture.app, served.api, order);
    expect(await confirmRunCode(fixture.app, [prepared.code])).toBe(true);
    // Another window publishes a version meanwhile.
    await addTinyVersion(served, first, "legacyOnly");
    expect((await prepared.start(served.api, undefined))?.run.version).toBe("0.1.0");
    expect(await confirmTests(fixture, order)).toBe(false);
    expect(fixture.prompts.questions).toEqual([
      "Run the code of Published 0.1.0 on this machine?",
      "Run the code of Published 0.1.1 on this machine?",
    ]);
  });

  test("of the user's own folder needs none for what the user saved there", async () => {
    const folder = "file:///home/me/own%20code";
    const memory = createMapMemory();
    await using fixture = await createSkillFixture(served, { memory, answers: ["Own", "Deploy Without Tests"] });
    const readFolder = (files: Map<string, Uint8Array>) => {
      fixture.documents.readFolder = async () => [...files].map(([path, bytes]) => ({ path, bytes }));
    };
    const files = createTinyFolder("healthy");
    readFolder(files);
    await deployServer(fixture.app, { resource: folder });
    const edits = createSavedEdits({ memory, isTrusted: () => true });
    const changed = createTinyFolder("healthy", "other label");
    const { questions } = fixture.prompts;
    const asked = questions.length;
    for (const [path, bytes] of changed) {
      const getText = () => Buffer.from(files.get(path) ?? "").toString();
      edits.changed(`${folder}/${path}`, { isDirty: false, getText }, false);
      edits.willSave(`${folder}/${path}`);
      await edits.saved(`${folder}/${path}`, Buffer.from(bytes).toString());
    }
    readFolder(changed);
    await deployServer(fixture.app, { resource: folder });
    const { items } = await served.api.call("servers.list", { limit: 200 });
    const server = requireValue(await readServer(served.api, items.find(({ name }) => name === "Own")?.id));
    expect(server.latestVersion).toBe("0.1.1");
    const order = { subject: { kind: "server", server, caseFile: undefined }, cases: undefined } as const;
    expect(await confirmTests(fixture, order)).toBe(true);
    expect(questions).toHaveLength(asked);
  });
});
