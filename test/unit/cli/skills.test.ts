import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { computeContentDigest, computeFileDigest } from "../../../src/extension/base/fileDigest.ts";
import { computeToolHash } from "../../../src/extension/skill/model/toolHashes.ts";
import { runCommand } from "../../support/cli/runCommand.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { startServedService } from "../../support/service/servedService.ts";
import { createTestRepository } from "../../support/skills/gitRepository.ts";
import { writeFile } from "../../support/writeFile.ts";

const { service, api } = await startServedService();
const environment = { FAIRLEAD_URL: service.url, FAIRLEAD_KEY: service.firstKey };

const createText = (name: string, body = "Say hello.") =>
  `---\nname: ${name}\ndescription: Greets people. Use it when someone says hello.\n---\n\n${body}\n`;

/** A folder with a skill. */
function createSkill(name: string): string {
  const cwd = createTemporaryFolder();
  writeFile(cwd, `${name}/SKILL.md`, createText(name));
  return cwd;
}

test("publishes a new skill, then its next version, and nothing where nothing is new", async () => {
  const cwd = createSkill("greeting");
  const run = () => runCommand(["publish", "greeting", "--notes", "More."], { cwd, environment });
  expect((await run()).output).toMatch(/\nPublished greeting 0\.1\.0\.\n$/);
  expect((await run()).output).toMatch(/\nNothing is new: greeting 0\.1\.0 holds just these files\.\n$/);
  writeFile(cwd, "greeting/SKILL.md", createText("greeting", "Say good morning."));
  writeFile(cwd, "greeting/draft.md", "Not yet.");
  writeFile(cwd, "greeting/.skillignore", "draft.md\n");
  expect((await run()).output).toMatch(/\nPublished greeting 0\.1\.1\.\n$/);
  const [skill] = (await api.call("skills.list", { q: "greeting" })).items;
  const { files = [] } = await api.call("registry.artifact", { id: skill?.artifactId ?? "", version: "0.1.1" });
  expect(files.map(({ path }) => path)).toEqual(["SKILL.md"]);
});

test("a skill with an error is not published, and its problems have their places", async () => {
  const cwd = createSkill("broken");
  writeFile(cwd, "broken/SKILL.md", createText("other"));
  const { code, output } = await runCommand(["publish", "broken", "--github"], { cwd, environment });
  expect(code).toBe(1);
  expect(output).toMatch(/^broken\/SKILL\.md:2: error: /m);
  expect(output).toMatch(/^::error file=broken\/SKILL\.md,line=2,/m);
  expect((await api.call("skills.list", { q: "broken" })).items).toEqual([]);
});

test("a skill with a file of secrets is not published", async () => {
  const cwd = createSkill("keyed");
  writeFile(cwd, "keyed/notes/key.pem", "secret");
  const { code, output } = await runCommand(["publish", "keyed"], { cwd, environment });
  expect(code).toBe(1);
  expect(output).toMatch(/^keyed\/notes\/key\.pem:1: error: unwanted-file: Its name is that of a file with secrets\./m);
  expect((await api.call("skills.list", { q: "keyed" })).items).toEqual([]);
});

