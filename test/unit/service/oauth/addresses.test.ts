import { describe, expect, test } from "vitest";
import { startCodeFlow } from "../../../../src/service/oauth/codeFlow.ts";
import { discoverProvider } from "../../../../src/service/oauth/oauthProvider.ts";
import { createProviderFetch, getOutermostZone } from "../../../../src/service/oauth/providerFetch.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

const { signal } = new AbortController();
const get = { method: "GET", headers: {} };
const request = { client: { id: "any", secret: undefined }, redirectUri: "http://back", scopes: [] };
const account = { scheme: "login", variable: "LOGIN_TOKEN", scopes: [] };
const json = (value: object) => JSON.stringify(value);

describe("a request to a provider", () => {
  test("is sent to loopback when the user supplies the document, and not when it comes from the internet", async () => {
    const url = await startHttpServer((_, response) => response.end("{}"));
    const own = createProviderFetch(undefined, signal);
    expect((await own.fetch(url, get)).status).toBe(200);
    expect(own.zone()).toBe("loopback");
    await expect(createProviderFetch("public", signal).fetch(url, get)).rejects.toThrow(
      "is further inside the network",
    );
    await expect(createProviderFetch("private", signal).fetch(url, get)).rejects.toThrow(
      "is further inside the network",
    );
    await expect(createProviderFetch("loopback", signal).fetch(url, get)).resolves.toMatchObject({ status: 200 });
  });

  test("is not sent to a cloud metadata service", async () => {
    const { fetch } = createProviderFetch(undefined, signal);
    await expect(fetch("http://169.254.169.254/token", get)).rejects.toThrow("is not allowed");
  });

  test("is sent over the internet with https only", async () => {
    const { fetch } = createProviderFetch(undefined, signal);
    await expect(fetch("http://93.184.216.34/token", get)).rejects.toThrow("does not use https");
  });

  test("does not follow redirects", async () => {
    let requestCount = 0;
    const url = await startHttpServer((_, response) => {
      requestCount += 1;
      response.writeHead(302, { Location: "http://169.254.169.254/" }).end();
    });
    expect((await createProviderFetch(undefined, signal).fetch(url, get)).status).toBe(302);
    expect(requestCount).toBe(1);
  });

  test("fails when the response is too large", async () => {
    const url = await startHttpServer((_, response) => {
      const chunk = Buffer.alloc(256 * 1024, " ");
      const more = (): void => void response.write(chunk, (error) => error ?? more());
      more();
    });
    await expect(createProviderFetch(undefined, signal).fetch(url, get)).rejects.toThrow("more than 1048576 bytes");
  });

  test("is aborted when the service stops", async () => {
    const ending = new AbortController();
    const url = await startHttpServer(() => ending.abort(new Error("The service ends.")));
    await expect(createProviderFetch(undefined, ending.signal).fetch(url, get)).rejects.toThrow();
  });
});

describe("the browser is redirected to a provider", () => {
  const named = (authorizationUrl: string) => ({ ...account, authorizationUrl, tokenUrl: "https://id.invalid/token" });
  const begin = async (authorizationUrl: string, from: "public" | undefined) =>
    startCodeFlow({ ...request, provider: await discoverProvider(named(authorizationUrl), from, signal) });

  test("on loopback only when the document may name loopback addresses", async () => {
    const { url } = await begin("http://127.0.0.1:9/authorize?audience=pets", undefined);
    expect([url.pathname, url.searchParams.get("audience"), url.searchParams.get("client_id")]).toEqual([
      "/authorize",
      "pets",
      "any",
    ]);
    await expect(begin("http://127.0.0.1:9/authorize", "public")).rejects.toThrow("is further inside the network");
    await expect(begin("http://169.254.169.254/authorize", undefined)).rejects.toThrow("further inside");
  });

  test("only with http or https, even when the metadata has another scheme", async () => {
    const url = await startHttpServer((request, response) => {
      const issuer = `http://${request.headers.host}`;
      response.setHeader("Content-Type", "application/json");
      response.end(json({ issuer, authorization_endpoint: "javascript:alert(1)", token_endpoint: `${issuer}/token` }));
    });
    const openId = { ...account, openIdConnectUrl: `${url}/.well-known/openid-configuration` };
    const provider = await discoverProvider(openId, undefined, signal);
    await expect(startCodeFlow({ ...request, provider })).rejects.toThrow("not an http or https URL");
  });
});

describe("provider metadata", () => {
  test("of another issuer than the requested one is rejected", async () => {
    const url = await startHttpServer((_, response) => {
      const issuer = "https://other.example.com";
      response.setHeader("Content-Type", "application/json");
      response.end(json({ issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` }));
    });
    const openId = { ...account, openIdConnectUrl: `${url}/.well-known/openid-configuration` };
    await expect(discoverProvider(openId, undefined, signal)).rejects.toThrow("could not be read");
  });

  test("with other endpoints on the same host is not used for the flow", async () => {
    const url = await startHttpServer((request, response) => {
      const issuer = `http://${request.headers.host}`;
      response.setHeader("Content-Type", "application/json");
      response.end(json({ issuer, authorization_endpoint: `${issuer}/x/a`, token_endpoint: `${issuer}/x/t` }));
    });
    const flow = { ...account, authorizationUrl: `${url}/a`, tokenUrl: `${url}/t` };
    const found = await discoverProvider(flow, undefined, signal);
    expect(found).toMatchObject({ described: false, metadata: { token_endpoint: `${url}/t` } });
  });

  test("may name addresses only in the outermost of its own zone and the document's zone", () => {
    expect([
      getOutermostZone("public", "loopback"),
      getOutermostZone("loopback", "private"),
      getOutermostZone(undefined, "loopback"),
      getOutermostZone(undefined, undefined),
    ]).toEqual(["public", "private", "loopback", undefined]);
  });
});
