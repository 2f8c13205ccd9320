import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { addCiWorkflow } from "../../../../../src/extension/server/commands/addCiWorkflow.ts";
import { findRepository } from "../../../../../src/extension/server/model/repository.ts";
import { getServerLinks } from "../../../../../src/extension/server/model/serverLinks.ts";
import { createFolderWorkspace, type FolderWorkspace, serverNode } from "../../../../support/editor/folderWorkspace.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createKeyedServer } from "../../../../support/servers/keyedServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const server = await createKeyedServer(served, { name: "Pets", origin: "https://pets.example.com" });
const path = ".github/workflows/fairlead.yml";

let at: FolderWorkspace;
beforeEach(() => {
  at = createFolderWorkspace(served);
  mkdirSync(join(at.path, "api"));
  at.write("api/pets.json", "{}");
});
afterEach(() => at.close());

const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: at.path, stdio: "pipe" });

async function open(...answers: readonly (string | typeof escapeAnswer)[]) {
  const fixture = await at.openWindow({ answers });
  const document = at.uriOf("api/pets.json");
  await getServerLinks(fixture.app).saveDocument(document, { serverId: server.id, choice: {} });
  return fixture;
}

const workflowSchema = z.looseObject({ on: z.looseObject({ push: z.looseObject({ branches: z.array(z.string()) }) }) });

test("writes a workflow for the document of a server after a diff, and nothing on Escape", async () => {
  git("init", "-q", "-b", "trunk");
  await using escaping = await open(escapeAnswer);
  await addCiWorkflow(escaping.app, { node: serverNode(server) });
  expect(existsSync(join(at.path, ".github"))).toBe(false);
  expect(escaping.documents.compared.map(({ pairs }) => pairs.map(({ label }) => label))).toEqual([[path]]);
  expect(escaping.documents.closed).toEqual(["Add CI Workflow"]);
  await using fixture = await open("Write");
  writeFileSync(join(at.path, "api/pets.overlay.yaml"), "overlay: 1.0.0");
  await addCiWorkflow(fixture.app, { node: serverNode(server) });
  const text = at.read(path);
  expect(text).toContain('run: fairlead gate "git:origin/$GITHUB_BASE_REF:"api/pets.json api/pets.json --overlay');
  expect(text).toMatch(/FAIRLEAD_KEY: \$\{\{ secrets\.FAIRLEAD_KEY \}\}/);
  expect(workflowSchema.parse(parse(text)).on.push.branches).toEqual(["trunk"]);
  expect(fixture.messages.shown).toEqual([
    `info: Wrote ${path}. Give the repository these secrets and variables in its settings, then commit it: FAIRLEAD_KEY, API_KEY and FAIRLEAD_URL. [Open]`,
  ]);
  await using again = await open();
  await addCiWorkflow(again.app, { resource: at.uriOf("api/pets.json") });
  expect(again.messages.shown).toEqual([`info: ${path}: nothing is to be changed.`]);
});

test("a repository at GitLab gets jobs in a file of their own, which its pipeline includes", async () => {
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", "git@gitlab.example.com:a/b.git");
  await using fixture = await open("Write");
  await addCiWorkflow(fixture.app, { node: serverNode(server) });
  expect(at.read(".gitlab-ci.yml")).toBe("include:\n  - local: /.gitlab/fairlead.yml\n");
  expect(at.read(".gitlab/fairlead.yml")).toContain("fairlead comment fairlead.md");
});

test("a linked worktree has the branches of its repository", async () => {
  const main = mkdtempSync(join(tmpdir(), "fairlead linked #"));
  onTestFinished(() => rmSync(main, { recursive: true, force: true }));
  const inMain = (...args: readonly string[]) => execFileSync("git", args, { cwd: main, stdio: "pipe" });
  inMain("init", "-q", "-b", "master");
  inMain("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "First");
  const linked = join(main, "linked");
  inMain("worktree", "add", "-q", linked);
  writeFileSync(join(at.path, ".git"), readFileSync(join(linked, ".git")));
  await using fixture = await open("Write");
  await addCiWorkflow(fixture.app, { node: serverNode(server) });
  expect(workflowSchema.parse(parse(at.read(path))).on.push.branches).toEqual(["master"]);
});

test.each([
  ["C:/Users/ann/shop/.git/worktrees/a b", "file:///C%3A/Users/ann/shop/.git/worktrees/a%20b"],
  ["../../.git/modules/lib", "file:///.git/modules/lib"],
])("the folder of a .git file that names %s is found", async (named, folder) => {
  const files = new Map([
    ["file:///work/lib/.git", `gitdir: ${named}\n`],
    [`${folder}/HEAD`, "ref: refs/heads/topic\n"],
  ]);
  const found = await findRepository(
    {
      isFolder: async (uri) => uri === "file:///work/lib",
      readFile: async (uri) => (files.has(uri) ? Buffer.from(files.get(uri) ?? "") : undefined),
    },
    "file:///work/lib",
  );
  expect(found?.branch).toBe("topic");
});

test("a document in no repository gets no workflow", async () => {
  await using fixture = await open();
  await addCiWorkflow(fixture.app, { node: serverNode(server) });
  expect(fixture.messages.shown).toEqual([
    "info: pets.json is in no Git repository. Initialize one, then add the workflow.",
  ]);
});
