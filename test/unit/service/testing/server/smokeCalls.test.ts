import { afterAll, describe, expect, test } from "vitest";
import type { TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import { pollUntil } from "../../../../support/pollUntil.ts";
import { startServerTest } from "../../../../support/servers/codeServer.ts";
import { type ReceivedRequest, sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { startServedService } from "../../../../support/service/servedService.ts";

const served = await startServedService();
const statuses: Readonly<Record<string, number>> = {
  missing: 404,
  invalid: 422,
  refused: 401,
  forbidden: 403,
  broken: 500,
};
const upstream = await startUpstream(({ target }, response) => {
  const [name = ""] = target.slice(1).split("?");
  sendJson(response, {}, name.startsWith("wrong/") ? 404 : (statuses[name] ?? 200));
});
const { host } = new URL(upstream.origin);
afterAll(async () => {
  await served.close();
  await upstream.close();
});

type Operations = Readonly<Record<string, object>>;

/** Tests a server whose operations are `GET /NAME`, called NAME, with the given members. */
async function testOperations(origin: string, operations: Operations, environment = {}): Promise<TestRunDetail> {
  const described = { responses: { 200: { description: "Found." } } };
  const paths = Object.entries(operations).map(([name, more]) => [
    `/${name}`,
    { get: { operationId: name, ...described, ...more } },
  ]);
  const document = JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: origin }] },
    ...{
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      security: [{ key: [] }],
    },
    paths: Object.fromEntries(paths),
  });
  const project = await served.api.call("projects.create", { name: "Pets" });
  const values = { API_KEY: "canary-key", KEY_API_HOSTS: origin, ...environment };
  const { id } = await served.api.call("servers.create", { projectId: project.id, name: "Pets", environment: values });
  await served.api.call("server.generate", { id, source: { kind: "openapi", document } });
  await pollUntil(
    async () => (await served.api.call("servers.list", { id })).items[0]?.status,
    (status) => status === "ready",
  );
  return startServerTest(served.api, id);
}

const readSmoke = ({ cases = [] }: TestRunDetail, name: string) => cases.find(({ id }) => id === `smoke:${name}`);

/** Without a harmless request that needs no input, so that no other case calls the API before. */
const withExample = {
  parameters: [{ name: "q", in: "query", required: true, schema: { type: "string", example: "x" } }],
};

describe("a smoke call", () => {
  test("is passed by any answer of the API that is about the request", async () => {
    const run = await testOperations(upstream.origin, { pets: {}, missing: withExample, invalid: withExample });
    expect(run.status).toBe("passed");
    for (const name of ["pets", "missing", "invalid"]) expect(readSmoke(run, name)).toMatchObject({ status: "passed" });
  });

  test("proves nothing by a 404 where the API has nothing at the address of its check either", async () => {
    const run = await testOperations(
      `${upstream.origin}/wrong`,
      { pets: {}, other: withExample },
      {
        KEY_API_HOSTS: upstream.origin,
      },
    );
    expect(run.status).toBe("passed");
    const missing = {
      status: "skipped",
      code: "api_not_found",
      message: expect.stringContaining("has nothing there (GET "),
    };
    for (const id of ["check:credentials", "smoke:pets", "smoke:other"])
      expect(run.cases?.find((one) => one.id === id)).toMatchObject(missing);
  });

  test("is skipped with the cause where the API refuses the credential, or fails", async () => {
    const run = await testOperations(upstream.origin, { pets: {}, refused: {}, forbidden: {}, broken: {} });
    expect(run.status).toBe("passed");
    expect(readSmoke(run, "refused")).toMatchObject({
      status: "skipped",
      code: "credential_refused",
      message: `${host} refuses the credential (GET /refused: 401).`,
    });
    expect(readSmoke(run, "forbidden")).toMatchObject({ status: "skipped", code: "credential_forbidden" });
    expect(readSmoke(run, "broken")).toMatchObject({
      status: "skipped",
      code: null,
      message: `${host} fails (GET /broken: 500).`,
    });
    expect(JSON.stringify(run)).not.toContain("canary");
  });

  test("says that a credential is missing where none is sent", async () => {
    const run = await testOperations(upstream.origin, { pets: {}, refused: { security: [] } });
    expect(readSmoke(run, "refused")).toMatchObject({ status: "skipped", code: "credential_missing" });
  });

  test("names an unreachable host once, and the next ones are not made", async () => {
    const gone = await startUpstream(() => {});
    await gone.close();
    const run = await testOperations(gone.origin, { one: withExample, two: withExample, three: withExample });
    expect(run.status).toBe("passed");
    expect(readSmoke(run, "one")).toMatchObject({
      status: "skipped",
      code: "api_unreachable",
      message: expect.stringContaining(`${new URL(gone.origin).host} could not be reached`),
    });
    for (const name of ["two", "three"])
      expect(readSmoke(run, name)).toMatchObject({
        status: "skipped",
        code: "api_unreachable",
        message: "Not called: the API did not answer an earlier case.",
      });
  });

  test("is not made after the check of the API did not reach it", async () => {
    const gone = await startUpstream(() => {});
    await gone.close();
    const run = await testOperations(gone.origin, { pets: {} });
    expect(run.status).toBe("passed");
    expect(run.cases?.find(({ id }) => id === "check:credentials")).toMatchObject({ code: "api_unreachable" });
    expect(readSmoke(run, "pets")?.message).toMatch(/^Not called/);
  });

  test("is not made to a web socket, a callback of a sign-in or a stream of events", async () => {
    const before = upstream.received.length;
    const events = { responses: { 200: { description: "Events.", content: { "text/event-stream": {} } } } };
    const run = await testOperations(upstream.origin, { pets: {}, ws: {}, "oauth/callback": {}, changes: events });
    const paths = upstream.received.slice(before).map(({ target }: ReceivedRequest) => target);
    expect(new Set(paths)).toEqual(new Set(["/pets"]));
    const messages = (run.cases ?? []).filter(({ kind }) => kind === "smoke").map(({ message }) => message);
    expect(messages).toEqual([null, ...Array(3).fill(expect.stringMatching(/^Not called: (It|A) /))]);
  });

  test("that the API does not answer in time is skipped", async () => {
    const silent = await startUpstream(() => {});
    const run = await testOperations(
      silent.origin,
      { one: withExample, two: withExample },
      { UPSTREAM_TIMEOUT_MS: "300" },
    );
    await silent.close();
    expect(run.status).toBe("passed");
    expect(readSmoke(run, "one")).toMatchObject({ status: "skipped", code: "api_timeout" });
    expect(readSmoke(run, "two")).toMatchObject({ status: "skipped", code: "api_timeout" });
  });
});
