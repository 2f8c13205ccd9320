import { expect, test } from "vitest";
import { createTestClock } from "../../../support/client/testClock.ts";
import type { JsonServiceResponse } from "../../../support/services/jsonService.ts";
import { startDocumentedService } from "./startDocumentedService.ts";

const errors = {
  message: "$.trouble.words",
  code: "$.trouble.kind",
  details: { list: "$.trouble.parts", field: "$.at", message: "$.why" },
  retryAfter: "$.trouble.pause",
};

/** Starts a service that answers these requests first, and then with a project. */
async function start(answers: JsonServiceResponse[]) {
  const clock = createTestClock();
  const operations = { "project.get": { select: { in: "query", name: "id" } } };
  const respond = ({ method, path }: { readonly method: string; readonly path: string }) =>
    method === "GET" && path === "/api/v1/projects"
      ? { body: { projects: [{ id: "p0", name: "Old" }] } }
      : (answers.shift() ?? { body: { id: "p1", name: "New" } });
  const service = await startDocumentedService({ operations, errors }, respond, { clock });
  return { ...service, waits: clock.waits };
}

test("the errors of single fields are read where the profile says", async () => {
  const parts = [
    { at: "/data/name", why: "It is taken." },
    { at: "", why: "Nothing else fits." },
  ];
  const trouble = { words: "This cannot be stored.", kind: "unstorable", parts };
  const { client } = await start([{ status: 409, body: { trouble } }]);
  await expect(client.call("projects.create", { name: "New" })).rejects.toMatchObject({
    code: "unstorable",
    errors: [
      { path: "data.name", message: "It is taken." },
      { path: "", message: "Nothing else fits." },
    ],
  });
});

test.each<[string, JsonServiceResponse, seconds: readonly number[]]>([
  ["in the body", { status: 429, body: { trouble: { pause: 3 } } }, [3]],
  ["in the body of a service that is down", { status: 503, body: { trouble: { pause: "2" } } }, [2]],
  [
    "in the header, if there is one",
    { status: 429, headers: { "retry-after": "1" }, body: { trouble: { pause: 9 } } },
    [1],
  ],
])("the time to wait is read %s", async (_where, refusal, expected) => {
  const { client, waits } = await start([refusal]);
  expect(await client.call("project.get", { id: "p1" })).toMatchObject({ id: "p1" });
  expect(waits.map((ms) => Math.round(ms / 1000))).toEqual(expected);
});

test("a time to wait that is longer than the call is not waited for", async () => {
  const { client, waits } = await start([{ status: 429, body: { trouble: { words: "Later.", pause: 86_400 } } }]);
  await expect(client.call("project.get", { id: "p1" })).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 86_400_000,
  });
  expect(waits).toEqual([]);
});
