import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { connectAccount } from "../../../../../src/extension/server/commands/connectAccount.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import {
  createAccountDocument,
  createAccountServer,
  signInAtProvider,
} from "../../../../support/oauth/accountServer.ts";
import { createCookieBrowser } from "../../../../support/oauth/cookieBrowser.ts";
import { generateVersion } from "../../../../support/servers/generateServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const account = createAccountServer(served.api);
const server = await account.server();
afterAll(() => account.close());
beforeEach(async () => {
  for await (const { id } of served.api.list("oauthConnections.list", {}))
    await served.api.call("oauthConnection.delete", { id });
});

const nodeOf = (of: Server): TreeNode => ({ kind: "server", server: of, live: undefined, latest: undefined });
const environment = () => served.api.call("servers.list", { id: server.id }).then(({ items }) => items[0]?.environment);
const provider = () => new URL(server.accounts?.[0]?.provider ?? "").host;
/** Signs in as `login` in the opened browser. */
const person = (login: string) => async (url: string) => {
  const page = await signInAtProvider(createCookieBrowser(), url, login);
  expect(page.text).toContain("The account is connected");
  return true;
};

describe("connecting an account", () => {
  test("opens the service's page in the browser, waits, and shows the account", async () => {
    await using fixture = await createCommandFixture(served, { browse: person("ann") });
    await connectAccount(fixture.app, { node: nodeOf(server) });
    expect(fixture.prompts.questions).toEqual([]);
    expect(fixture.messages.shown).toEqual([`status: Pets uses the account ann@example.com at ${provider()}.`]);
    expect(fixture.refreshed).toEqual(["fairlead.account", "fairlead.servers"]);
  });

  test("a second time waits for the new account instead of the existing one", async () => {
    await account.connection();
    await using fixture = await createCommandFixture(served, { browse: person("bea") });
    await connectAccount(fixture.app, { node: nodeOf(server) });
    expect(fixture.messages.shown).toEqual([`status: Pets uses the account bea@example.com at ${provider()}.`]);
  });

  test("asks for a missing client id and secret, and saves them with the server", async () => {
    const unset = { LOGIN_CLIENT_ID: null, LOGIN_CLIENT_SECRET: null };
    await served.api.call("server.update", { id: server.id, environment: unset });
    const answers = [" fairlead-tests ", "canary-client-secret-4711"];
    await using fixture = await createCommandFixture(served, { answers, browse: person("ann") });
    await connectAccount(fixture.app, { node: nodeOf({ ...server, environment: {} }) });
    expect(fixture.prompts.questions).toEqual([
      `Connect Pets to ${provider()}: The client id registered at ${provider()}, with ${served.service.url}/connect/callback as the address to return to []`,
      `Connect Pets to ${provider()}: The client's secret; leave it empty where the provider gave none [] (secret)`,
    ]);
    expect(await environment()).toEqual({ LOGIN_CLIENT_ID: "fairlead-tests", LOGIN_CLIENT_SECRET: null });
    expect(fixture.messages.shown).toEqual([`status: Pets uses the account ann@example.com at ${provider()}.`]);
  });

  test("asks for the secret again, naming the address, if the document names another one", async () => {
    const issuer = server.accounts?.[0]?.provider ?? "";
    const urls = { issuer, configurationUrl: `${issuer}/.well-known/openid-configuration` };
    const sourceOf = (oauth2: boolean) => {
      const document = createAccountDocument("https://pets.invalid", urls, { oauth2 });
      return { kind: "openapi", document } as const;
    };
    const [id, secret] = ["fairlead-tests", "canary-client-secret-4711"];
    const moved = await served.api.call("servers.create", {
      projectId: served.project.id,
      name: "Moved",
      source: sourceOf(false),
      environment: { LOGIN_CLIENT_ID: id, LOGIN_CLIENT_SECRET: secret },
    });
    let generated = moved;
    for (const oauth2 of [false, true]) {
      generated = await generateVersion(served.api, moved.id, { source: sourceOf(oauth2) });
    }
    await using fixture = await createCommandFixture(served, { answers: [id, secret], browse: person("ann") });
    await connectAccount(fixture.app, { node: nodeOf(generated) });
    expect(fixture.prompts.questions[1]).toBe(
      `Connect Moved to ${provider()}: The client's secret for ${issuer}/token. The saved one was given for another address and does not go there; leave it empty to remove it [] (secret)`,
    );
    expect(fixture.messages.shown).toEqual([`status: Moved uses an account at ${provider()}.`]);
  });

  test("changes nothing after Escape at a question", async () => {
    const before = await environment();
    await served.api.call("server.update", { id: server.id, environment: { LOGIN_CLIENT_ID: null } });
    await using fixture = await createCommandFixture(served, { answers: ["some-client", escapeAnswer] });
    await connectAccount(fixture.app, { node: nodeOf(server) });
    expect(await environment()).not.toHaveProperty("LOGIN_CLIENT_ID");
    const savedEnvironment = { LOGIN_CLIENT_ID: before?.LOGIN_CLIENT_ID ?? "" };
    await served.api.call("server.update", { id: server.id, environment: savedEnvironment });
  });

  test("can be cancelled while the browser is open", async () => {
    const cancel = { title: `Connecting Pets to ${provider()}`, message: "Sign in there" };
    await using fixture = await createCommandFixture(served, { cancel, browse: async () => true });
    await connectAccount(fixture.app, { node: nodeOf(server) });
    expect(fixture.messages.shown).toEqual([]);
    expect((await served.api.call("oauthConnections.list", {})).items).toEqual([]);
  });

  test("offers the link if no browser opens", async () => {
    await using fixture = await createCommandFixture(served, { actions: ["Copy Link"] });
    await connectAccount(fixture.app, { node: nodeOf(server) });
    expect(fixture.messages.shown).toEqual([expect.stringContaining("warning: The browser was not opened.")]);
    await expect.poll(() => fixture.copied).toHaveLength(1);
    expect((await signInAtProvider(createCookieBrowser(), fixture.copied[0] ?? "", "ann")).text).toContain(
      "is connected",
    );
  });

  test("from the palette asks for the server, among those that need an account", async () => {
    await served.api.call("servers.create", { projectId: served.project.id, name: "Wants none" });
    await using fixture = await createCommandFixture(served, { answers: ["Pets"], browse: person("ann") });
    await connectAccount(fixture.app, {});
    expect(fixture.prompts.questions).toEqual(["Connect Account: Which server?"]);
    expect(fixture.messages.shown).toEqual([`status: Pets uses the account ann@example.com at ${provider()}.`]);
  });

  test("of a server that needs no account shows a message", async () => {
    const otherServer = await served.api.call("servers.create", { projectId: served.project.id, name: "Alone" });
    await using fixture = await createCommandFixture(served);
    await connectAccount(fixture.app, { node: nodeOf(otherServer) });
    expect(fixture.messages.shown).toEqual(["info: The API of Alone needs no account."]);
  });
});
