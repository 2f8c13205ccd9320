import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addSkillFrom } from "../../../src/extension/skill/commands/source/addSkillFrom.ts";
import { updateSkill } from "../../../src/extension/skill/commands/updateSkill.ts";
import { root } from "../../host/prepare/paths.mjs";
import { createSkillFixture } from "../../support/editor/skillFixture.ts";
import { startServedService } from "../../support/service/servedService.ts";
import { startHttpServer } from "../../support/services/startHttpServer.ts";
import { createTestRepository } from "../../support/skills/gitRepository.ts";
import { createSkillText } from "../../support/skills/skillText.ts";

/** Serves the repositories below a folder over HTTP, by Git's own program; returns the URL of the folder. */
function startGitServer(folder: string): Promise<string> {
  return startHttpServer((request, response) => {
    void (async () => {
      const { pathname, search } = new URL(request.url ?? "/", "http://git");
      const env = {
        ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: folder, GIT_HTTP_EXPORT_ALL: "1" },
        ...{ PATH_INFO: pathname, QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method },
        ...{
          CONTENT_TYPE: request.headers["content-type"] ?? "",
          GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        },
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      };
      const child = spawn("git", ["http-backend"], { env });
      request.pipe(child.stdin);
      const output = await buffer(child.stdout);
      const end = output.indexOf("\r\n\r\n");
      const headers = output
        .subarray(0, end)
        .toString()
        .split("\r\n")
        .map((line) => line.split(/: (.*)/s));
      const status = headers.find(([name]) => name === "Status")?.[1];
      response.statusCode = status === undefined ? 200 : Number.parseInt(status, 10);
      for (const [name = "", value = ""] of headers) if (name !== "Status") response.setHeader(name, value);
      response.end(output.subarray(end + 4));
    })();
  });
}

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), "fairlead-tool-"));
let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService({ discovery: "local" });
});
afterAll(async () => {
  await served.close();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the real command line tool `skills`, which must not send what it does to anyone. */
async function runTool(cwd: string, ...args: readonly string[]): Promise<string> {
  const program = join(root, "node_modules", "skills", "bin", "cli.mjs");
  const env = { PATH: process.env.PATH, HOME: home, DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", CI: "1" };
  const { stdout, stderr } = await run(process.execPath, [program, ...args], { cwd, env, timeout: 60_000 });
  return stripVTControlCharacters(stdout + stderr);
}

const publish = (name: string, text: string) => ({
  ...{ projectId: served.project.id, publish: true },
  files: [
    { path: "SKILL.md", content: text, encoding: "utf8" as const },
    { path: "scripts/run.sh", content: "echo run", encoding: "utf8" as const },
  ],
  name,
});

test("the skills command line tool lists, installs and updates from the service", async () => {
  await using fixture = await createSkillFixture(served);
  const cwd = join(fixture.home, "..", "workspace");
  const { name: _, ...first } = publish("greet", createSkillText("greet", "First."));
  const { id } = await served.api.call("skills.create", first);
  expect(await runTool(cwd, "add", served.service.url, "--list")).toMatch(/greet/);
  await runTool(cwd, "add", served.service.url, "--yes", "--agent", "codex", "claude-code");
  expect(fixture.read("workspace/.agents/skills/greet/SKILL.md")).toBe(createSkillText("greet", "First."));
  expect(fixture.read("workspace/.agents/skills/greet/scripts/run.sh")).toBe("echo run");
  expect(await runTool(cwd, "list")).toMatch(/greet/);
  const { name: __, projectId: ___, publish: ____, ...second } = publish("greet", createSkillText("greet", "Second."));
  await served.api.call("skill.update", { id, ...second });
  await runTool(cwd, "update", "--project", "--yes");
  expect(fixture.read("workspace/.agents/skills/greet/SKILL.md")).toBe(createSkillText("greet", "Second."));
  // What the tool installed is shown here, unchanged.
  const copies = await fixture.app.localSkills.copies();
  expect(copies.map(({ name, record, state, isOfTool }) => [name, record.agent, state.kind, isOfTool])).toEqual([
    ["greet", "agents", "same", true],
  ]);
  await updateSkill(fixture.app, { node: { kind: "addedSkill", name: "greet", copies } });
  await fixture.messages.waitFor("greet is up to date.");
});

test("what is added here from a repository is listed and updated by the tool, and is found here again", async () => {
  using repository = createTestRepository({
    "skills/one/SKILL.md": createSkillText("one", "First."),
    "skills/one/a.md": "a",
  });
  const url = `${await startGitServer(join(repository.folder, ".."))}/${basename(repository.folder)}/.git`;
  await using fixture = await createSkillFixture(served, {
    answers: ["Address", `${url}#main`, ["Codex and other agents"]],
  });
  const cwd = join(fixture.home, "..", "workspace");
  await addSkillFrom(fixture.app, {});
  expect(await runTool(cwd, "list")).toMatch(/one/);
  expect(await runTool(cwd, "update", "--project", "--yes")).toMatch(/up to date/i);
  repository.commit({ "skills/one/SKILL.md": createSkillText("one", "Second.") });
  await runTool(cwd, "update", "--project", "--yes");
  expect(readFileSync(join(cwd, ".agents/skills/one/SKILL.md"), "utf8")).toBe(createSkillText("one", "Second."));
  expect(existsSync(join(cwd, "skills-lock.json"))).toBe(true);
  const copies = (await fixture.app.localSkills.copies()).filter(({ name }) => name === "one");
  expect(copies.map(({ record, state }) => [record.agent, state.kind])).toEqual([["agents", "same"]]);
});
