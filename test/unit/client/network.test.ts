import { describe, expect, test } from "vitest";
import type { NetworkSettings } from "../../../src/client/network/proxy.ts";
import { meResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { startHttpProxy } from "../../support/network/httpProxy.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";
import { startSecureServer } from "../../support/network/secureServer.ts";

const plainUrl = "http://service.example";
const sentinel = { authorization: "Basic c29tZW9uZTpzZWNyZXQ=" };

/** Calls through a proxy that resolves every name to this server. */
async function callThroughProxy(
  createOptions: (proxy: string) => { network?: NetworkSettings; environment?: Record<string, string> },
  authorization?: string,
) {
  await using service = await startScriptedClient((socket) => socket.write(formatHttpResponse(200, meResponse)));
  const proxy = await startHttpProxy(service.server.port, authorization);
  await using fixture = await startScriptedClient(() => {}, {
    baseUrl: plainUrl,
    environment: {},
    ...createOptions(proxy.url),
  });
  const outcome = await fixture.client.call("me.get", {}).catch((error: unknown) => error);
  await proxy.close();
  return { outcome, seen: proxy.seen };
}

describe("an HTTP call", () => {
  const { authorization } = sentinel;
  test.each<[string, (proxy: string) => { network?: NetworkSettings; environment?: Record<string, string> }, string?]>([
    ["the proxy of the settings", (proxy) => ({ network: { proxy } })],
    ["the proxy of the environment", (proxy) => ({ environment: { http_proxy: proxy } })],
    [
      "the proxy authorization of the settings",
      (proxy) => ({ network: { proxy, proxyAuthorization: authorization } }),
      authorization,
    ],
    [
      "the credentials in the proxy's URL",
      (proxy) => ({ network: { proxy: proxy.replace("//", "//someone:secret@") } }),
      authorization,
    ],
  ])("uses %s", async (_, createOptions, wanted) => {
    const { outcome, seen } = await callThroughProxy(createOptions, wanted);
    expect([outcome, seen]).toEqual([meResponse, ["GET http://service.example/api/v1/me"]]);
  });

  test("without the required proxy authorization fails with the name of the setting", async () => {
    const { outcome } = await callThroughProxy((proxy) => ({ network: { proxy } }), sentinel.authorization);
    expect(outcome).toMatchObject({ name: "NetworkError" });
    expect(String(outcome)).toContain("the proxy asks for a sign-in. Check http.proxyAuthorization.");
  });

  test("with an invalid proxy setting fails with the name of the setting", async () => {
    const { outcome } = await callThroughProxy(() => ({ network: { proxy: "gopher://user:secret@old" } }));
    expect(String(outcome)).toContain("The proxy of http.proxy or HTTP_PROXY is not usable");
    expect(String(outcome)).not.toContain("secret");
  });
});

describe("an HTTPS call", () => {
  const callThroughTunnel = async (proxy: string, network: NetworkSettings = {}) => {
    const options = { baseUrl: "https://service.example", network: { proxy, ...network }, environment: {} };
    await using fixture = await startScriptedClient(() => {}, options);
    return await fixture.client.call("me.get", {});
  };

  test("uses a proxy tunnel through which it verifies the certificate, or accepts any if strict SSL is off", async () => {
    const service = await startSecureServer(meResponse);
    const proxy = await startHttpProxy(service.port);
    expect(await callThroughTunnel(proxy.url, { strictSSL: false })).toEqual(meResponse);
    expect(proxy.seen).toEqual(["CONNECT service.example:443"]);
    await expect(callThroughTunnel(proxy.url)).rejects.toThrow(/certificate is not trusted here/);
    await proxy.close();
    await service.close();
  });

  test("that the proxy rejects fails with the settings to check", async () => {
    const proxy = await startHttpProxy(1, sentinel.authorization);
    await expect(callThroughTunnel(proxy.url)).rejects.toThrow(/the proxy asks for a sign-in/);
    await proxy.close();
  });
});
