import { afterAll, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { deployVersion } from "../../../../../src/extension/server/commands/deployVersion.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { testServer } from "../../../../../src/extension/testing/commands/startTests.ts";
import { createGotifyDocument, createHealthDocument } from "../../../../support/documents/createGotifyDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import {
  createDocumentSource,
  generateServer,
  generateServerFrom,
} from "../../../../support/servers/generateServer.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const goodKey = "canary-good-key";
const upstream = await startUpstream(({ headers }, response) =>
  sendJson(response, [], headers["x-key"] === goodKey ? 200 : 401),
);
const gone = await startUpstream(() => {});
await gone.close();
const gotify = await startUpstream(({ headers, target }, response) =>
  sendJson(response, [], headers["x-gotify-key"] === "good" || target === "/health" ? 200 : 401),
);
const open = await startUpstream((_, response) => sendJson(response, []));
afterAll(() => Promise.all([upstream, gotify, open].map((one) => one.close())));
const { host } = new URL(upstream.origin);

/** A server with two tools whose API is at this origin. */
async function createServer(name: string, origin: string, key: string): Promise<Server> {
  const responses = { 200: { description: "Found." } };
  const paths = Object.fromEntries(
    ["pets", "orders"].map((path) => [`/${path}`, { get: { operationId: `list_${path}`, responses } }]),
  );
  const components = { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } };
  const source = createDocumentSource({
    ...{ openapi: "3.1.0", info: { title: name, version: "1" }, servers: [{ url: origin }] },
    ...{ components, security: [{ key: [] }], paths },
  });
  const environment = { API_KEY: key, KEY_API_HOSTS: [origin, upstream.origin].join(" ") };
  return generateServerFrom(served, name, { source }, environment);
}

async function deploy(
  server: Server,
  ...answers: NonNullable<Parameters<typeof createCommandFixture>[1]>["answers"] & {}
) {
  const fixture = await createCommandFixture(served, { runsTests: true, answers: ["Test and Deploy", ...answers] });
  let cancelled = 0;
  const onCancelled = () => {
    cancelled += 1;
  };
  await deployVersion(fixture.app, served.api, server, server.latestVersion, { onCancelled });
  const asked = fixture.prompts.questions.slice(1);
  const { items } = await served.api.call("deployments.list", { serverId: server.id });
  const deployed = items.filter(({ preview }) => !preview).map(({ version }) => version);
  return { fixture, asked, cancelled, deployed };
}

describe("a version whose tools could not be tried", () => {
  test("is deployed after one question where its API is not reached", async () => {
    const { asked, deployed, fixture } = await deploy(await createServer("Away", gone.origin, goodKey), "Deploy");
    await using _ = fixture;
    expect(asked).toEqual([
      expect.stringMatching(
        /^Deploy Away 0\.1\.0\? 0 of 2 tools answer; 2 could not be tried\.\nhttp:\/\/127\.0\.0\.1:\d+ could not be reached: .*\.\nOther tests \(Protocol, API, Compatibility, Tool schemas\): \d+ passed, \d+ skipped\.\n\[Edit Base URL, Deploy\]$/,
      ),
    ]);
    expect(deployed).toEqual(["0.1.0"]);
  });

  test("is asked about where its credential is refused, again after Escape in the input, and not deployed after Escape", async () => {
    const server = await createServer("Refusing", upstream.origin, "canary-bad-key");
    const { asked, cancelled, deployed, fixture } = await deploy(server, "Edit Credential", escapeAnswer, escapeAnswer);
    await using _ = fixture;
    const question = expect.stringMatching(
      new RegExp(
        `^Deploy Refusing 0\\.1\\.0\\? 0 of 2 tools answer; 2 could not be tried\\.\\n${host} refuses Key \\(GET /\\w+: 401\\)\\.\\nOther tests \\(Protocol, API, Compatibility, Tool schemas\\): \\d+ passed, \\d+ skipped, 1 failed: Check of the credentials \\(GET /\\w+\\)\\.\\n\\[Edit Credential, Deploy\\]$`,
      ),
    );
    expect(asked).toEqual([question, expect.stringContaining("Set API_KEY of Refusing"), question]);
    expect(cancelled).toBe(1);
    expect(deployed).toEqual([]);
  });
});

test("where no call reaches the API its address is asked for, with what was tried, and it is deployed with it", async () => {
  const server = await generateServer(served, "Harbour", createHealthDocument(`${gone.origin}/v1`));
  const answers = ["any", "Test and Deploy", "Edit Base URL", new URL(open.origin).host];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor("Deployed Harbour 0.1.0");
  const question = fixture.prompts.questions.at(-1) ?? "";
  expect(question).toContain(`${gone.origin} could not be reached: nothing listens there (ECONNREFUSED).`);
  expect(question).toContain("Base URL of Harbour");
  expect(question).toContain("the credentials go to it");
  expect(question).toContain(`[${gone.origin}/v1]`);
  expect((await readServer(served.api, server.id))?.environment?.API_BASE_URL).toBe(open.origin);
});

