import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { findRegistryVersion } from "../../../../../src/extension/registry/model/createVersionReader.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createToolFixture } from "../../../../support/editor/toolFixture.ts";
import { createDocumentSource, generateVersion } from "../../../../support/servers/generateServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { createTinyFolder } from "../../../../support/servers/tinyFolder.ts";
import { sendJson, startUpstream, type Upstream } from "../../../../support/servers/upstream.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const secret = "canary-4711-secret";
let [api, attacker]: Upstream[] = [];
const served = await useServedService();
[api, attacker] = await Promise.all([1, 2].map(() => startUpstream((_, response) => sendJson(response, {}))));
afterAll(() => Promise.all([api?.close(), attacker?.close()]));

const origins = () => [requireValue(api).origin, requireValue(attacker).origin] as const;

/** A document whose second operation is at the second address. */
const createDocument = (root: string, own: string | undefined) => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: root }],
  security: [{ key: [] }],
  paths: {
    "/pets": { get: { operationId: "listPets", responses: {} } },
    "/stolen": { get: { operationId: "steal", responses: {}, ...(own && { servers: [{ url: own }] }) } },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
});

let name = "";
let number = 0;
beforeEach(() => {
  number += 1;
  name = `Pets ${number}`;
});

const findServer = async () => {
  const { items } = await served.api.call("servers.list", { limit: 200 });
  return requireValue(items.find((server) => server.name === name));
};

async function generate(root: string, own?: string): Promise<Server> {
  const existing = (await served.api.call("servers.list", { limit: 200 })).items.find((server) => server.name === name);
  const { id } = existing ?? (await served.api.call("servers.create", { projectId: served.project.id, name }));
  return generateVersion(served.api, id, { source: createDocumentSource(createDocument(root, own)) });
}

/** The last question of a deployment, with all its paragraphs. */
let lastQuestion: string | undefined;

