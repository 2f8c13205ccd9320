import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  answerGrantRequests,
  askGrantRequest,
} from "../../../../../src/extension/account/commands/answerGrantRequest.ts";
import { revokeGrant } from "../../../../../src/extension/account/commands/revokeGrant.ts";
import { watchGrantRequests } from "../../../../../src/extension/account/model/grantRequestWatch.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createPkce, exchangeCode, logIn, registerAgentId, startLogin } from "../../../../support/oauth/agentLogin.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const service = { url: served.service.url, key: requireValue(served.service.firstKey) };
const serverId = (await served.api.call("servers.create", { projectId: served.project.id, name: "Pet Shop" })).id;

const resource = () => `${service.url}/mcp/${serverId}`;
const startAgent = async () => {
  const { challenge } = createPkce();
  const fields = { client_id: await registerAgentId(service), code_challenge: challenge, resource: resource() };
  return startLogin(service, fields);
};
const readAsked = async (id: string) =>
  requireValue((await served.api.readGrantRequests({})).items.find((request) => request.id === id));
const readGrantNode = async (): Promise<TreeNode> => {
  const login = await logIn(service, resource());
  await exchangeCode(service, login);
  const [grant] = (await served.api.readGrants({})).items;
  return { kind: "grant", grant: requireValue(grant), server: "Pet Shop" };
};

describe("a request of an agent", () => {
  test("is shown once in a window, with all that the user needs to decide", async () => {
    await using fixture = await createCommandFixture(served);
    const shown: string[] = [];
    const watch = watchGrantRequests({
      connections: fixture.app.connections,
      onRequest: (client, request) => {
        shown.push(request.id);
        askGrantRequest(fixture.app, client, request);
      },
    });
    onTestFinished(() => watch.dispose());
    const login = await startAgent();
    const question = await fixture.messages.waitFor("Claude Code");
    const { number } = await readAsked(login.id);
    expect(question).toBe(
      `warning: "Claude Code" wants to use Pet Shop. Allow it only if its page in your browser shows the number ${number}. The answer goes to 127.0.0.1:8765. [Allow, Deny]`,
    );
    expect(shown).toEqual([login.id]);
    await served.api.answerGrantRequest(login.id, { allow: false });
  });

  test.each([
    ["Allow", "code", /"Claude Code" can use Pet Shop now\./],
    ["Deny", "error", /"Claude Code" got no access to Pet Shop\./],
  ])("is answered with %s", async (action, field, message) => {
    await using fixture = await createCommandFixture(served, { actions: [action] });
    const login = await startAgent();
    askGrantRequest(fixture.app, served.api, await readAsked(login.id));
    expect((await login.finish())?.searchParams.has(field)).toBe(true);
    await fixture.messages.waitFor("Pet Shop");
    expect(fixture.messages.shown.join("\n")).toMatch(message);
    expect(fixture.refreshed).toEqual(["fairlead.account"]);
  });

  test("that was answered in another window says so", async () => {
    await using fixture = await createCommandFixture(served, { actions: ["Allow"] });
    const login = await startAgent();
    const asked = await readAsked(login.id);
    await served.api.answerGrantRequest(login.id, { allow: false });
    askGrantRequest(fixture.app, served.api, asked);
    expect(await fixture.messages.waitFor("already answered")).toMatch(/^warning: /);
  });

  test("whose message was closed still waits, and is asked about again on demand", async () => {
    await using fixture = await createCommandFixture(served);
    await answerGrantRequests(fixture.app, {});
    expect(fixture.messages.shown).toEqual(["info: No agent waits for access."]);
    const login = await startAgent();
    askGrantRequest(fixture.app, served.api, await readAsked(login.id));
    await answerGrantRequests(fixture.app, {});
    expect(fixture.messages.shown.filter((message) => message.includes("Claude Code"))).toHaveLength(2);
    await served.api.answerGrantRequest(login.id, { allow: false });
  });
});

describe("Revoke Access", () => {
  beforeAll(async () => {
    for (const { id } of (await served.api.readGrants({})).items) await served.api.revokeGrant(id);
  });

  test("asks first, and revokes", async () => {
    const node = await readGrantNode();
    await using fixture = await createCommandFixture(served, { answers: [false, true] });
    await revokeGrant(fixture.app, { node });
    expect((await served.api.readGrants({})).items).toHaveLength(1);
    await revokeGrant(fixture.app, { node });
    expect(fixture.prompts.questions).toEqual(Array(2).fill('Revoke the access of "Claude Code" to Pet Shop?'));
    expect((await served.api.readGrants({})).items).toEqual([]);
  });

  test("picks an agent from the palette; Escape revokes nothing", async () => {
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer, "Claude Code", true] });
    await revokeGrant(fixture.app, {});
    expect(fixture.messages.shown).toEqual(["info: No agent has access to any server."]);
    await readGrantNode();
    await revokeGrant(fixture.app, {});
    expect((await served.api.readGrants({})).items).toHaveLength(1);
    await revokeGrant(fixture.app, {});
    expect((await served.api.readGrants({})).items).toEqual([]);
  });
});
