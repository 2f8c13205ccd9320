import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import type { CiWorkflow } from "../../../src/export/ci/ciWorkflow.ts";
import { createGithubWorkflow } from "../../../src/export/ci/githubWorkflow.ts";
import { createGitlabPipeline } from "../../../src/export/ci/gitlabPipeline.ts";
import { packageCli } from "../../support/cli/packageCli.ts";
import { runGithubJob } from "../../support/cli/runGithubJob.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { createPetDocument } from "../../support/documents/petDocument.ts";
import { longTest } from "../../support/longTest.ts";
import { generateServer } from "../../support/servers/generateServer.ts";
import { startServedService } from "../../support/service/servedService.ts";
import { startJsonService } from "../../support/services/jsonService.ts";
import { builtCli } from "../../support/testBuild.ts";
import { writeFile } from "../../support/writeFile.ts";

const served = await startServedService();
const document = createPetDocument();
const limit = JSON.stringify({ name: "limit", in: "query", required: true, schema: { type: "integer" } });
const breaking = document.replace('"listPets"', `"listPets", "parameters": [${limit}]`);
const line = document.slice(0, document.indexOf('"get"')).split("\n").length;
const harmless = document.replace('"listPets"', '"listPets", "summary": "Lists the pets."');

/** A repository with the workflow on its branch `main`, and a branch for each change. */
function createRepository(workflow: CiWorkflow, changes: Readonly<Record<string, string>>) {
  const folder = createTemporaryFolder();
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd, stdio: "pipe" });
  const seed = join(folder, "seed");
  mkdirSync(join(seed, "my api"), { recursive: true });
  git(seed, "init", "-q", "-b", "main");
  const { path, text } = createGithubWorkflow(workflow);
  writeFile(seed, path, text);
  for (const [branch, content] of Object.entries({ main: document, ...changes })) {
    if (branch !== "main") git(seed, "checkout", "-q", "-b", branch, "main");
    writeFileSync(join(seed, workflow.source.path), content);
    git(seed, "add", ".");
    git(seed, "commit", "-q", "-m", branch);
  }
  /** A clean clone, in which a branch is checked out. */
  const clone = (branch: string) => {
    const to = join(folder, `clone-${branch}`);
    git(folder, "clone", "-q", seed, to);
    git(to, "checkout", "-q", branch);
    return { cwd: to, workflow: readFileSync(join(to, path), "utf8") };
  };
  return { folder, clone };
}

const commentSchema = z.object({ body: z.string() });

/** The comments of a pull request at the API of GitHub. */
async function startComments() {
  const comments: { id: number; body: string }[] = [{ id: 1, body: "Looks good to me." }];
  const api = await startJsonService(({ method, path, text, headers }) => {
    if (headers.authorization !== "Bearer token-of-the-run") return { status: 401 };
    if (method === "GET") return { body: comments };
    const { body } = commentSchema.parse(JSON.parse(text));
    const id = method === "POST" ? comments.length + 1 : Number(path.split("/").at(-1));
    comments[id - 1] = { id, body };
    return { body: { ...comments[id - 1], html_url: `https://github.example.com/pull/7#${id}` } };
  });
  return { comments, url: api.url, [Symbol.asyncDispose]: api[Symbol.asyncDispose] };
}

