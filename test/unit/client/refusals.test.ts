import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { describeFailedCall } from "../../../src/client/errorMessages.ts";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { operationTable } from "../../../src/contract/operations.ts";
import { startScriptedClient } from "../../support/client/scriptedClient.ts";
import { listenOnLoopback } from "../../support/network/listenOnLoopback.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

async function refusedWith(status: number, body: string | object, headers: Readonly<Record<string, string>> = {}) {
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(status, body, headers)));
  return await fixture.client.call("projects.create", { name: "a" }).catch((failure: unknown) => failure);
}

describe("an error response", () => {
  test("becomes an error with the name for its status", async () => {
    const names = new Map([
      [400, "ServiceError"],
      [401, "UnauthorizedError"],
      [403, "ForbiddenError"],
      [404, "NotFoundError"],
      [409, "ConflictError"],
      [412, "StaleError"],
      [422, "ServiceError"],
      [429, "RateLimitedError"],
      [500, "ServiceError"],
    ]);
    for (const [status, name] of names) expect(await refusedWith(status, {})).toMatchObject({ name, status });
  });

  test("with a problem document keeps its code, detail and field errors", async () => {
    const error = await refusedWith(400, {
      type: "about:blank",
      title: "Invalid request",
      status: 400,
      code: "invalid_request",
      detail: "Two fields are wrong.",
      requestId: "req_7",
      errors: [
        { path: "name", message: "too long" },
        { path: "size", message: "unknown field" },
      ],
    });
    expect(error).toMatchObject({
      code: "invalid_request",
      title: "Invalid request",
      detail: "Two fields are wrong.",
      requestId: "req_7",
      operation: "projects.create",
      errors: [{ path: "name" }, { path: "size" }],
    });
    expect(String(error)).toMatch(
      /Could not create a project at 127\.0\.0\.1:\d+: Two fields are wrong\. name: too long; size: unknown field\. \(400 invalid_request, request req_7\)$/,
    );
  });

  const insufficient = 'Bearer realm="fairlead", error="insufficient_scope", scope="deploy"';
  test.each<[string, number, string | object, string, Readonly<Record<string, string>>?]>([
    ["for a missing scope names the scope", 403, {}, "Use a key with the scope write."],
    [
      "for a scope that the body needs names the scope of the challenge",
      ...([403, {}, "the scope deploy.", { "www-authenticate": insufficient }] as const),
    ],
    [
      "in the OAuth format is read too",
      ...([401, { error: "invalid_client", error_description: "Unknown client" }] as const),
      "Unknown client. Sign in with a valid key. (401 invalid_client)",
    ],
    [
      "of plain text is shown in one line",
      ...([500, "upstream\r\n  is\u0007 down"] as const),
      "upstream is down. Try again; if it goes on, inform the service's operator. (500)",
      { "content-type": "text/plain" },
    ],
    ["without a body gets advice", 409, "", "the service gave no reason. Refresh, then try again. (409)"],
    ["without a body gets advice", 413, "", "the service gave no reason. Send less at a time. (413)"],
    ["without a body gets advice", 422, "", "the service gave no reason. Check what was entered"],
  ])("%s (%i)", async (_, status, body, words, headers) => {
    expect(String(await refusedWith(status, body, headers))).toContain(words);
  });

  test("that is a web page shows only its title", async () => {
    const page = "<!DOCTYPE html><html><head><title>Bad\n gateway</title></head><body><script>evil()</script></body>";
    const error = await refusedWith(404, page, { "content-type": "text/html" });
    expect(String(error)).toContain('a web page answered ("Bad gateway"). Is this the right URL?');
    expect(String(error)).not.toContain("evil");
  });

  test("with fields of wrong types keeps its valid fields", async () => {
    const error = await refusedWith(400, { title: 7, detail: "Wrong.", code: {}, errors: "none" });
    expect(error).toMatchObject({ title: undefined, detail: "Wrong.", code: undefined, errors: [] });
  });

  test("gets the request id from the header if the body has none", async () => {
    expect(await refusedWith(500, {}, { "x-request-id": "req_9" })).toMatchObject({ requestId: "req_9" });
  });

  test("that repeats the key has the key redacted", async () => {
    const echo = { title: "No", detail: "Key flk_canary0123456789 is wrong", code: "flk_canary0123456789" };
    const error = await refusedWith(401, echo);
    const everything = JSON.stringify(error, (_, value) =>
      value instanceof Error ? { ...value, message: value.message, cause: value.cause, stack: value.stack } : value,
    );
    expect(everything).toContain("Key [key] is wrong");
    expect(everything).not.toContain("flk_canary");
  });
});

describe("a failed connection", () => {
  test("to a closed port is retried, and the message has advice", async () => {
    const fixture = await startScriptedClient(() => {});
    await fixture.server.close();
    const error = await fixture.client.call("projects.create", { name: "a" }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: "NetworkError", code: "ECONNREFUSED", host: new URL(fixture.server.url).host });
    expect(String(error)).toContain("nothing listens there. Check the URL, and that the service runs.");
    expect(fixture.waits).toHaveLength(3);
    await fixture.client.close();
  });

  test("to an unknown host fails with NetworkError", async () => {
    await using fixture = await startScriptedClient(() => {}, { baseUrl: "http://nowhere.invalid" });
    await expect(fixture.client.call("me.get", {})).rejects.toMatchObject({
      name: "NetworkError",
      host: "nowhere.invalid",
    });
  });

  test("with TLS to a server without TLS has a message with advice", async () => {
    const plain = await listenOnLoopback(createServer());
    await using fixture = await startScriptedClient(() => {}, { baseUrl: `https://127.0.0.1:${plain.port}` });
    const call = fixture.client.call("me.get", {});
    await expect(call).rejects.toThrow(/does not speak TLS\. Check whether the URL starts with http or https\./);
    await plain.close();
  });
});

test("a header that occurs twice is combined", async () => {
  const twice =
    "HTTP/1.1 429 No\r\nretry-after: 30\r\nretry-after: 60\r\ndate: x\r\ndate: y\r\ncontent-length: 0\r\n\r\n";
  await using fixture = await startScriptedClient((socket) => socket.write(twice));
  await expect(fixture.client.call("me.get", {})).rejects.toMatchObject({
    name: "RateLimitedError",
    retryAfterMs: 60_000,
  });
});

test("a deletion whose response has `success: false` fails", async () => {
  await using fixture = await startScriptedClient((socket) =>
    socket.write(formatHttpResponse(200, { success: false })),
  );
  await expect(fixture.client.call("apiKeys.delete", { id: "key_1" })).rejects.toThrow(
    /the answer says that it failed/,
  );
});

test("every error message starts with the summary of its operation", () => {
  for (const name of operationNames) {
    const [action = ""] = operationTable[name].summary.split(/[;,.:]/);
    expect(action).toMatch(/^[A-Z][a-z]+ .*[a-zA-Z]$/);
    expect(describeFailedCall(name, "a.example")).toBe(
      `Could not ${action.charAt(0).toLowerCase()}${action.slice(1)} at a.example`,
    );
  }
});
