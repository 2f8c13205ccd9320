import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { meResponse, projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

/** Calls a service that answers with this. */
const answering = (answer: string | object, status = 200) =>
  startScriptedClient((socket) => socket.write(formatHttpResponse(status, answer)));

describe("a request", () => {
  test("has query fields in the URL and the other fields in the body", async () => {
    await using fixture = await answering(projectResponse);
    await fixture.client.call("project.update", { id: "a b/c&d", description: null, name: "ü" });
    const [request] = fixture.server.requests;
    expect(request).toMatchObject({ method: "PATCH", target: "/api/v1/project?id=a+b%2Fc%26d" });
    expect(JSON.parse(request?.body ?? "")).toEqual({ description: null, name: "ü" });
    expect(request?.headers.get("content-type")).toBe("application/json");
  });

  test("contains nothing that is undefined, and nothing of the previous request", async () => {
    await using fixture = await answering({ items: [], nextCursor: null });
    for (const input of [{ q: undefined, limit: 3 }, {}, { q: "a" }]) await fixture.client.call("projects.list", input);
    const path = "/api/v1/projects";
    expect(fixture.server.requests.map(({ target }) => target)).toEqual([`${path}?limit=3`, path, `${path}?q=a`]);
  });

  test("has the key as a bearer token, and the id of the organization", async () => {
    await using fixture = await answering(meResponse);
    await fixture.client.call("me.get", {}, { organizationId: "org_2" });
    expect(fixture.server.requests[0]?.headers.get("authorization")).toBe("Bearer flk_canary0123456789");
    expect(fixture.server.requests[0]?.headers.get("fairlead-organization")).toBe("org_2");
  });

  test.each([
    ["/behind/proxy/", "/behind/proxy/api/v1/me"],
    ["//elsewhere.test", "//elsewhere.test/api/v1/me"],
  ])("keeps host and path of the base URL, also with %s", async (path, target) => {
    await using fixture = await answering(meResponse);
    const client = createServiceClient({ baseUrl: `${fixture.server.url}${path}`, key: async () => undefined });
    await client.call("me.get", {});
    expect(fixture.server.requests.map((request) => [request.target, request.headers.has("authorization")])).toEqual([
      [target, false],
    ]);
    await client.close();
  });

  test("for an OAuth token is a form without the key in a header", async () => {
    const token = { access_token: "t", token_type: "Bearer", expires_in: 900 };
    await using fixture = await answering(token);
    await fixture.client.call("runtime.oauthToken", { grant_type: "client_credentials", client_secret: "flk_a+b" });
    const [request] = fixture.server.requests;
    expect(request?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(request?.headers.has("authorization")).toBe(false);
    expect(request?.body).toBe("grant_type=client_credentials&client_secret=flk_a%2Bb");
  });

  test("is not sent if the key is not a valid header value", async () => {
    await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(200, meResponse)), {
      key: async () => "flk_a\r\nb",
    });
    const error = await fixture.client.call("me.get", {}).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: "UnauthorizedError" });
    expect(String(error)).not.toContain("flk_");
    expect(fixture.server.requests).toHaveLength(0);
  });

  test("requires a valid HTTP base URL", () => {
    for (const baseUrl of ["", "localhost:1", "ftp://a", "http://user:password@host"]) {
      expect(() => createServiceClient({ baseUrl, key: async () => undefined })).toThrow(/must start with http/);
    }
  });
});

describe("a response", () => {
  test("keeps unknown fields", async () => {
    await using fixture = await answering({ ...meResponse, shoeSize: 43 });
    expect(await fixture.client.call("me.get", {})).toMatchObject({ name: "Someone", shoeSize: 43 });
  });

  test("is parsed for any content type, and with a byte order mark", async () => {
    const answer = formatHttpResponse(200, `\uFEFF${JSON.stringify(meResponse)}`, { "content-type": "text/plain" });
    await using fixture = await startScriptedClient((socket) => socket.write(answer));
    expect(await fixture.client.call("me.get", {})).toEqual(meResponse);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["BR", brotliCompressSync],
  ])("is decompressed although compression was not requested: %s", async (coding, pack) => {
    await using fixture = await startScriptedClient((socket) =>
      writePacked(socket, coding, pack(JSON.stringify(meResponse))),
    );
    expect(await fixture.client.call("me.get", {})).toEqual(meResponse);
  });

  test("with invalid compressed data or above the size limit fails", async () => {
    await using broken = await startScriptedClient((socket) => writePacked(socket, "gzip", Buffer.from("no gzip")));
    await expect(broken.client.call("me.get", {})).rejects.toMatchObject({ name: "UnexpectedAnswerError" });
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20 + 1));
    await using long = await startScriptedClient((socket) => writePacked(socket, "gzip", bomb));
    await expect(long.client.call("me.get", {})).rejects.toThrow(/larger than 64 MiB/);
  });

  test("that does not match the schema fails with the path of the mismatch", async () => {
    const page = { items: [projectResponse, { ...projectResponse, serverCount: "many" }], nextCursor: null };
    await using fixture = await answering(page);
    const call = fixture.client.call("projects.list", {});
    await expect(call).rejects.toMatchObject({ name: "UnexpectedAnswerError", status: 200 });
    await expect(call).rejects.toThrow(/expects at items\[1\]\.serverCount: /);
  });

  test("is returned unchanged by fetchJson", async () => {
    await using fixture = await answering({ anything: [1] });
    expect(await fixture.client.fetchJson("me.get", {})).toEqual({ anything: [1] });
  });

  test("of a deletion is undefined", async () => {
    await using fixture = await startScriptedClient((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
    expect(await fixture.client.call("apiKeys.delete", { id: "key_1" })).toBeUndefined();
  });
});

describe("a redirect", () => {
  test("of a read is followed within its origin", async () => {
    await using fixture = await startScriptedClient((socket, { target }) => {
      const isThere = target === "/moved/api/v1/me";
      socket.write(
        isThere ? formatHttpResponse(200, meResponse) : formatHttpResponse(307, "", { location: "/moved/api/v1/me" }),
      );
    });
    expect(await fixture.client.call("me.get", {})).toEqual(meResponse);
  });

  test("to another origin is an error that names it, and the key is not sent", async () => {
    await using other = await startScriptedClient((socket) => socket.write(formatHttpResponse(200, meResponse)));
    const location = `${other.server.url}/login?token=flk_canary0123456789`;
    await using fixture = await startScriptedClient((socket) =>
      socket.write(formatHttpResponse(302, "", { location })),
    );
    const error = await fixture.client.call("me.get", {}).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: "RedirectedError", status: 302 });
    expect(String(error)).toContain(`it points to ${other.server.url}/login; the key was not sent there.`);
    expect(String(error)).not.toContain("flk_");
    expect(other.server.requests).toHaveLength(0);
  });

  test("of a write is not followed", async () => {
    await using fixture = await startScriptedClient((socket) =>
      socket.write(formatHttpResponse(308, "", { location: "/elsewhere" })),
    );
    await expect(fixture.client.call("projects.create", { name: "a" })).rejects.toThrow(/only reads follow/);
    expect(fixture.server.requests).toHaveLength(1);
  });

  test("in a loop ends", async () => {
    await using fixture = await startScriptedClient((socket) =>
      socket.write(formatHttpResponse(302, "", { location: "/api/v1/me" })),
    );
    await expect(fixture.client.call("me.get", {})).rejects.toThrow(/one address after another/);
    expect(fixture.server.requests).toHaveLength(6);
  });
});

function writePacked(socket: Socket, coding: string, body: Buffer): void {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`);
  socket.write(body);
}