test("tests that fail without a credential say so, and it can be given then, also after None", async () => {
  const server = await generateServer(served, "Gotify", createGotifyDocument(new URL(gotify.origin).host));
  const label = "Client token header X-Gotify-Key · 3 operations";
  const answers = ["None", "Test and Deploy", "Edit Credential", label, "good", "Test and Deploy"];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor("Deployed Gotify 0.1.0");
  const hosts = expect.stringContaining("It sends credentials to these hosts");
  expect(fixture.prompts.questions.at(1)).not.toEqual(hosts);
  expect(fixture.prompts.questions.at(-1)).toEqual(hosts);
  expect(fixture.prompts.questions).toContainEqual(
    expect.stringMatching(
      /^Deploy Gotify 0\.1\.0\? 1 of 5 tools answer; 3 could not be tried\. Not called, [^\n]+: 1\.\n\S+ asks for a credential \(GET \S+: 401\)\.\n.*\n\[Deploy, Edit Credential\]$/,
    ),
  );
});

test("tests that the user runs say what the API refuses, and a deployment asks for that credential at once and for nothing else", async () => {
  const { id } = await generateServer(served, "Tested", createGotifyDocument(new URL(gotify.origin).host));
  const environment = { CLIENT_TOKEN_HEADER_API_KEY: "wrong", CLIENT_TOKEN_HEADER_API_HOSTS: gotify.origin };
  const server = await served.api.call("server.update", { id, environment });
  const answers = ["Test and Deploy", "Edit Credential", "good"];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers });
  await testServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect(fixture.messages.shown.at(-1)).toMatch(
    /^warning: Tested: \d+ passed, .*\. \S+ refuses Client token \(GET .*: 401\)\. \[Show, Edit Credential\]$/,
  );
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor("Deployed Tested 0.1.0");
  expect(fixture.prompts.questions.slice(1)).toEqual([
    expect.stringMatching(/ refuses Client token \(GET .*\n\[Edit Credential, Deploy\]$/s),
    expect.stringMatching(/^Set CLIENT_TOKEN_HEADER_API_KEY of Tested: .* refuses Client token/),
  ]);
  expect((await served.api.call("serverTestRuns.list", { id })).items).toHaveLength(3);
});

test("a refused user name and its password are named as one credential, and asked for together", async () => {
  const { id } = await generateServer(served, "Login", createGotifyDocument(new URL(gotify.origin).host));
  const environment = {
    ...{ BASIC_AUTH_USER: "ann", BASIC_AUTH_PASSWORD: "canary-wrong" },
    BASIC_AUTH_API_HOSTS: gotify.origin,
  };
  const server = await served.api.call("server.update", { id, environment });
  const { asked, fixture } = await deploy(server, "Edit Credential", "bob", "canary-other", escapeAnswer);
  await using _ = fixture;
  const question = expect.stringMatching(/ refuses Basic \(GET .*\n\[Edit Credential, Deploy\]$/s);
  expect(asked).toEqual([
    question,
    expect.stringMatching(/^Set BASIC_AUTH_USER of Login: .* refuses Basic .* \[ann\]/),
    expect.stringMatching(/^Set BASIC_AUTH_PASSWORD of Login: The password\..*\(secret\)/),
    question,
  ]);
});

test("tests that the user runs name every cause with its action, and run again once it is changed", async () => {
  const server = await generateServer(served, "Moved", createHealthDocument(`${gone.origin}/v1`));
  const options = { runsTests: true, answers: ["any", "Test", open.origin], actions: ["Edit Base URL"] };
  await using fixture = await createCommandFixture(served, options);
  await testServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  const unreached = "could not be reached: nothing listens there (ECONNREFUSED).";
  expect(fixture.messages.shown[0]).toContain(unreached);
  await expect.poll(() => fixture.messages.shown.length).toBe(2);
  expect(fixture.messages.shown[1]).not.toContain(unreached);
});

test("a wrong address comes before a credential, which an operation that declares none does not lead to", async () => {
  const wrong = await startUpstream(({ target }, response) => sendJson(response, {}, target === "/health" ? 401 : 404));
  const server = await generateServer(served, "Wrong", createHealthDocument(wrong.origin));
  const answers = ["any", "Test and Deploy", escapeAnswer] as const;
  await using fixture = await createCommandFixture(served, { runsTests: true, answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await wrong.close();
  const [proof, ...lines] = fixture.prompts.questions.at(-1)?.split("\n") ?? [];
  expect(proof).toBe(
    "Deploy Wrong 0.1.0? 0 of 2 tools answer; listBerths was not found; getHealth could not be tried.",
  );
  expect(lines[0]).toMatch(/ has nothing there \(GET \/berths: 404\)\.$/);
  expect(lines[1]).toMatch(/ asks for a credential, and the document names none for it \(GET \/health: 401\)\.$/);
  expect(lines.at(-1)).toBe("[Edit Base URL, Deploy]");
});