test("a copy of another service is not asked for at this one", async () => {
  const { cwd } = await createLockedWorkspace("foreign");
  const file = join(cwd, "skills-lock.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"service":"local"', '"service":"https://other.example.com"'));
  const { code, output } = await runCommand(["restore", "--frozen"], { cwd, environment });
  expect(code).toBe(1);
  expect(output).toContain(
    "failed: foreign: foreign is from https://other.example.com. Set FAIRLEAD_URL to that service",
  );
});

/** A workspace whose lock file records a copy of a service and a skill of a Git repository. */
async function createLockedWorkspace(name: string) {
  const cwd = createSkill(name);
  await runCommand(["publish", name], { cwd, environment });
  const [skill] = (await api.call("skills.list", { q: name })).items;
  const bytes = Buffer.from(createText(name));
  const digest = computeContentDigest([{ path: "SKILL.md", bytes }]);
  const copy = {
    ...{ path: `.claude/skills/${name}`, agent: "claude-code", service: "local", version: "0.1.0", digest },
    ...{ skillId: skill?.id, artifactId: skill?.artifactId },
    files: [{ path: "SKILL.md", digest: computeFileDigest(bytes) }],
  };
  const repository = createTestRepository({ "skills/rex/SKILL.md": createText("rex") });
  onTestFinished(() => repository[Symbol.dispose]());
  const source = repository.url;
  const rex = { path: "SKILL.md", bytes: Buffer.from(createText("rex")) };
  const skills = {
    [name]: { source: "local", sourceType: "fairlead", fairlead: { copies: [copy] } },
    rex: {
      ...{ source, sourceUrl: source, sourceType: "git", skillPath: "skills/rex/SKILL.md" },
      computedHash: computeToolHash([rex]),
    },
  };
  const workspace = createTemporaryFolder();
  writeFile(workspace, "skills-lock.json", JSON.stringify({ version: 1, skills }));
  return { cwd: workspace, repository };
}

test("restores what the lock file records from the service and from a repository, and does nothing the second time", async () => {
  const { cwd } = await createLockedWorkspace("hello");
  const lock = readFileSync(join(cwd, "skills-lock.json"), "utf8");
  const run = () => runCommand(["restore", "--frozen"], { cwd, environment });
  const first = "restored: hello: .claude/skills/hello\nrestored: rex: .agents/skills/rex\n";
  expect(await run()).toMatchObject({
    code: 0,
    errors: "",
    output: `${first}Skills of skills-lock.json: 2 restored\n`,
  });
  expect(readFileSync(join(cwd, ".claude/skills/hello/SKILL.md"), "utf8")).toBe(createText("hello"));
  expect(readFileSync(join(cwd, ".agents/skills/rex/SKILL.md"), "utf8")).toBe(createText("rex"));
  expect((await run()).output).toContain("Skills of skills-lock.json: 2 here");
  expect(readFileSync(join(cwd, "skills-lock.json"), "utf8")).toBe(lock);
});

test("a copy that was changed stays, and with --frozen nothing is written", async () => {
  const { cwd } = await createLockedWorkspace("hi");
  writeFile(cwd, ".claude/skills/hi/SKILL.md", createText("hi", "Changed here."));
  const frozen = await runCommand(["restore", "--frozen", "--json"], { cwd, environment });
  expect(frozen.code).toBe(1);
  expect(JSON.parse(frozen.output).skills.map(({ result }: { result: string }) => result)).toEqual([
    ...["changed", "not written"],
  ]);
  expect(existsSync(join(cwd, ".agents"))).toBe(false);
  expect(await runCommand(["restore"], { cwd, environment })).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      "changed: hi: .claude/skills/hi differs from the lock file. It stays.\nrestored: rex",
    ),
  });
  expect(readFileSync(join(cwd, ".claude/skills/hi/SKILL.md"), "utf8")).toContain("Changed here.");
});

test("a source with other files is not restored, and with --frozen nothing else is", async () => {
  const { cwd, repository } = await createLockedWorkspace("bye");
  repository.commit({ "skills/rex/SKILL.md": createText("rex", "Another one.") });
  const frozen = await runCommand(["restore", "--frozen"], { cwd, environment });
  expect(frozen).toMatchObject({ code: 1, output: expect.stringContaining("not written: bye") });
  expect(frozen.output).toContain("failed: rex: Nothing of rex was written: its source has other files");
  expect(readdirSync(cwd)).toEqual(["skills-lock.json"]);
  expect((await runCommand(["restore"], { cwd, environment })).code).toBe(1);
  expect(existsSync(join(cwd, ".claude/skills/bye/SKILL.md"))).toBe(true);
});

test("restore without a lock file, or without the service that it needs, says so and writes nothing", async () => {
  const empty = await runCommand(["restore"], { cwd: createTemporaryFolder() });
  expect(empty).toMatchObject({ code: 2, errors: expect.stringContaining("There is no skills-lock.json in ") });
  const { cwd } = await createLockedWorkspace("alone");
  const withoutService = await runCommand(["restore"], { cwd });
  expect(withoutService).toMatchObject({ code: 2, errors: expect.stringContaining("Set FAIRLEAD_URL") });
  expect(readdirSync(cwd)).toEqual(["skills-lock.json"]);
});
