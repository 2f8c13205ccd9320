import { afterAll, expect, test } from "vitest";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { testServer } from "../../../../../src/extension/testing/commands/testServer.ts";
import { createGotifyDocument, createHealthDocument } from "../../../../support/documents/createGotifyDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { generateServer } from "../../../../support/servers/generateServer.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const upstream = await startUpstream(({ headers, target }, response) =>
  sendJson(response, [], headers["x-gotify-key"] === "good" || target === "/health" ? 200 : 401),
);
const open = await startUpstream((_, response) => sendJson(response, []));
afterAll(() => Promise.all([upstream.close(), open.close()]));

test("where no call reaches the API its address is asked for, with what was tried, and it is deployed with it", async () => {
  const closed = await startUpstream(() => undefined);
  await closed.close();
  const server = await generateServer(served, "Harbour", createHealthDocument(`${closed.origin}/v1`));
  const answers = ["any", "Test and Deploy", "Edit Base URL", new URL(open.origin).host];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor("Deployed Harbour 0.1.0");
  const question = fixture.prompts.questions.at(-1) ?? "";
  expect(question).toContain(`${closed.origin} could not be reached: nothing listens there (ECONNREFUSED).`);
  expect(question).toContain("the credentials go to it");
  expect(question).toContain(`[${closed.origin}/v1]`);
  expect((await readServer(served.api, server.id))?.environment?.API_BASE_URL).toBe(open.origin);
});

test("tests that fail without a credential say so, and it can be given then, also after None", async () => {
  const server = await generateServer(served, "Gotify", createGotifyDocument(new URL(upstream.origin).host));
  const label = "Client token header X-Gotify-Key · 3 operations";
  const answers = ["None", "Test and Deploy", "Edit Credential", label, "good", "Deploy"];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor("Deployed Gotify 0.1.0");
  const hosts = expect.stringContaining("It sends credentials to these hosts");
  expect(fixture.prompts.questions.at(1)).not.toEqual(hosts);
  expect(fixture.prompts.questions.at(-1)).toEqual(hosts);
  expect(fixture.prompts.questions).toContainEqual(
    expect.stringMatching(
      /^Deploy Gotify 0\.1\.0\? 1 of 5 tools answer; 3 could not be tried\. Not called, [^\n]+: 1\.\n.*without a credential, which the operation needs\.\n.*\n\[Deploy, Edit Credential\]$/,
    ),
  );
});

test("tests that the user runs say what the API refuses, and a deployment asks for that credential at once and for nothing else", async () => {
  const { id } = await generateServer(served, "Tested", createGotifyDocument(new URL(upstream.origin).host));
  const environment = { CLIENT_TOKEN_HEADER_API_KEY: "wrong", CLIENT_TOKEN_HEADER_API_HOSTS: upstream.origin };
  const server = await served.api.call("server.update", { id, environment });
  const answers = ["Test and Deploy", "Edit Credential", "good"];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers });
  await testServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect(fixture.messages.shown.at(-1)).toMatch(
    /^warning: Tested: \d+ passed, .*\. \S+ refuses Client token \(GET .*: 401\)\. \[Show, Edit Variables\]$/,
  );
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor("Deployed Tested 0.1.0");
  expect(fixture.prompts.questions.slice(1)).toEqual([
    expect.stringMatching(/ refuses Client token \(GET .*\n\[Edit Credential, Deploy\]$/s),
    expect.stringMatching(/^Set CLIENT_TOKEN_HEADER_API_KEY of Tested: .* refuses Client token/),
  ]);
  expect((await served.api.call("serverTestRuns.list", { id })).items).toHaveLength(3);
});