longTest(
  "the steps of the workflow stop a change that breaks callers, pass one that does not, and deploy the branch",
  async () => {
    const server = await generateServer(served, "My Pets", JSON.parse(document));
    const source = { kind: "document", path: "my api/openapi.json", overlay: undefined } as const;
    const { folder, clone } = createRepository(
      {
        ...{ server: "My Pets", source, serviceUrl: undefined, branch: "main" },
        variables: [{ name: "PETS_KEY" }],
        commandLinePackage: "https://example.com/fairlead-cli.tgz",
      },
      { breaking, harmless },
    );
    const [tarball, prefix] = [join(folder, "fairlead-cli.tgz"), join(folder, "global")];
    await packageCli(dirname(await builtCli()), tarball);
    await using github = await startComments();
    const common = {
      FAIRLEAD_PACKAGE: tarball,
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: "me/pets",
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      HOME: folder,
      TMPDIR: folder,
      PATH: [join(prefix, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
      ...{ npm_config_prefix: prefix, npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false" },
    };
    const expressions = {
      "github.token": "token-of-the-run",
      "secrets.FAIRLEAD_KEY": served.service.firstKey,
      "vars.FAIRLEAD_URL": served.service.url,
    };
    const onPullRequest = { ...common, GITHUB_BASE_REF: "main", GITHUB_REF: "refs/pull/7/merge" };

    const broken = clone("breaking");
    const refused = await runGithubJob(broken.workflow, "check", {
      ...broken,
      environment: onPullRequest,
      expressions,
    });
    expect({ ok: refused.ok, failed: refused.failed }).toEqual({ ok: false, failed: ["What breaks callers"] });
    // The operation is named where it stands, and each line of a command has GitHub's grammar.
    const commands = refused.output.split("\n").filter((text) => text.startsWith("::"));
    expect(commands).toContain(
      `::error file=my api/openapi.json,line=${line},title=breaking%3A listPets (GET /pets)::input.limit is required now.`,
    );
    for (const command of commands)
      expect(command).toMatch(/^::(error|warning) file=[^,:]+,line=\d+,title=[^,:]+::.+$/);
    expect(github.comments[1]?.body).toMatch(
      new RegExp(`\\| breaking \\| listPets .* \\| my api/openapi&#46;json&#58;${line}&#58;\\d+ \\|`),
    );

    const fine = clone("harmless");
    const passed = await runGithubJob(fine.workflow, "check", { ...fine, environment: onPullRequest, expressions });
    expect({ ok: passed.ok, failed: passed.failed, output: passed.output }).toMatchObject({ ok: true, failed: [] });
    // The comment of the run before is changed, and that of a person stays.
    expect(github.comments.map(({ body }) => body.split("\n")[0])).toEqual(["Looks good to me.", "<!-- fairlead -->"]);
    expect(github.comments[1]?.body).not.toContain("breaking");

    const merged = { ...fine, environment: { ...common, GITHUB_REF: "refs/heads/main" }, expressions };
    const deployed = await runGithubJob(fine.workflow, "deploy", merged);
    expect({ failed: deployed.failed, output: deployed.output }).toEqual({
      failed: [],
      output: expect.stringMatching(/: running as a preview, at http.*skipped: .*: running http/s),
    });
    expect(deployed.output + readFileSync(common.GITHUB_STEP_SUMMARY, "utf8")).not.toContain(served.service.firstKey);
    const [live] = (await served.api.call("servers.list", { id: server.id })).items;
    expect(live?.liveDeploymentId).toBeTruthy();
  },
);

test("names and values of a service are no expressions and no commands of the workflow", () => {
  const evil = `\${{ secrets.OTHER }}`;
  const workflow = {
    ...{ server: evil, source: { kind: "folder" as const, path: evil }, serviceUrl: `https://example.com/${evil}` },
    variables: [
      { name: "REGION", value: `${evil}$FAIRLEAD_KEY` },
      { name: "A; env", value: "1" },
    ],
    ...{ branch: "main", commandLinePackage: "fairlead.tgz" },
  } as const;
  const { text } = createGithubWorkflow(workflow);
  const expressions = new Set([...text.matchAll(/\$\{\{ ('\$\{\{'|.+?) \}\}/g)].map(([, expression]) => expression));
  expect([...expressions].toSorted()).toEqual(["!cancelled()", "'${{'", "github.token", "secrets.FAIRLEAD_KEY"]);
  expect(text).toContain("--variable REGION --variable 'A; env'");
  expect(createGitlabPipeline(workflow, undefined)[0]?.text).toContain("REGION: $${{ secrets.OTHER }}$$FAIRLEAD_KEY");
});
