import { describe, expect, test } from "vitest";
import type { TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { startServerTest } from "../../../../support/servers/codeServer.ts";
import { generateServerFrom } from "../../../../support/servers/generateServer.ts";
import { type ReceivedRequest, sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const statuses: Readonly<Record<string, number>> = {
  missing: 404,
  invalid: 422,
  refused: 401,
  again: 401,
  closed: 401,
  forbidden: 403,
  broken: 500,
};
const upstream = await closeAtEnd(
  startUpstream(({ target }, response) => {
    const [name = ""] = target.slice(1).split("?");
    sendJson(response, {}, name.startsWith("wrong/") ? 404 : (statuses[name] ?? 200));
  }),
);
const { host } = new URL(upstream.origin);

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
      components: {
        securitySchemes: {
          key: { type: "apiKey", in: "header", name: "X-Key" },
          other: { type: "apiKey", in: "header", name: "X-Other" },
        },
      },
      security: [{ key: [] }],
    },
    paths: Object.fromEntries(paths),
  });
  const project = await served.api.call("projects.create", { name: "Pets" });
  const values = { API_KEY: "canary-key", KEY_API_HOSTS: origin, ...environment };
  const source = { kind: "openapi", document } as const;
  const { id } = await generateServerFrom({ api: served.api, project }, "Pets", { source }, values);
  return startServerTest(served.api, id);
}

const readSmoke = ({ cases = [] }: TestRunDetail, name: string) => cases.find(({ id }) => id === `smoke:${name}`);

/** Without a harmless request that needs no input, so that no other case calls the API before. */
const withExample = {
  parameters: [{ name: "q", in: "query", required: true, schema: { type: "string", example: "x" } }],
};

describe("a smoke call", () => {
  test("is passed by any answer about the request, skipped with the cause where the API refuses or fails, and not made to what is no call", async () => {
    const before = upstream.received.length;
    const events = { responses: { 200: { description: "Events.", content: { "text/event-stream": {} } } } };
    const run = await testOperations(upstream.origin, {
      ...{
        pets: {},
        missing: withExample,
        invalid: withExample,
        refused: {},
        forbidden: {},
        closed: { security: [] },
        broken: {},
      },
      ...{ ws: {}, "oauth/callback": {}, changes: events },
    });
    expect(run.status).toBe("passed");
    const smoke = (run.cases ?? []).filter(({ kind }) => kind === "smoke");
    expect(smoke.map(({ id, status, code, message }) => [id, status, code, message])).toEqual([
      ["smoke:pets", "passed", null, null],
      ["smoke:missing", "passed", null, null],
      ["smoke:invalid", "passed", null, null],
      ["smoke:refused", "skipped", "credential_refused", `${host} refuses the credential (GET /refused: 401).`],
      ["smoke:forbidden", "skipped", "credential_forbidden", expect.any(String)],
      [
        ...["smoke:closed", "skipped", "credential_undeclared"],
        `${host} asks for a credential, and the document names none for it (GET /closed: 401).`,
      ],
      ["smoke:broken", "skipped", "api_failed", `${host} fails (GET /broken: 500).`],
      ...["ws", "oauth_callback", "changes"].map((name) => {
        return [`smoke:${name}`, "skipped", null, expect.stringMatching(/^Not called: (It|A) /)];
      }),
    ]);
    expect(JSON.stringify(run)).not.toContain("canary");
    const paths = upstream.received.slice(before).map(({ target }: ReceivedRequest) => target.split("?")[0]);
    expect(new Set(paths)).toEqual(
      new Set(["/pets", "/missing", "/invalid", "/refused", "/forbidden", "/closed", "/broken"]),
    );
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

  test("is made with a made-up value where the tool needs one, and not where its name says that it does something", async () => {
    const before = upstream.received.length;
    const id = { parameters: [{ name: "q", in: "query", required: true, schema: { type: "string" } }] };
    const run = await testOperations(upstream.origin, {
      pets: {},
      missing: id,
      get_order: id,
      poll: id,
      dumpdata: {},
    });
    for (const name of ["missing", "get_order"]) expect(readSmoke(run, name)).toMatchObject({ status: "passed" });
    for (const name of ["poll", "dumpdata"])
      expect(readSmoke(run, name)).toMatchObject({ status: "skipped", message: expect.stringContaining("its name") });
    const calls = new Set(upstream.received.slice(before).map(({ target }) => target));
    expect(calls).toEqual(new Set(["/pets", "/missing?q=example", "/get_order?q=example"]));
  });

  test("asks for the base URL where no tool without an input finds anything, and not where one does", async () => {
    const deprecated = { deprecated: true };
    const operations = { pets: deprecated, other: withExample, more: deprecated };
    const environment = { KEY_API_HOSTS: upstream.origin };
    const wrong = await testOperations(`${upstream.origin}/wrong`, operations, environment);
    for (const name of Object.keys(operations))
      expect(readSmoke(wrong, name)).toMatchObject({ status: "skipped", code: "api_not_found" });
    const right = await testOperations(upstream.origin, { missing: deprecated, other: withExample, more: deprecated });
    expect(readSmoke(right, "other")).toMatchObject({ status: "passed" });
    const onlyWithInput = await testOperations(upstream.origin, { missing: withExample });
    expect(readSmoke(onlyWithInput, "missing")).toMatchObject({ status: "passed" });
  });

  test("proves nothing by a 404 without an input, also where others are found, and something by one with a made-up id", async () => {
    const run = await testOperations(upstream.origin, { pets: {}, "wrong/gc": {}, missing: withExample });
    expect(readSmoke(run, "wrong_gc")).toMatchObject({
      status: "skipped",
      code: "api_not_found",
      message: `${host} has nothing there (GET /wrong/gc: 404).`,
    });
    for (const name of ["pets", "missing"]) expect(readSmoke(run, name)).toMatchObject({ status: "passed" });
  });

  test("that the API refuses says nothing about its address", async () => {
    const operations = { closed: { security: [] }, "wrong/a": { deprecated: true }, "wrong/b": withExample };
    const run = await testOperations(upstream.origin, operations);
    for (const name of ["wrong_a", "wrong_b"])
      expect(readSmoke(run, name)).toMatchObject({ status: "skipped", code: "api_not_found" });
  });

  test.each([
    ["the check of the API", {}, "check:credentials"],
    ["an earlier call", withExample, "smoke:refused"],
  ])("is not made with a credential that %s proved wrong, and is made with another", async (_, first, refusedCase) => {
    const before = upstream.received.length;
    const run = await testOperations(
      upstream.origin,
      { refused: first, again: withExample, pets: { ...withExample, security: [{ other: [] }] } },
      { OTHER_API_KEY: "other-key", OTHER_API_HOSTS: upstream.origin },
    );
    const cause = { code: "credential_refused", message: expect.stringContaining(`${host} refuses`) };
    expect(run.cases?.find(({ id }) => id === refusedCase)).toMatchObject(cause);
    expect(readSmoke(run, "again")).toMatchObject({
      status: "skipped",
      code: "credential_refused",
      message: "Not called: the API refuses API_KEY.",
    });
    expect(readSmoke(run, "pets")).toMatchObject({ status: "passed" });
    const paths = upstream.received.slice(before).map(({ target }) => target.split("?")[0]);
    expect(paths).toEqual(["/refused", "/pets"]);
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
