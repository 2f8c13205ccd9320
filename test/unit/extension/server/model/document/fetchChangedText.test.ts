import type { IncomingHttpHeaders } from "node:http";
import { afterAll, expect, test } from "vitest";
import { createFetchChangedText } from "../../../../../../src/extension/server/model/fetchText.ts";
import { startHttpServer } from "../../../../../support/services/startHttpServer.ts";

const etag = '"one"';
const lastModified = "Mon, 05 Jan 2026 10:00:00 GMT";
const requests: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];

const otherUrl = await startHttpServer((_, response) => response.end("of another host"), afterAll);
const url = await startHttpServer(({ url: path, headers }, response) => {
  requests.push({ path, headers });
  if (path === "/away") return response.writeHead(302, { location: otherUrl }).end();
  if (path === "/endless") return response.writeHead(302, { location: "/endless" }).end();
  if (path === "/moved") return response.writeHead(301, { location: "/pets.yaml" }).end();
  if (path === "/none") return response.writeHead(404).end();
  if (headers["if-none-match"] === etag) return response.writeHead(304).end();
  response.writeHead(200, { etag, "last-modified": lastModified }).end("openapi: 3.1.0");
}, afterAll);
const { signal } = new AbortController();
const fetchChangedText = createFetchChangedText("Fairlead/1.2.3");

test("a text is read with its validators", async () => {
  expect(await fetchChangedText(`${url}/pets.yaml`, undefined, signal)).toEqual({
    ...{ text: "openapi: 3.1.0", validators: { etag, lastModified } },
  });
  expect(requests.at(-1)?.headers).toMatchObject({ "user-agent": "Fairlead/1.2.3" });
  expect(requests.at(-1)?.headers["if-none-match"]).toBeUndefined();
});

test("a text that has not changed is not read again", async () => {
  expect(await fetchChangedText(`${url}/pets.yaml`, { etag, lastModified }, signal)).toBeUndefined();
  expect(requests.at(-1)?.headers).toMatchObject({ "if-none-match": etag, "if-modified-since": lastModified });
});

test("a text that changed is read again", async () => {
  const known = { etag: '"older"', lastModified: null };
  expect(await fetchChangedText(`${url}/pets.yaml`, known, signal)).toMatchObject({ text: "openapi: 3.1.0" });
});

test("a redirect on the host is followed", async () => {
  expect(await fetchChangedText(`${url}/moved`, undefined, signal)).toMatchObject({ text: "openapi: 3.1.0" });
});

test.each([
  ["/away", /^http:\/\/127\.0\.0\.1:\d+ points to http:\/\/127\.0\.0\.1:\d+, which was not asked/],
  ["/endless", /without an end/],
  ["/none", /answers 404/],
])("%s is rejected", async (path, reason) => {
  await expect(fetchChangedText(`${url}${path}`, undefined, signal)).rejects.toThrow(reason);
});
