import { expect, test } from "vitest";
import { useInMemoryService } from "../../../support/service/useInMemoryService.ts";

function start(options: Parameters<typeof useInMemoryService>[0] = {}) {
  const service = useInMemoryService(options);
  const names = async () => {
    const { body } = await service.request("GET", "/api/v1/projects");
    return body.items.map(({ name }: { name: string }) => name);
  };
  return { ...service, names };
}

const project = { name: "Pets" };

test("a request with a foreign Host is rejected and changes nothing", async () => {
  const { request, names } = start();
  for (const host of [
    "evil.example",
    "evil.example:4321",
    "127.0.0.1",
    "127.0.0.1:80",
    "localhost.evil.example:4321",
  ]) {
    const { status, body } = await request("POST", "/api/v1/projects", { body: project, headers: { Host: host } });
    expect([host, status, body.code]).toEqual([host, 403, "forbidden"]);
  }
  expect(await names()).toEqual(["Default"]);
});

test("a request whose first line names another host than its header is rejected", async () => {
  const { app } = start();
  const response = await app.request("http://evil.example/api/v1/me", { headers: { Host: "127.0.0.1:4321" } });
  expect(response.status).toBe(400);
});

test("the loopback names with the service's port are accepted as Host", async () => {
  const { request } = start();
  for (const host of ["127.0.0.1:4321", "localhost:4321", "LOCALHOST:4321", "[::1]:4321"]) {
    expect((await request("GET", "/api/v1/me", { headers: { Host: host } })).status).toBe(200);
  }
});

test("a request with a foreign Origin is rejected and changes nothing, even with a valid key", async () => {
  const { request, names } = start();
  for (const origin of [
    "https://evil.example",
    "null",
    "http://127.0.0.1:9",
    "http://localhost",
    "https://127.0.0.1:4321",
  ]) {
    const reply = await request("POST", "/api/v1/projects", { body: project, headers: { Origin: origin } });
    expect([origin, reply.status]).toEqual([origin, 403]);
    expect(reply.headers.has("Access-Control-Allow-Origin")).toBe(false);
  }
  expect(await names()).toEqual(["Default"]);
});

test("the stream of a response to HEAD is cancelled, because nothing reads it", async () => {
  const { app, url } = start();
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  app.get("/stream", () => new Response(new ReadableStream({ cancel }), { headers: { "Content-Type": "text/plain" } }));
  const response = await app.request(`${url}/stream`, { method: "HEAD" });
  expect([response.status, response.headers.get("Content-Type"), isCancelled]).toEqual([200, "text/plain", true]);
});

test("a preflight request is rejected without CORS headers", async () => {
  const { request } = start();
  const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
  const reply = await request("OPTIONS", "/api/v1/projects", { headers });
  expect(reply.status).toBe(403);
  expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a body without the JSON content type is rejected and changes nothing", async () => {
  const { request, names } = start();
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain; application/json",
  ]) {
    const reply = await request("POST", "/api/v1/projects", { body: project, headers: { "Content-Type": type } });
    expect([type, reply.status, reply.body.code]).toEqual([type, 415, "unsupported_media_type"]);
  }
  expect(await names()).toEqual(["Default"]);
});

test("each unknown field of the body and the query is listed", async () => {
  const { request, names } = start();
  const body = await request("POST", "/api/v1/projects", { body: { ...project, colour: "red", size: 1 } });
  expect(body.status).toBe(400);
  expect(body.body.errors).toEqual([
    { path: "colour", message: "Unknown field." },
    { path: "size", message: "Unknown field." },
  ]);
  const query = await request("GET", "/api/v1/projects?page=2");
  expect(query.body.errors).toEqual([{ path: "page", message: "Unknown field." }]);
  const twice = await request("GET", "/api/v1/projects?limit=2&limit=3");
  expect(twice.body.errors).toEqual([{ path: "limit", message: "Given more than once." }]);
  expect(await names()).toEqual(["Default"]);
});

test("only the first of many invalid fields are listed", async () => {
  const { request } = start();
  const wrong = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 1]));
  const { body } = await request("POST", "/api/v1/projects", { body: { ...project, ...wrong } });
  expect([body.errors.length, body.detail]).toEqual([20, expect.stringMatching(/field19 and 980 more\.$/)]);
});

