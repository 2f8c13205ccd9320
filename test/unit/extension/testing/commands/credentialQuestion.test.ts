import { afterAll, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { isAccountMissing } from "../../../../../src/extension/server/model/credentials/credentialChoices.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { askServerCredentials } from "../../../../../src/extension/testing/commands/askServerCredentials.ts";
import { createGotifyDocument, createHealthDocument } from "../../../../support/documents/createGotifyDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { generateServer } from "../../../../support/servers/generateServer.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const upstream = await startUpstream(({ headers }, response) =>
  sendJson(response, [], headers["x-gotify-key"] === "good" ? 200 : 401),
);
afterAll(() => upstream.close());

const { host } = new URL(upstream.origin);
const memory = createMapMemory();
const gotify = (name: string) => generateServer(served, name, createGotifyDocument(host));
const environmentOf = async ({ id }: Server) => (await readServer(served.api, id))?.environment;
const countDeployments = async ({ id }: Server) =>
  (await served.api.call("deployments.list", { serverId: id })).items.length;

async function deploy(server: Server, ...answers: readonly ScriptedAnswer[]) {
  await using fixture = await createCommandFixture(served, { answers, memory });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect(fixture.prompts.unusedAnswers).toEqual([]);
  return fixture.prompts;
}

async function askForTests(server: Server, ...answers: readonly ScriptedAnswer[]) {
  await using fixture = await createCommandFixture(served, { answers, memory });
  const order = { subject: { kind: "server", server, caseFile: undefined }, cases: undefined } as const;
  const goesOn = await askServerCredentials(fixture.app, served.api, [order]);
  expect(fixture.prompts.unusedAnswers).toEqual([]);
  return { goesOn, questions: fixture.prompts.questions };
}

describe("the question how an API knows its caller", () => {
  test("offers the schemes of the document, what most operations take and headers first, and saves nothing after Escape", async () => {
    const server = await gotify("Offered");
    const { questions, offered } = await deploy(server, escapeAnswer);
    expect(questions).toEqual(["Deploy Offered: How does this API know you?"]);
    expect(offered[0]?.map(({ label, description }) => [label, description])).toEqual([
      ["Client token", "header Authorization · 3 operations"],
      ["Client token", "header X-Gotify-Key · 3 operations"],
      ["Basic", "user and password · 3 operations"],
      ["Client token", "query token · 3 operations"],
      ["App token", "header Authorization · 1 operation"],
      ["App token", "header X-Gotify-Key · 1 operation"],
      ["App token", "query token · 1 operation"],
      ["Later", undefined],
      ["None", undefined],
    ]);
    expect(offered[0]?.[1]?.detail).toContain("The client token, see the page Clients.");
    await deploy(server, "Client token", escapeAnswer);
    expect([await environmentOf(server), await countDeployments(server)]).toEqual([{}, 0]);
  });

  test("asks for the value of the chosen scheme, masked, which can be checked, and saves it with its hosts", async () => {
    const server = await gotify("Chosen");
    const label = "Client token header X-Gotify-Key · 3 operations";
    const answers = [label, { check: "good" }, "Check", "good"];
    const { questions } = await deploy(server, ...answers);
    expect(questions[1]).toMatch(/^Deploy Chosen: Client token: The client token, see the page Clients\..*\(secret\)$/);
    expect(questions[3]).toContain("info: The API of Chosen answers");
    const hosts = { CLIENT_TOKEN_HEADER_API_HOSTS: upstream.origin };
    expect(await environmentOf(server)).toMatchObject({ CLIENT_TOKEN_HEADER_API_KEY: null, ...hosts });
    const { questions: again } = await askForTests(server);
    expect(again).toEqual([]);
  });

  test("is asked again after Later, and not after None", async () => {
    const server = await gotify("Declined");
    await deploy(server, "Later", escapeAnswer);
    const { questions } = await deploy(server, "None", escapeAnswer);
    expect(questions[0]).toBe("Deploy Declined: How does this API know you?");
    expect((await deploy(server, escapeAnswer)).questions).toEqual([
      expect.stringMatching(/^Deploy Declined 0\.1\.0\?/),
    ]);
    expect((await askForTests(server)).questions).toEqual([]);
  });

  test("is no choice for a document of one scheme that not all operations need, which may be left empty once", async () => {
    const server = await generateServer(served, "Harbour", createHealthDocument(upstream.origin));
    const { questions } = await deploy(server, "", escapeAnswer);
    expect(questions[0]).toMatch(/^Deploy Harbour: API key: .*Leave it empty to go on without it\. \(secret\)$/);
    // Nothing was deployed, so nothing is remembered.
    expect((await deploy(server, escapeAnswer)).questions).toEqual([questions[0]]);
  });

  test("may be left empty also where all operations need the credential, and the server is deployed without it", async () => {
    const document = {
      ...{ openapi: "3.1.0", info: { title: "Home", version: "1" }, servers: [{ url: upstream.origin }] },
      components: { securitySchemes: { basic: { type: "http", scheme: "basic" } } },
      ...{ security: [{ basic: [] }], paths: { "/state": { get: { operationId: "state", responses: {} } } } },
    };
    const server = await generateServer(served, "Home", document);
    const { questions } = await deploy(server, "", "", "Deploy Without Tests");
    expect(questions[0]).toMatch(/^Deploy Home: Basic: The user name\. .*Leave it empty to go on without it\.$/);
    expect(await countDeployments(server)).toBe(1);
    expect((await deploy(server)).questions).toEqual([]);
  });

  test("offers the sign-in of an account and a token that the user has, and no row says that only an account will do", async () => {
    const flows = {
      authorizationCode: { authorizationUrl: `${upstream.origin}/a`, tokenUrl: `${upstream.origin}/t`, scopes: {} },
    };
    const document = {
      ...{ openapi: "3.1.0", info: { title: "Chess", version: "1" }, servers: [{ url: upstream.origin }] },
      components: { securitySchemes: { OAuth2: { type: "oauth2", flows }, token: { type: "http", scheme: "bearer" } } },
      ...{ security: [{ OAuth2: [] }], paths: { "/me": { get: { operationId: "me", responses: {} } } } },
    };
    const server = await generateServer(served, "Chess", document);
    expect(isAccountMissing(server)).toBe(true);
    const { questions, offered } = await deploy(
      server,
      "OAuth 2 bearer token · 1 operation",
      "good",
      "Deploy Without Tests",
    );
    expect(offered[0]?.map(({ label, description }) => [label, description])).toEqual([
      ["OAuth 2", "an account, in the browser · 1 operation"],
      ["OAuth 2", "bearer token · 1 operation"],
      ["Later", undefined],
      ["None", undefined],
    ]);
    expect(questions[1]).toMatch(/^Deploy Chess: OAuth 2: .*\(secret\)$/);
    expect(Object.keys((await environmentOf(server)) ?? {})).toContain("OAUTH2_TOKEN");

    const either = { ...document, security: [{ OAuth2: [] }, { token: [] }] };
    expect(isAccountMissing(await generateServer(served, "Either", either))).toBe(false);
  });

  test("comes before tests too, which go on without a key after Later and not after Escape", async () => {
    const server = await gotify("Tested");
    expect(await askForTests(server, escapeAnswer)).toMatchObject({ goesOn: false });
    expect(await askForTests(server, "Later")).toMatchObject({ goesOn: true });
    const { goesOn, questions } = await askForTests(server, "Client token", "good", "Test");
    expect([goesOn, questions.at(-1)]).toEqual([true, expect.stringMatching(/^Test Tested 0\.1\.0\?/)]);
    expect(await environmentOf(server)).toHaveProperty("CLIENT_TOKEN_AUTHORIZATION_HEADER_API_KEY");
  });
});
