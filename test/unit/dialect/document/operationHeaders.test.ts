import { describe, expect, test } from "vitest";
import type { RequestPreview, ServiceClientOptions } from "../../../../src/client/client.ts";
import { systemClock } from "../../../../src/client/clock.ts";
import type { JsonServiceRequest, JsonServiceResponse } from "../../../support/services/jsonService.ts";
import { key, startDocumentedService } from "./startDocumentedService.ts";

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const clock = { ...systemClock, now: () => now };
const project = { id: "p1", name: "New" };

/** Starts a service with these headers for changes; the first `refusals` changes are refused. */
async function start(
  headers: object,
  { refusals = [], ...options }: Partial<ServiceClientOptions> & { refusals?: JsonServiceResponse[] } = {},
) {
  const respond = ({ method }: JsonServiceRequest): JsonServiceResponse => {
    if (method === "GET") return { body: { projects: [{ id: "p1", name: "Old" }] } };
    return refusals.shift() ?? { body: project };
  };
  const select = { in: "query", name: "id" };
  const operations = {
    "project.get": { select },
    "project.update": { select, headers },
    "projects.create": { headers },
  };
  const service = await startDocumentedService({ operations }, respond, { clock, ...options });
  const changes = () => service.requests.filter(({ method }) => method !== "GET").map(({ headers: sent }) => sent);
  return { ...service, changes };
}

describe("the headers of an operation", () => {
  test("have the time and the id of the item", async () => {
    const { client, changes } = await start({ "X-Time": "{now}", "X-Item": "item {id}" });
    await client.call("project.update", { id: "p1", name: "New" });
    expect(changes()).toMatchObject([{ "x-time": "2026-01-02T03:04:05.000Z", "x-item": "item p1" }]);
  });

  test("are omitted where they name an item and the request is of none", async () => {
    const { client, changes } = await start({ "X-Item": "{id}" });
    await client.call("projects.create", { name: "New" });
    expect(changes()[0]?.["x-item"]).toBeUndefined();
  });

  test("have a new UUID for each change", async () => {
    const { client, changes } = await start({ "Idempotency-Key": "{uuid}" });
    await client.call("projects.create", { name: "New" });
    await client.call("projects.create", { name: "New" });
    const keys = changes().map((sent) => String(sent["idempotency-key"]));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    for (const one of keys) expect(one).toMatch(uuid);
  });

  test("have the same UUID when the same request is sent again", async () => {
    const refusals = [{ status: 429, headers: { "retry-after": "0" }, body: { message: "Slow down." } }];
    const { client, changes } = await start({ "Idempotency-Key": "{uuid}" }, { refusals });
    await client.call("projects.create", { name: "New" });
    const [first, second, ...more] = changes().map((sent) => sent["idempotency-key"]);
    expect([first, more]).toEqual([second, []]);
  });

  test("are sent as the preview of the request shows them", async () => {
    const previews: RequestPreview[] = [];
    const confirmRequest = async (preview: RequestPreview) => previews.push(preview) > 0;
    const { client, changes } = await start({ "Idempotency-Key": "{uuid}" }, { confirmRequest });
    await client.call("projects.create", { name: "New" });
    expect(previews.map(({ headers }) => headers["idempotency-key"])).toEqual([changes()[0]?.["idempotency-key"]]);
  });

  test.each(["Authorization", "Cookie", "Proxy-Authorization", "X-Own-Key"])("never set %s", async (header) => {
    const operations = { "projects.create": { headers: { [header]: "other" } } };
    const { client, requests } = await startDocumentedService(
      { credential: { header: "X-Own-Key" }, operations },
      ({ method }) => ({ body: method === "GET" ? { projects: [] } : project }),
    );
    await client.call("projects.create", { name: "New" });
    expect(requests.at(-1)?.headers["x-own-key"]).toBe(key);
    expect(Object.values(requests.at(-1)?.headers ?? {})).not.toContain("other");
  });
});
