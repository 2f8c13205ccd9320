import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";

/** A service whose versions have one file with this content; it responds when `respond` is called. */
function createService(content: string) {
  const requests: PromiseWithResolvers<unknown>[] = [];
  const call = () => {
    const request = Promise.withResolvers<unknown>();
    requests.push(request);
    return request.promise;
  };
  const respond = () => {
    for (const { resolve } of requests) resolve({ files: [{ path: "a.mjs", encoding: "utf8", content }] });
  };
  return { client: { call } as unknown as ServiceClient, requests, respond };
}

const texts = (files: readonly { readonly bytes: Uint8Array }[]) =>
  files.map(({ bytes }) => Buffer.from(bytes).toString("utf8"));

test("a caller that gives up does not end the request of another caller", async () => {
  const { client, requests, respond } = createService("1");
  const versions = createVersionFiles();
  const impatient = new AbortController();
  const first = versions.list(client, "art_1", "1.0.0", impatient.signal);
  const second = versions.list(client, "art_1", "1.0.0", new AbortController().signal);
  impatient.abort();
  await expect(first).rejects.toThrow("aborted");
  respond();
  expect(texts(await second)).toEqual(["1"]);
  expect(requests).toHaveLength(1);
});

test("two services may use the same ids", async () => {
  const [one, other] = [createService("1"), createService("2")];
  const versions = createVersionFiles();
  const read = ({ client }: typeof one) => versions.list(client, "art_1", "1.0.0");
  const found = [read(one), read(other), read(one)];
  one.respond();
  other.respond();
  expect((await Promise.all(found)).map(texts)).toEqual([["1"], ["2"], ["1"]]);
});

test("a failure is not cached", async () => {
  const { client, requests, respond } = createService("1");
  const versions = createVersionFiles();
  const failed = versions.list(client, "art_1", "1.0.0");
  requests[0]?.reject(new Error("offline"));
  await expect(failed).rejects.toThrow("offline");
  const again = versions.list(client, "art_1", "1.0.0");
  respond();
  expect(texts(await again)).toEqual(["1"]);
});
