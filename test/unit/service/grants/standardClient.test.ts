import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import { answerGrantRequest, openPage } from "../../../support/oauth/agentLogin.ts";
import { createLoginProvider } from "../../../support/oauth/loginProvider.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { requireValue } from "../../../support/service/requireValue.ts";

// The client is @modelcontextprotocol/client 2.4.0, which finds out everything from the server's URL.
const fixture = await startThreadFixture();
const { serverId } = await fixture.run("healthy");
const url = new URL(`${fixture.context.baseUrl()}/mcp/${serverId}`);
afterAll(() => fixture.close());

/** The service in this process replaces the global `Response`, and the client requires instances of the global one. */
const ownFetch = async (address: string | URL, init?: RequestInit) => {
  const answer = await fetch(address, init);
  return new Response(answer.body, answer);
};
const redirect = "http://127.0.0.1:9/callback";

/** The user's browser, and the answer in the editor. */
async function answerPage(page: URL, allow: boolean): Promise<URLSearchParams> {
  const opened = await openPage(page.href);
  const id = requireValue(opened.location?.searchParams.get("id") ?? undefined);
  const service = { url: fixture.context.baseUrl(), key: fixture.key };
  expect((await answerGrantRequest(service, id, { allow })).status).toBe(204);
  return requireValue((await openPage(`${opened.location}&shown=1`, opened.cookie)).location).searchParams;
}
const createClient = () => new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
const echo = async (client: Client) => JSON.stringify(await client.callTool({ name: "echo", arguments: { a: 1 } }));

test("a standard client logs in with nothing but the URL, calls a tool, and stays logged in by its refresh token", async () => {
  const authProvider = createLoginProvider(redirect);
  const open = () => new StreamableHTTPClientTransport(url, { authProvider, fetch: ownFetch });
  const first = open();
  await expect(createClient().connect(first)).rejects.toThrow("Unauthorized");
  await first.finishAuth(await answerPage(requireValue(authProvider.opened()), true));
  const client = createClient();
  await client.connect(open());
  expect(await echo(client)).toContain("healthy");
  // An access token that has expired.
  const { refresh_token: earlier } = requireValue(authProvider.tokens());
  authProvider.saveTokens({ ...requireValue(authProvider.tokens()), access_token: "expired" });
  expect(await echo(client)).toContain("healthy");
  expect(authProvider.tokens()?.refresh_token).not.toBe(earlier);
  await client.close();
});

test("a standard client learns that its user said no", async () => {
  const authProvider = createLoginProvider(redirect);
  const transport = new StreamableHTTPClientTransport(url, { authProvider, fetch: ownFetch });
  await expect(createClient().connect(transport)).rejects.toThrow("Unauthorized");
  const answer = await answerPage(requireValue(authProvider.opened()), false);
  expect(answer.get("error")).toBe("access_denied");
  await expect(transport.finishAuth(answer)).rejects.toThrow();
});
