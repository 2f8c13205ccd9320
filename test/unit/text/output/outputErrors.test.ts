import { describe, expect, test } from "vitest";
import { findOutputError } from "../../../../src/text/output/findOutputError.ts";
import { createOutputLevelReader } from "../../../../src/text/output/outputLevels.ts";
import { measureWork } from "../../../support/measureWork.ts";

const crash = [
  "starting weather",
  "file:///srv/dep%201/server.mjs:3",
  'if (!url) throw new Error("DATABASE_URL is not set");',
  "          ^",
  "",
  "Error: DATABASE_URL is not set",
  "    at file:///srv/dep%201/server.mjs:3:17",
  "    at open (/srv/dep 1/node_modules/pg/index.js:9:1)",
  "    at ModuleJob.run (node:internal/modules/esm/module_job:413:25) {",
  "  [cause]: Error: inner",
  "}",
  "",
  "Node.js v24.1.0",
];

const levelsOf = (lines: readonly string[]) => lines.map(createOutputLevelReader());

describe("the level of a line on standard error", () => {
  test("is error for all lines of a crash", () => {
    expect(levelsOf(crash)).toEqual(["info", ...crash.slice(1).map(() => "error")]);
  });

  test.each([
    "TypeError [ERR_INVALID_ARG]: no",
    "Uncaught RangeError: too large",
    "Error",
    "AggregateError: two things {",
    '[UnhandledPromiseRejection: This error originated in a promise: "boom".] {',
    "[error] cannot connect",
    "2026-01-02T03:04:05.678Z ERROR cannot connect",
    "error: cannot connect",
    '{"level":50,"msg":"cannot connect"}',
    "tool list_pets failed status=500 ms=12",
  ])("is error for %s", (line) => {
    expect(levelsOf([line])).toEqual(["error"]);
  });

  test.each([
    "listening on 127.0.0.1:4000",
    "INFO Error handling is on",
    "Errors: 0",
    "error rate 0",
    '{"level":30,"msg":"ready"}',
    "tool list_pets ok status=200 ms=12",
    "tool list_pets failed status=404 ms=12",
    "  indented output",
    "GET /report:12 done",
  ])("is info for %s", (line) => {
    expect(levelsOf([line])).toEqual(["info"]);
  });

  test.each(["failed ", "failed a=1 ", " failed a= status=5", "Error: ", "a.Error", '{"level":', "[error "])(
    "is found quickly in long lines of %j",
    (part) => {
      const lines = ["", "[UnhandledPromiseRejection: ", "/a:1 ", "2026 "].map((start) => {
        // The last character ends a line for regular expressions, but not for a log.
        return `${(start + part.repeat(8192)).slice(0, 8192)}\u2028`;
      });
      expect(measureWork(() => levelsOf(Array.from({ length: 250 }, () => lines).flat()))).toBeLessThan(20);
    },
  );

  test("is info again after the stack", () => {
    expect(levelsOf(["Error: no", "    at a (file:///a.mjs:1:1)", "ready", "  a list"])).toEqual([
      "error",
      "error",
      "info",
      "info",
    ]);
  });
});

describe("the error in a program's output", () => {
  test("is the message without its class, and the positions in the program's own files", () => {
    expect(findOutputError(crash)).toEqual({
      message: "DATABASE_URL is not set",
      positions: [
        { path: "/srv/dep 1/server.mjs", line: 3, column: undefined },
        { path: "/srv/dep 1/server.mjs", line: 3, column: 17 },
      ],
    });
  });

  test("has the positions of async calls, of code of eval and of Windows", () => {
    const stack = [
      "Error: no",
      "    at async Tool.call (C:\\my apps\\server.mjs:3:17)",
      "    at eval (eval at run (file:///C:/my%20apps/tools.mjs:8:1), <anonymous>:1:1)",
      "    at async Promise.all (index 0)",
      "    at async file:///C:/my%20apps/main.mjs:1:1",
    ];
    expect(findOutputError(stack)?.positions).toEqual([
      { path: "C:/my apps/server.mjs", line: 3, column: 17 },
      { path: "C:/my apps/tools.mjs", line: 8, column: 1 },
      { path: "C:/my apps/main.mjs", line: 1, column: 1 },
    ]);
  });

  test("keeps the class that says more than Error", () => {
    expect(findOutputError(["TypeError: x is not a function"])?.message).toBe("TypeError: x is not a function");
    expect(findOutputError(["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'pg'"])?.message).toBe(
      "Cannot find package 'pg'",
    );
  });

  test("is the last one", () => {
    expect(findOutputError(["Error: first", "    at a (/a.mjs:1:1)", "retrying", "Error: second"])).toEqual({
      message: "second",
      positions: [],
    });
  });

  test("is undefined if no line names an error", () => {
    expect(findOutputError(["starting", "the database is locked"])).toBeUndefined();
  });
});
