import { expect, test } from "vitest";
import { describeApi } from "../../judge/measures/ownApi/describedApi.ts";
import { createResponseJudge } from "../../judge/measures/ownApi/responseJudge.ts";

const described = describeApi();
const judge = await createResponseJudge(described);

const headers = { "content-type": "application/json" };
const project = {
  ...{ id: "prj_1", createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", etag: "1" },
  ...{ organizationId: "org_1", name: "One", slug: "one", description: "", serverCount: 1, skillCount: 0 },
};

function judged(status: number, body: unknown, own: Readonly<Record<string, string>> = headers): readonly string[] {
  const of = described.operations.find(({ name }) => name === "project.get");
  if (!of) throw new Error("There is no such operation.");
  return judge(of, { status, headers: own, text: JSON.stringify(body) });
}

test("accepts a response that fits the document", () => {
  expect(judged(200, project)).toEqual([]);
});

test.each([
  ["a field is missing", 200, { ...project, name: undefined }, headers],
  ["a field is of another type", 200, { ...project, serverCount: "1" }, headers],
  ["a time is invalid", 200, { ...project, createdAt: "yesterday" }, headers],
  ["its media type is another one", 200, project, { "content-type": "text/html" }],
  ["its status is not in the document", 418, project, headers],
  ["an error is not problem details", 404, { error: "no" }, { "content-type": "application/problem+json" }],
  ["the service failed", 500, project, headers],
  ["there was no response", 0, {}, {}],
])("rejects a response where %s", (_, status, body, own) => {
  expect(judged(status, body, own)).not.toEqual([]);
});
