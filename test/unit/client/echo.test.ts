import { expect, test } from "vitest";
import type { RequestLogEntry } from "../../../src/client/client.ts";
import { openConnectionProfile } from "../../../src/extension/connection/model/connectionProfile.ts";
import { projectResponse, startScriptedClient } from "../../support/client/scriptedClient.ts";
import { createMapMemory } from "../../support/editor/mapMemory.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

const key = "flk_canary0123456789";

test("a response that repeats the key is returned with the key redacted", async () => {
  const page = { items: [{ ...projectResponse, name: `Bearer ${key}`, note: key }], nextCursor: null };
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(200, page)));
  const answers = [
    await fixture.client.call("projects.list", {}),
    await fixture.client.fetchJson("projects.list", {}),
    await fixture.client.fetchResponse("projects.list", {}),
  ];
  expect(JSON.stringify(answers)).toContain("Bearer [key]");
  expect(JSON.stringify(answers)).not.toContain(key);
});

test("a key is redacted in every JSON and URL encoding", async () => {
  const specialKey = "k/0+1&2=3~4<5>6'7\"8\\9";
  const json = JSON.stringify(specialKey);
  const spelt = (sign: string) => `\\u00${sign.charCodeAt(0).toString(16)}`;
  const forms = [
    json,
    json.replaceAll("/", "\\/"),
    json.replaceAll(/[+&<>']/g, spelt),
    json.replaceAll(/[+&<>']/g, (sign) => `\\u${spelt(sign).slice(2).toUpperCase()}`),
    JSON.stringify(encodeURIComponent(specialKey)),
  ];
  const text = `[${forms.join(",")}]`;
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(200, text)), {
    key: async () => specialKey,
  });
  expect(await fixture.client.fetchJson("me.get", {})).toEqual(forms.map(() => "[key]"));
});

test("a very short key is not redacted", async () => {
  const answer = { key: "key", n: 1 };
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(200, answer)), {
    key: async () => "key",
  });
  expect(await fixture.client.fetchJson("me.get", {})).toEqual(answer);
});

test("an issued token is returned unchanged, even if it equals the key", async () => {
  const at = { expiresIn: 60, expiresAt: "2026-01-01T00:00:00Z", resource: `http://a.example/${key}` };
  const token = { accessToken: key, tokenType: "Bearer", ...at };
  await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(200, token)));
  expect(await fixture.client.call("runtime.token", { serverId: "srv_1" })).toMatchObject({
    accessToken: key,
    resource: "http://a.example/[key]",
  });
});

test("a request id that equals the key is redacted", async () => {
  const logged: RequestLogEntry[] = [];
  await using fixture = await startScriptedClient(
    (socket) => socket.write(formatHttpResponse(409, {}, { "x-request-id": key })),
    {
      log: (entry) => void logged.push(entry),
    },
  );
  const error = await fixture.client.call("projects.create", { name: "a" }).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ requestId: "[key]" });
  expect(logged).toMatchObject([{ requestId: "[key]" }]);
});

test.each(["contract", "other"] as const)(
  "an error does not repeat the value of an environment variable: %s",
  async (dialect) => {
    const value = `p4ssword"with\nlines`;
    const errors = [{ path: "API_KEY", message: value }];
    const body = { title: "No", detail: `API_KEY=${value} is not allowed`, errors };
    const profileStore = openConnectionProfile(createMapMemory(), "c");
    profileStore.save({ ...profileStore.read(), dialect });
    await using fixture = await startScriptedClient((socket) => socket.write(formatHttpResponse(422, body)), {
      profileStore,
    });
    const input = { projectId: "prj_1", name: "a", environment: { API_KEY: value, PORT: "8080" } };
    const error = await fixture.client.call("servers.create", input).catch((failure: unknown) => failure);
    expect(String(error)).toContain("API_KEY=[key] is not allowed");
    expect(JSON.stringify([String(error), error])).not.toContain("p4ssword");
  },
);

test.each([1, 7, 1000])(
  "a stream that repeats the key in chunks of %i bytes is returned with the key redacted",
  async (size) => {
    const about = { deploymentId: "dep_1", at: "2026-01-01T00:00:00Z", level: "info", kind: "log", data: null };
    const message = `é Bearer ${key} é`;
    const lines = [1, 2].map((sequence) => `data: ${JSON.stringify({ ...about, sequence, message })}\n\n`);
    const bytes = Buffer.from(lines.join(""));
    await using fixture = await startScriptedClient((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n");
      const write = (at: number) => {
        if (at < bytes.length && !socket.destroyed)
          socket.write(bytes.subarray(at, at + size), () => setImmediate(write, at + size));
      };
      write(0);
    });
    const stop = new AbortController();
    const messages: string[] = [];
    for await (const event of fixture.client.events("dep_1", { signal: stop.signal })) {
      messages.push(String(event.message));
      if (messages.length === 2) stop.abort();
    }
    expect(messages).toEqual(["é Bearer [key] é", "é Bearer [key] é"]);
  },
);