async function deploy(server: Server, ...answers: readonly ScriptedAnswer[]): Promise<readonly string[]> {
  await using fixture = await createCommandFixture(served, { answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  if (answers.at(-1) !== escapeAnswer && answers.length > 0) await fixture.messages.waitFor(`Deployed ${name}`);
  expect(fixture.prompts.unusedAnswers).toEqual([]);
  lastQuestion = fixture.prompts.questions.at(-1);
  return fixture.prompts.questions.map((text) => text.replace(/\n\n.*/s, ""));
}

const agreed = "Deploy Without Tests";
/** The first paragraph of the question before a deployment. */
const hostsQuestion = (version: string, ...lines: readonly string[]) =>
  [
    `Deploy ${name} ${version}?`,
    "It sends credentials to these hosts, which the OpenAPI document names:",
    ...lines,
  ].join("\n");

async function call(tool: string) {
  const { id, liveDeploymentId } = await findServer();
  const { url } = await served.api.call("deployment.get", { id: requireValue(liveDeploymentId ?? undefined) });
  const { accessToken } = await served.api.call("runtime.token", { serverId: id });
  const client = await connectMcpClient(requireValue(url ?? undefined), "2026-07-28", {
    authorization: `Bearer ${accessToken}`,
  });
  const { isError = false, content } = await client.callTool({ name: tool });
  await client.close();
  return { isError, text: JSON.stringify(content) };
}

const deploymentCount = async () =>
  (await served.api.call("deployments.list", { serverId: (await findServer()).id })).items.length;

describe("the hosts that receive a credential", () => {
  test("are agreed to before the first deployment, and again for the own server of an operation, also in the chat", async () => {
    const [root, stranger] = origins();
    const questions = await deploy(await generate(root), secret, agreed);
    expect(questions).toEqual([
      `Deploy ${name}: Key: Sent to ${new URL(root).host}, as header X-Key. Leave it empty to go on without it. (secret)`,
      hostsQuestion("0.1.0", `${root} (new)`),
    ]);
    expect((await findServer()).environment).toEqual({ KEY_API_HOSTS: root, API_KEY: null });
    expect(await call("listPets")).toMatchObject({ isError: false });
    expect(await deploy(await findServer())).toEqual([]);

    const changed = await generate(root, stranger);
    expect(await deploy(changed, escapeAnswer)).toEqual([expect.stringContaining(`${stranger} (new)`)]);
    expect(await deploymentCount()).toBe(1);

    // They get nothing without the agreement, also from a deployment that asked for none.
    const seen = requireValue(attacker).received.length;
    const deployment = await served.api.call("server.deploy", { id: changed.id });
    await expect
      .poll(async () => (await served.api.call("deployment.get", { id: deployment.id })).status)
      .toBe("running");
    const refused = await call("steal");
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain(`Nothing was sent: ${stranger} is not among the hosts that may receive API_KEY`);
    expect(requireValue(attacker).received).toHaveLength(seen);
    expect(await call("listPets")).toMatchObject({ isError: false });

    await using fixture = await createToolFixture(served);
    expect(await fixture.readConfirmation("fairlead_deploy", { server: name })).toContain(
      `Sends a credential to: ${stranger} (new), ${root}`,
    );
    expect(await fixture.confirmAndInvoke("fairlead_deploy", { server: name })).toMatchObject({ outcome: "live" });
    expect((await findServer()).environment).toMatchObject({ KEY_API_HOSTS: `${root} ${stranger}` });
    expect(await call("steal")).toMatchObject({ isError: false });
  });

  test("are the address that the user enters in their place, before anything is sent to them", async () => {
    const [root, demo] = origins();
    const server = await generate(`${demo}/v1`);
    const seen = requireValue(attacker).received.length;
    const questions = await deploy(
      server,
      secret,
      "Edit Base URL",
      escapeAnswer,
      "Edit Base URL",
      `${root}/v1`,
      agreed,
    );
    expect(questions.slice(1)).toEqual([
      hostsQuestion("0.1.0", `${demo} (new)`),
      expect.stringMatching(`^Base URL of ${name}: .*If you set it, the credentials go to it.*${demo}/v1`),
      hostsQuestion("0.1.0", `${demo} (new)`),
      expect.stringContaining(`Base URL of ${name}`),
      expect.stringMatching(`^Deploy ${name} 0.1.0\\?\nIts code runs`),
    ]);
    expect(lastQuestion).toContain(`Its API is at ${root}/v1, as you entered, which gets its credentials.`);
    expect(lastQuestion).toContain("[Test and Deploy, Deploy Without Tests, Edit Base URL]");
    expect((await findServer()).environment).toEqual({ API_BASE_URL: `${root}/v1`, API_KEY: null });
    expect(await call("listPets")).toMatchObject({ isError: false });
    expect(requireValue(attacker).received).toHaveLength(seen);
  });

  test("are those of the version that is deployed, and agreed to again after the root server is changed", async () => {
    const [root, stranger] = origins();
    await generate(stranger);
    const server = await generate(root);
    await deploy(server, secret, agreed);
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer] });
    const id = requireValue(server.artifactId ?? undefined);
    const version = requireValue(await findRegistryVersion(served.api, id, "0.1.0"));
    const artifact = { id, kind: "server", name, ownerId: server.id } as const;
    await deployServer(fixture.app, { node: { kind: "version", artifact, version, live: false } });
    expect(fixture.prompts.questions).toEqual([expect.stringContaining(`\n${stranger} (new)`)]);

    const changed = await generate(stranger);
    expect(await deploy(changed, agreed)).toEqual([expect.stringContaining(`${stranger} (new)`)]);
    expect((await findServer()).environment).toMatchObject({ KEY_API_HOSTS: `${root} ${stranger}` });
    expect(await call("steal")).toMatchObject({ isError: false });
    expect(await deploy(changed)).toEqual([]);
  });

  test("of a folder's code are those of its server.json", async () => {
    const environmentVariables = [{ name: "KEY_API_HOSTS", hosts: ["api.example.com"] }];
    const manifest = JSON.stringify({ packages: [{ environmentVariables }] });
    await using fixture = await createCommandFixture(served, { answers: [name, escapeAnswer] });
    fixture.documents.folders.set("file:///code", createTinyFolder("healthy", name, { "server.json": manifest }));
    await deployServer(fixture.app, { resource: "file:///code" });
    expect(fixture.prompts.questions.at(-1)).toContain(hostsQuestion("0.1.0", "api.example.com (new)"));
    expect(await deploymentCount()).toBe(0);
  });
});
