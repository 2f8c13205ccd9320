import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../support/cli/runCommand.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { startJsonService } from "../../support/services/jsonService.ts";

function writeSummary(text: string): string {
  const cwd = createTemporaryFolder();
  writeFileSync(join(cwd, "summary.md"), text);
  return cwd;
}

test("the note of an earlier run at a merge request of GitLab is found on a later page, and changed", async () => {
  const notes = Array.from({ length: 120 }, (_, id) => ({ id, body: id === 110 ? "<!-- fairlead -->\nold" : "note" }));
  await using gitlab = await startJsonService(({ method, query }) => {
    const start = (Number(query.get("page")) - 1) * 100;
    return { body: method === "GET" ? notes.slice(start, start + 100) : { id: 110 } };
  });
  const cwd = writeSummary("new");
  const environment = {
    ...{ CI_API_V4_URL: gitlab.url, CI_MERGE_REQUEST_PROJECT_ID: "4", CI_MERGE_REQUEST_IID: "7" },
    GITLAB_TOKEN: "token-of-the-run",
  };
  const { code, output } = await runCommand(["comment", "summary.md"], { cwd, environment });
  const url = `${gitlab.url}/projects/4/merge_requests/7/notes/110`;
  expect({ code, output }).toEqual({ code: 0, output: `Wrote the comment ${url}\n` });
  const { method, path, text, headers } = gitlab.requests.at(-1) ?? {};
  expect({ method, path, text, token: headers?.["private-token"] }).toEqual({
    ...{ method: "PUT", path: new URL(url).pathname, token: "token-of-the-run" },
    text: JSON.stringify({ body: "<!-- fairlead -->\nnew" }),
  });
});

const github = { GITHUB_REPOSITORY: "me/pets", GITHUB_REF: "refs/pull/7/merge", GITHUB_TOKEN: "token-of-the-run" };

test("a long summary is cut at a line", async () => {
  await using service = await startJsonService(({ method }) => ({ body: method === "GET" ? [] : { id: 1 } }));
  const cwd = writeSummary("A line of the summary.\n".repeat(5000));
  const environment = { ...github, GITHUB_API_URL: service.url };
  expect((await runCommand(["comment", "summary.md"], { cwd, environment })).code).toBe(0);
  const { text = "" } = service.requests.at(-1) ?? {};
  expect(text.length).toBeLessThan(65_536);
  expect(JSON.parse(text).body).toMatch(/\nA line of the summary\.\n\nThe rest is in the log of the workflow\.\n$/);
});

test.each([
  { environment: {}, message: "This is no workflow of a pull or merge request" },
  { environment: { ...github, GITHUB_TOKEN: "", GITHUB_API_URL: "http://127.0.0.1:9" }, message: "Set GITHUB_TOKEN" },
  { environment: { ...github, GITHUB_API_URL: "http://127.0.0.1:9" }, message: "got no answer" },
])("a comment that cannot be written says why: $message", async ({ environment, message }) => {
  const { code, errors } = await runCommand(["comment", "summary.md"], { cwd: writeSummary("x"), environment });
  expect(code).toBe(2);
  expect(errors).toContain(message);
  expect(errors).not.toContain("token-of-the-run");
});

test("the message for a token that may not write is another one", async () => {
  await using service = await startJsonService(() => ({ status: 403, body: {} }));
  const environment = { ...github, GITHUB_API_URL: service.url };
  const { errors } = await runCommand(["comment", "summary.md"], { cwd: writeSummary("x"), environment });
  expect(errors).toContain("was answered with 403. The token may not write: see pull-requests in permissions.");
});

test.each([
  { title: "comments without an end are not read for ever", body: Array.from({ length: 100 }, (_, id) => ({ id })) },
  { title: "an answer that is no comment is said", body: "<html>" },
])("$title", async ({ body }) => {
  await using service = await startJsonService(({ method }) => ({ body: method === "GET" ? body : "" }));
  const environment = { ...github, GITHUB_API_URL: service.url };
  const { code, errors } = await runCommand(["comment", "summary.md"], { cwd: writeSummary("x"), environment });
  expect({ code, errors }).toEqual({
    ...{ code: 2, errors: expect.stringContaining("was answered with something else than comments.") },
  });
});
