import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { sendGuardedRequest } from "../../../../src/service/network/guardedRequest.ts";
import { startUpstream } from "../../../support/servers/upstream.ts";

const request = (url: string) => ({
  ...{ url: new URL(url), method: "PUT", headers: {}, from: undefined, signal: new AbortController().signal },
});

test("a streamed body arrives whole", async () => {
  const upstream = await startUpstream((_request, response) => response.writeHead(201).end());
  const body = Readable.from([Buffer.alloc(70_000, "a"), Buffer.from("end")]);
  const { response } = await sendGuardedRequest({ ...request(upstream.origin), body });
  expect([response.statusCode, upstream.received[0]?.body.length]).toEqual([201, 70_003]);
  await upstream.close();
});

test("a body that cannot be read fails the request", async () => {
  const upstream = await startUpstream((_request, response) => response.end());
  const body = new Readable({ read: () => body.destroy(new Error("the file is gone")) });
  await expect(sendGuardedRequest({ ...request(upstream.origin), body })).rejects.toThrow("the file is gone");
  await upstream.close();
});

test("a server that sends nothing is left after the idle time", async () => {
  const upstream = await startUpstream(() => {});
  const sent = sendGuardedRequest({ ...request(upstream.origin), idleMs: 50 });
  await expect(sent).rejects.toThrow("the connection was idle for too long");
  await upstream.close();
});
