import { describe, expect, test } from "vitest";
import { namedIn } from "../../../../src/dialect/recognise/namedIn.ts";
import { recogniseError, saysFailure } from "../../../../src/dialect/recognise/recogniseError.ts";
import { startDialectService } from "../../../support/dialect/dialectService.ts";

test.each([
  [{ type: "about:blank", title: "Bad", status: 400, detail: "No such id." }, "No such id.", undefined],
  [{ error: { code: "not_found", message: "No such id." } }, "No such id.", "not_found"],
  [{ error: "invalid_request", error_description: "No such id." }, "No such id.", "invalid_request"],
  [{ errors: [{ code: "blank", message: "No such id." }] }, "No such id.", "blank"],
  [{ errors: ["No such id."] }, "No such id.", undefined],
  [{ message: "No such id." }, "No such id.", undefined],
  [{ detail: "No such id." }, "No such id.", undefined],
  [{ detail: [{ loc: ["query", "id"], msg: "No such id.", type: "missing" }] }, "No such id.", "missing"],
  [{ name: "not_found", id: "x1", message: "No such id.", fault: false }, "No such id.", "not_found"],
  [{ Error: { Code: "NotFound", Message: "No such id." } }, "No such id.", "NotFound"],
  [{ error: { code: 404, message: "No such id.", status: "NOT_FOUND" } }, "No such id.", "NOT_FOUND"],
  [{ error: { errors: [{ reason: "gone" }], message: "No such id." } }, "No such id.", undefined],
  [{ success: false, errors: [{ code: 1003, message: "No such id." }], result: null }, "No such id.", undefined],
  ["No such id.", "No such id.", undefined],
  [["No such id."], "No such id.", undefined],
])("what went wrong is told by %j", (json, message, code) => {
  const told = recogniseError(json);
  expect(told?.message).toBe(message);
  if (code !== undefined) expect(told?.code).toBe(code);
});

test.each([[{}], [null], [""], [7], [{ items: [] }]])("%j tells nothing", (json) => {
  expect(recogniseError(json)).toBeUndefined();
});

test.each([
  [{ errors: [{ field: "name", message: "is blank" }] }, [{ path: "name", message: "is blank" }]],
  [{ errors: { name: ["is blank", "is short"] } }, [{ path: "name", message: "is blank; is short" }]],
  [{ detail: [{ loc: ["body", "a", 0], msg: "is blank" }] }, [{ path: "a.0", message: "is blank" }]],
  [
    { errors: [{ source: { pointer: "/data/attributes/name" }, detail: "is blank" }] },
    [{ path: "data.attributes.name", message: "is blank" }],
  ],
  [{ error: { param: "name", message: "is blank" } }, [{ path: "name", message: "is blank" }]],
])("the fields that are wrong are named by %j", (json, fields) => {
  expect(recogniseError(json)?.fields).toEqual(fields);
});

test.each([
  [{ success: false, error: "No." }],
  [{ ok: false }],
  [{ ok: false, error: "not_authed", data: { hint: "x" } }],
  [{ error: { message: "No." } }],
  [{ errors: [{ message: "No." }], data: null }],
  [{ status: "error", message: "No." }],
  [{ statusCode: 404, message: "No.", error: "Not Found" }],
  [{ code: 40001, msg: "No.", data: null }],
])("an answer of success that says %j is a failure", (json) => {
  expect(saysFailure(json)).toBe(true);
});

test.each([
  [{ id: "1", status: "error", message: "It crashed." }],
  [{ ok: false, checks: [{ name: "tools", ok: false }] }],
  [{ success: true, errors: [], result: [] }],
  [{ error: null, data: { id: "1" } }],
  [{ items: [{ error: "x" }], error: "one is missing" }],
  [{ code: 0, msg: "ok", data: {} }],
  [[]],
  [{}],
])("%j is none", (json) => {
  expect(saysFailure(json)).toBe(false);
});

test("where a profile says where the reason and the code stand, they are read there alone", () => {
  const told = recogniseError(
    { message: "It went wrong.", code: "E1", was: { passierte: "Nichts da.", nummer: 4711 } },
    { message: ["was", "passierte"], code: ["was", "nummer"] },
  );
  expect(told).toMatchObject({ message: "Nichts da.", code: "4711" });
});

describe("a refusal of a service whose profile says how it tells of errors", () => {
  const errors = {
    message: ["outcome", "said", "human text"],
    code: ["outcome", "reference"],
    success: ["outcome", "fine"],
  };
  const outcome = { fine: false, reference: "shop_closed", said: { "human text": "The shop is closed today." } };
  const body = { message: "Request was not processed.", code: "E_GENERAL", outcome };

  test.each([409, 200])("has its reason and its code, with status %i", async (status) => {
    const { client } = await startDialectService(() => ({ status, body }), {
      ...{ version: 1, dialect: "other", operations: {} },
      errors,
    });
    await expect(client.call("projects.list", {})).rejects.toMatchObject({
      code: "shop_closed",
      detail: "The shop is closed today.",
      message: expect.stringMatching(/The shop is closed today\./),
    });
  });

  test("has what else it says where nothing stands there", async () => {
    const { client } = await startDialectService(() => ({ status: 409, body: { message: "The shop is closed." } }), {
      ...{ version: 1, dialect: "other", operations: {} },
      errors,
    });
    await expect(client.call("projects.list", {})).rejects.toMatchObject({ detail: "The shop is closed." });
  });
});

test.each([
  ["Missing required parameter: server_id", ["server_id"]],
  ["The parameter 'serverId' is required", ["serverId"]],
  ["serverId is required", ["serverId"]],
  ["Missing parameter: id", ["id"]],
  ["missing field serverId", ["serverId"]],
  ["name: is required", ["name"]],
  ['unknown field "name"', ["name"]],
  ["No such server.", []],
])("the parameters that a refusal names are found: %s", (message, expected) => {
  expect(namedIn({ message }, "")).toEqual(expected);
  expect(namedIn(undefined, message)).toEqual(expected);
});
