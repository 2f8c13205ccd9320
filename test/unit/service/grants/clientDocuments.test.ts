import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchClientDocument } from "../../../../src/service/grants/clientDocument.ts";
import { matchesRedirect } from "../../../../src/service/grants/oauthClient.ts";
import { findFreePort } from "../../../../src/service/network/freePort.ts";
import {
  createAuthorizeUrl,
  createPkce,
  exchangeCode,
  type LoginService,
  logIn,
  openPage,
  readGrantRequests,
  startLogin,
} from "../../../support/oauth/agentLogin.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

let answer: RequestListener;
let requests = 0;
const origin = await startHttpServer((request, response) => {
  requests += 1;
  answer(request, response);
}, afterAll);

const { signal } = new AbortController();
const fetchLocal = (path = "/client.json") => fetchClientDocument(origin + path, true, signal);
const serve = (body: object | string, headers: Readonly<Record<string, string>> = {}, status = 200) => {
  answer = (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
};
const document = (changes: object = {}) => ({
  client_id: `${origin}/client.json`,
  client_name: "Dev Agent",
  redirect_uris: ["http://127.0.0.1/callback"],
  ...changes,
});

describe("a client ID metadata document", () => {
  test("of this machine is read by a local service, and names its host", async () => {
    serve(document());
    expect(await fetchLocal()).toMatchObject({ name: "Dev Agent", host: new URL(origin).host });
  });

  test.each([
    [
      "that describes another client",
      () => serve(document({ client_id: "https://other.example/c" })),
      "client_id differs",
    ],
    ["without redirect URIs", () => serve(document({ redirect_uris: [] })), "redirect_uris"],
    [
      "with a client secret",
      () => serve(document({ token_endpoint_auth_method: "client_secret_post" })),
      "must be public",
    ],
    ["of many bytes", () => serve(document({ padding: "x".repeat(20_000) })), "more than 10000 bytes"],
    ["that is no JSON", () => serve("<html>"), "client_id differs"],
    ["of another media type", () => serve(document(), { "Content-Type": "text/html" }), "did not answer"],
    ["that is not there", () => serve({}, {}, 404), "status 404"],
    ["that redirects", () => serve({}, { Location: "http://169.254.169.254/" }, 302), "status 302"],
  ])("%s is refused", async (_, arrange, reason) => {
    arrange();
    await expect(fetchLocal()).rejects.toThrow(reason);
  });

  test.each([
    ["https://127.0.0.1:1/client.json"],
    ["https://10.0.0.1/client.json"],
    ["https://192.168.1.1/client.json"],
    ["https://169.254.169.254/latest/meta-data"],
    ["https://[::1]/client.json"],
    ["https://[::ffff:127.0.0.1]/client.json"],
    ["https://localhost/client.json"],
    ["http://public.example/client.json"],
    ["https://client.example/"],
    ["https://client.example/a/../client.json"],
    ["https://user@client.example/client.json"],
    ["https://client.example/client.json#fragment"],
  ])("at %s is not fetched by a team's service", async (url) => {
    serve(document());
    const before = requests;
    await expect(fetchClientDocument(url, false, signal)).rejects.toThrow(/must be https|further inside|not allowed/);
    expect(requests).toBe(before);
  });

  test("at a private or a metadata address is not fetched by a local service either", async () => {
    for (const host of ["10.0.0.1", "169.254.169.254"])
      await expect(fetchClientDocument(`https://${host}/client.json`, true, signal)).rejects.toThrow(
        /further|not allowed/,
      );
  });
});

describe("an agent with such a document", () => {
  let served: Awaited<ReturnType<typeof startServedService>>;
  let service: LoginService;
  let unreachable: string;
  beforeAll(async () => {
    served = await startServedService();
    service = { url: served.service.url, key: requireValue(served.service.firstKey) };
    unreachable = `http://127.0.0.1:${await findFreePort()}/oauth/client.json`;
  });
  afterAll(() => served.close());

  const { challenge } = createPkce();
  const createResource = async (name: string) => {
    const { id } = await served.api.call("servers.create", { projectId: served.project.id, name });
    return `${service.url}/mcp/${id}`;
  };
  const open = async (clientId: string, redirect: string) =>
    openPage(
      createAuthorizeUrl(service, {
        ...{ client_id: clientId, code_challenge: challenge, redirect_uri: redirect },
        resource: await createResource("Opened"),
      }),
    );

  test("is asked about with its host, and one that is refused leads nowhere", async () => {
    serve(document());
    const { location } = await open(`${origin}/client.json`, "http://127.0.0.1:5/callback");
    expect(location?.pathname).toBe("/oauth/authorize/wait");
    const [request] = (await readGrantRequests(service)).items;
    expect(request).toMatchObject({ clientHost: new URL(origin).host, tools: null });
    const refused = await open("https://10.0.0.1/client.json", "http://127.0.0.1:5/callback");
    expect([refused.status, refused.location]).toEqual([400, undefined]);
  });

  test("that cannot be fetched logs in as a program of this machine, and nothing but its id says who it is", async () => {
    const login = await logIn(service, await createResource("Offline"), unreachable);
    expect(await exchangeCode(service, login)).toMatchObject({ status: 200 });
    const [grant] = (await served.api.readGrants({})).items;
    expect(grant?.client).toBe(unreachable.replace("http://", ""));
    const resource = await createResource("Asked");
    const { id } = await startLogin(service, { client_id: unreachable, code_challenge: challenge, resource });
    const { items } = await readGrantRequests(service);
    expect(items.find((one) => one.id === id)).toMatchObject({ clientHost: null });
  });

  test("that cannot be fetched gets no answer at a web site", async () => {
    const opened = await open(unreachable, "https://site.example/callback");
    expect([opened.status, opened.location]).toEqual([400, undefined]);
    expect(opened.text).toContain("could not be read");
  });
});

test.each([
  ["http://127.0.0.1:1/callback", "http://127.0.0.1:2/callback", true],
  ["http://127.0.0.1/callback", "http://127.0.0.1:2/callback", true],
  ["http://[::1]:1/callback", "http://[::1]:2/callback", true],
  ["http://127.0.0.1:1/callback", "http://127.0.0.1:1/callback?x", false],
  ["http://127.0.0.1:1/callback", "http://127.0.0.1:1@evil.example/callback", false],
  ["http://127.0.0.1:1/callback", "http://127.0.0.1.evil.example:1/callback", false],
  ["https://site.example/callback", "https://site.example:8443/callback", false],
  ["https://site.example/callback", "https://site.example/callback/", false],
])(
  "a redirect URI is registered only exactly, but for the port of a loopback address: %s, %s",
  (one, other, isSame) => {
    expect(matchesRedirect(one, other)).toBe(isSame);
  },
);
