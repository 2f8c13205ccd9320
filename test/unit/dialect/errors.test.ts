import { expect, test } from "vitest";
import { namedIn } from "../../../src/api/dialect/named.ts";
import { recogniseError, saysFailure } from "../../../src/api/dialect/recogniseError.ts";

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

test("where a profile says that an answer failed, it did", () => {
  expect(saysFailure({ meta: { fine: false }, id: "1" }, { success: ["meta", "fine"] })).toBe(true);
  expect(recogniseError({ was: { passierte: "Nichts da." } }, { message: ["was", "passierte"] })?.message).toBe(
    "Nichts da.",
  );
});

test.each([
  ["Missing required parameter: server_id", ["server_id"]],
  ["The parameter 'serverId' is required", ["serverId"]],
  ["serverId is required", ["serverId"]],
  ['unknown field "name"', ["name"]],
  ["No such server.", []],
])("the parameters that a refusal names are found: %s", (message, expected) => {
  expect(namedIn({ message }, "")).toEqual(expected);
  expect(namedIn(undefined, message)).toEqual(expected);
});
