import { afterAll, expect, test } from "vitest";
import { fetchText } from "../../../../../src/extension/server/model/fetchText.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const url = await startHttpServer((request, response) => {
  if (request.url === "/slow") return;
  if (request.url === "/agent") return response.end(request.headers["user-agent"]);
  response.writeHead(request.url === "/none" ? 404 : 200);
  if (request.url !== "/large") return response.end("héllo");
  const chunk = Buffer.alloc(2 ** 20);
  const write = (): void => {
    if (!response.destroyed && response.write(chunk)) setImmediate(write);
    else if (!response.destroyed) response.once("drain", write);
  };
  write();
}, afterAll);

const signal = new AbortController().signal;

test("a document at a URL is read as text", async () => {
  expect(await fetchText(`${url}/openapi.yaml`, signal)).toBe("héllo");
});

test("The request names the product", async () => {
  expect(await fetchText(`${url}/agent`, signal, "Fairlead/1.2.3")).toBe("Fairlead/1.2.3");
});

test.each([
  ["/none", "answers 404"],
  ["/large", "is larger than 32 MiB"],
])("%s is rejected with a reason", async (path, reason) => {
  await expect(fetchText(`${url}${path}`, signal)).rejects.toThrow(reason);
});

test("an unreachable host fails with one message", async () => {
  await expect(fetchText("http://127.0.0.1:9/x.json", signal)).rejects.toThrow(
    /could not be fetched: .*ECONNREFUSED|bad port/,
  );
});

test("a fetch can be aborted", async () => {
  const stop = new AbortController();
  const fetching = fetchText(`${url}/slow`, stop.signal);
  stop.abort();
  await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
});
