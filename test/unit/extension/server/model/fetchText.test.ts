import type { IncomingHttpHeaders } from "node:http";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createFetchChangedText, fetchText } from "../../../../../src/extension/server/model/fetchText.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const etag = '"one"';
const lastModified = "Mon, 05 Jan 2026 10:00:00 GMT";
const requests: IncomingHttpHeaders[] = [];

const otherUrl = await startHttpServer((_, response) => response.end("of another host"), afterAll);
const url = await startHttpServer(({ url: path, headers }, response) => {
  requests.push(headers);
  if (path === "/slow") return;
  if (path === "/away") return response.writeHead(302, { location: otherUrl }).end();
  if (path === "/endless") return response.writeHead(302, { location: "/endless" }).end();
  if (path === "/moved") return response.writeHead(301, { location: "/pets.yaml" }).end();
  if (path === "/none") return response.writeHead(404).end();
  if (path === "/busy") return response.writeHead(503, "").end();
  if (headers["if-none-match"] === etag) return response.writeHead(304).end();
  response.writeHead(200, { etag, "last-modified": lastModified });
  if (path !== "/large") return response.end("héllo");
  const chunk = Buffer.alloc(2 ** 20);
  const write = (): void => {
    if (!response.destroyed && response.write(chunk)) setImmediate(write);
    else if (!response.destroyed) response.once("drain", write);
  };
  write();
}, afterAll);

const { signal } = new AbortController();

describe("a document at a URL", () => {
  test("is read as text, in the name of the product", async () => {
    expect(await fetchText(`${url}/pets.yaml`, signal, "Fairlead/1.2.3")).toBe("héllo");
    expect(requests.at(-1)).toMatchObject({ "user-agent": "Fairlead/1.2.3" });
  });

  test.each([
    ["/none", "answers 404"],
    // HTTP/2 has no words for a status.
    ["/busy", "answers 503."],
    ["/large", "is larger than 32 MiB"],
  ])("%s is rejected with a reason", async (path, reason) => {
    await expect(fetchText(`${url}${path}`, signal)).rejects.toThrow(reason);
  });

  test("at a host that is not reachable fails with one message", async () => {
    await expect(fetchText("http://127.0.0.1:9/x.json", signal)).rejects.toThrow(
      /could not be fetched: .*ECONNREFUSED|bad port/,
    );
  });

  test("can be aborted", async () => {
    const stop = new AbortController();
    const fetching = fetchText(`${url}/slow`, stop.signal);
    stop.abort();
    await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a text that may have changed", () => {
  const fetchChangedText = createFetchChangedText("Fairlead/1.2.3");

  test("is read with its validators", async () => {
    expect(await fetchChangedText(`${url}/pets.yaml`, undefined, signal)).toEqual({
      ...{ text: "héllo", validators: { etag, lastModified } },
    });
    expect(requests.at(-1)).toMatchObject({ "user-agent": "Fairlead/1.2.3" });
    expect(requests.at(-1)?.["if-none-match"]).toBeUndefined();
  });

  test("is not read again if it has not", async () => {
    expect(await fetchChangedText(`${url}/pets.yaml`, { etag, lastModified }, signal)).toBeUndefined();
    expect(requests.at(-1)).toMatchObject({ "if-none-match": etag, "if-modified-since": lastModified });
  });

  test("is read again if it has", async () => {
    const known = { etag: '"older"', lastModified: null };
    expect(await fetchChangedText(`${url}/pets.yaml`, known, signal)).toMatchObject({ text: "héllo" });
  });

  test("is read where a redirect on the host leads", async () => {
    expect(await fetchChangedText(`${url}/moved`, undefined, signal)).toMatchObject({ text: "héllo" });
  });

  test.each([
    ["/away", /^http:\/\/127\.0\.0\.1:\d+ points to http:\/\/127\.0\.0\.1:\d+, which was not asked/],
    ["/endless", /without an end/],
    ["/none", /answers 404/],
  ])("%s is rejected", async (path, reason) => {
    await expect(fetchChangedText(`${url}${path}`, undefined, signal)).rejects.toThrow(reason);
  });

  test("is not read where a redirect leaves HTTPS", async () => {
    const redirect = { status: 302, headers: { location: "http://api.example.com/pets.yaml" } };
    using _fetch = vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response(null, redirect));
    await expect(fetchChangedText("https://api.example.com/pets.yaml", undefined, signal)).rejects.toThrow(
      "https://api.example.com points to http://api.example.com, which was not asked.",
    );
  });
});
