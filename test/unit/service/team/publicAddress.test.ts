import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { publicUrl, startPublicService } from "../../../support/service/publicService.ts";

const me = "/api/v1/me";
const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });

describe("a service with a certificate", () => {
  test("is used through TLS under its public name, and on its own machine as before", async () => {
    const { ask, url, localUrl, key } = await startPublicService();
    expect(url).toBe(publicUrl);
    expect((await ask({ path: me })).status).toBe(200);
    expect((await ask({ path: me, headers: { Host: "service.example:443" } })).status).toBe(200);
    expect(localUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(localUrl + me, bearer(key))).status).toBe(200);
  });

  test("does not speak plain HTTP", async () => {
    const { port } = await startPublicService();
    const socket = connect(port, "127.0.0.1");
    socket.end("GET /healthz HTTP/1.1\r\nHost: service.example\r\n\r\n");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    await once(socket, "close");
    expect(Buffer.concat(chunks).toString()).not.toContain("200");
  });

  test.each(["evil.example", "service.example:8443", "service.example.evil.example", "127.0.0.1", "localhost"])(
    "refuses the Host %s",
    async (Host) => {
      const { ask } = await startPublicService();
      const { status, text } = await ask({ path: me, headers: { Host } });
      expect([status, JSON.parse(text).code]).toEqual([403, "forbidden"]);
    },
  );

  test("refuses the public Host at its loopback address", async () => {
    const { localUrl, app, key } = await startPublicService();
    const response = await app.request(localUrl + me, {
      headers: { Host: "service.example", Authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(403);
  });

  test("accepts its own Origin only", async () => {
    const { ask, localUrl } = await startPublicService();
    expect((await ask({ path: me, headers: { Origin: publicUrl } })).status).toBe(200);
    for (const Origin of ["https://evil.example", "http://service.example", "null", localUrl])
      expect([Origin, (await ask({ path: me, headers: { Origin } })).status]).toEqual([Origin, 403]);
  });

  test("does not believe who a client says that it is", async () => {
    const { ask } = await startPublicService();
    expect(
      (await ask({ path: me, headers: { Host: "evil.example", "X-Forwarded-Host": "service.example" } })).status,
    ).toBe(403);
  });

  test("names its public address in everything that leads to it", async () => {
    const { ask } = await startPublicService();
    const metadata = JSON.parse((await ask({ path: "/.well-known/oauth-authorization-server" })).text);
    expect(metadata).toMatchObject({ issuer: publicUrl, token_endpoint: expect.stringContaining(publicUrl) });
    const document = JSON.parse((await ask({ path: "/openapi.json" })).text);
    expect(document.servers[0].url).toContain(publicUrl);
  });
});

describe("a service behind a proxy", () => {
  test("answers to the proxy, also if that sends the name separately", async () => {
    const { ask } = await startPublicService({ tls: false, trustedProxies: ["127.0.0.0/8"] });
    expect((await ask({ path: me })).status).toBe(200);
    const headers = { Host: "fairlead:8080", "X-Forwarded-Host": "service.example" };
    expect((await ask({ path: me, headers })).status).toBe(200);
    expect((await ask({ path: me, headers: { "X-Forwarded-Host": "evil.example" } })).status).toBe(403);
  });

  test("refuses clients that bypass the proxy, whatever they send", async () => {
    const { ask } = await startPublicService({ tls: false, trustedProxies: ["10.0.0.5"] });
    const headers = { "X-Forwarded-For": "10.0.0.5", "X-Forwarded-Proto": "https" };
    const { status, text } = await ask({ path: me, headers });
    expect([status, JSON.parse(text).detail]).toEqual([
      403,
      `Connect to ${publicUrl}, not directly to the service behind it.`,
    ]);
  });
});

describe("the health of a service", () => {
  test("needs no key and no certain Host", async () => {
    const { ask, localUrl } = await startPublicService();
    for (const path of ["/healthz", "/readyz"]) {
      expect((await ask({ path, headers: { Host: "10.1.2.3:8443", Authorization: "" } })).status).toBe(200);
      expect((await fetch(localUrl + path)).status).toBe(200);
    }
  });

  test("is not ready while the service drains, and the service still works", async () => {
    const service = await startPublicService();
    const draining = service.drain(200);
    expect((await service.ask({ path: "/readyz" })).status).toBe(503);
    expect((await service.ask({ path: "/healthz" })).status).toBe(200);
    expect((await service.ask({ path: me })).status).toBe(200);
    await draining;
  });
});