test("an invalid nested field is listed by its path", async () => {
  const { request } = start();
  const source = { kind: "files", entry: "a.mjs", files: [{ path: "a.mjs", content: 5 }] };
  const reply = await request("POST", "/api/v1/servers", { body: { projectId: "prj_x", name: "a", source } });
  expect(reply.body.errors[0].path).toBe("source.files.0.content");
});

test("a body that is not valid JSON, not an object or not UTF-8 is rejected", async () => {
  const { request, app, url, firstKey } = start();
  for (const body of ["{", "[]", "null", '"text"']) {
    expect((await request("POST", "/api/v1/projects", { body })).status).toBe(400);
  }
  const headers = { Authorization: `Bearer ${firstKey}`, "Content-Type": "application/json" };
  const body = Buffer.from([0x22, 0xff, 0x22]);
  expect((await app.request(`${url}/api/v1/projects`, { method: "POST", headers, body })).status).toBe(400);
});

test("a body beyond the limit is rejected, with and without a declared length", async () => {
  const { request, app, url, firstKey, names } = start({ bodyLimit: 1000 });
  const body = { name: "a", description: "x".repeat(1000) };
  expect((await request("POST", "/api/v1/projects", { body })).status).toBe(413);
  const stream = new Blob([JSON.stringify(body)]).stream();
  const headers = { Authorization: `Bearer ${firstKey}`, "Content-Type": "application/json" };
  const streamed = new Request(`${url}/api/v1/projects`, { method: "POST", headers, body: stream, duplex: "half" });
  const reply = await app.request(streamed);
  expect(reply.status).toBe(413);
  expect(await names()).toEqual(["Default"]);
});

test("unknown paths and methods return problems with the request id", async () => {
  const { request } = start();
  const path = await request("GET", "/api/v1/nothing");
  expect([path.status, path.body.code]).toEqual([404, "not_found"]);
  expect(path.headers.get("Content-Type")).toBe("application/problem+json");
  expect(path.body.requestId).toBe(path.headers.get("X-Request-Id"));
  const method = await request("PUT", "/api/v1/projects");
  expect([method.status, method.body.code, method.headers.get("Allow")]).toEqual([
    405,
    "method_not_allowed",
    "GET, POST",
  ]);
});

test("an unexpected failure returns the request id and no internal details", async () => {
  const { request, context, logged } = start();
  context.db.run("DROP TABLE artifacts");
  const reply = await request("GET", "/api/v1/registry/artifacts");
  expect([reply.status, reply.body.code]).toEqual([500, "internal"]);
  expect(JSON.stringify(reply.body)).not.toMatch(/artifacts|SQL|\.ts/);
  expect(logged.join()).toContain(reply.headers.get("X-Request-Id"));
});

test("a key that exceeds the rate limit succeeds after Retry-After", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { request, issueKey } = start({ rateLimit: { burst: 3, perSecond: 0.5 }, clock: () => new Date(now) });
  const replies = [];
  for (let count = 0; count < 4; count += 1) replies.push(await request("GET", "/api/v1/me"));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(replies.map(({ headers }) => headers.get("RateLimit"))).toEqual([
    '"key";r=2;t=2',
    '"key";r=1;t=4',
    '"key";r=0;t=6',
    '"key";r=0;t=2',
  ]);
  expect(replies[3]?.headers.get("RateLimit-Policy")).toBe('"key";q=3;w=6');
  expect(replies[3]?.headers.get("Retry-After")).toBe("2");
  expect((await request("GET", "/api/v1/me", { key: issueKey("another") })).status).toBe(200);
  now += 2000;
  expect((await request("GET", "/api/v1/me")).status).toBe(200);
});

test("a body with many values is rejected before it is validated", async () => {
  const { request } = start();
  const bodies = [
    { name: "a", scopes: Array(300_000).fill("") },
    { name: "a", more: Array(100_000).fill({}) },
    Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`a${index}`, "},{"])),
  ];
  for (const body of bodies) {
    const reply = await request("POST", "/api/v1/api-keys", { body });
    expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
      413,
      "too_large",
      "A body may have at most 20000 values.",
    ]);
  }
});

test("a body with few values may be long, and commas and brackets in texts are no values", async () => {
  const service = useInMemoryService();
  const description = '[{",'.repeat(100_000);
  const reply = await service.request("POST", "/api/v1/projects", { body: { name: "a", description } });
  expect([reply.status, reply.body.errors[0].path]).toEqual([400, "description"]);
});
