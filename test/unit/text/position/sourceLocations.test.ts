import { describe, expect, test } from "vitest";
import { findSourceFile, findSourceLocations } from "../../../../src/text/position/sourceLocations.ts";
import { measureWork } from "../../../support/measureWork.ts";

const locate = (text: string) =>
  findSourceLocations(text).map(({ start, end, path, line, column }) => [text.slice(start, end), path, line, column]);

type Located = readonly [path: string, line: number, column?: number];

describe("places in a text", () => {
  test.each<[string, Readonly<Record<string, Located>>]>([
    [
      "    at call (file:///tmp/dep_1/src/a%20b.mjs:12:5)",
      { "file:///tmp/dep_1/src/a%20b.mjs:12:5": ["/tmp/dep_1/src/a b.mjs", 12, 5] },
    ],
    ["    at async /app/server.mjs:3:14", { "/app/server.mjs:3:14": ["/app/server.mjs", 3, 14] }],
    ["file:///app/server.mjs:7\nthrow new Error()", { "file:///app/server.mjs:7": ["/app/server.mjs", 7] }],
    ["/app/server.mjs:7: unexpected token", { "/app/server.mjs:7": ["/app/server.mjs", 7] }],
    ["at f (C:\\work\\server.mjs:1:2)", { "C:\\work\\server.mjs:1:2": ["C:/work/server.mjs", 1, 2] }],
    [
      "Error: no\n    at call (/my apps/(1) a.mjs:12:5)\n    at async /my apps/b.mjs:3:1",
      { "/my apps/(1) a.mjs:12:5": ["/my apps/(1) a.mjs", 12, 5], "/my apps/b.mjs:3:1": ["/my apps/b.mjs", 3, 1] },
    ],
    ["/my apps/server.cjs:7\nthrow new Error()", { "/my apps/server.cjs:7": ["/my apps/server.cjs", 7] }],
    [
      "12:00 error at async Tool.call (C:\\Program Files (x86)\\a.mjs:1:2)",
      { "C:\\Program Files (x86)\\a.mjs:1:2": ["C:/Program Files (x86)/a.mjs", 1, 2] },
    ],
    [
      "GET /pets failed in /app/server.mjs:7 and /app/b.mjs:8: no",
      { "/app/server.mjs:7": ["/app/server.mjs", 7], "/app/b.mjs:8": ["/app/b.mjs", 8] },
    ],
    ["/pets failed in /app/server.mjs:7", { "/app/server.mjs:7": ["/app/server.mjs", 7] }],
    [
      "    at eval (eval at run (file:///app/x.mjs:3:17), <anonymous>:1:1)",
      { "file:///app/x.mjs:3:17": ["/app/x.mjs", 3, 17] },
    ],
    [
      "    at run (eval at <anonymous> (eval at run (/my app/x.mjs:3:17)), <anonymous>:1:1)",
      { "/my app/x.mjs:3:17": ["/my app/x.mjs", 3, 17] },
    ],
    ["at file:///C:/my%20apps/x.mjs:3:17", { "file:///C:/my%20apps/x.mjs:3:17": ["C:/my apps/x.mjs", 3, 17] }],
    ["at f (file://host/share/x.mjs:3:17)", { "file://host/share/x.mjs:3:17": ["//host/share/x.mjs", 3, 17] }],
    ["at f (\\\\host\\share\\x.mjs:3:17)", { "\\\\host\\share\\x.mjs:3:17": ["//host/share/x.mjs", 3, 17] }],
  ])("of %j are those of stack traces and of Node's messages", (text, places) => {
    expect(locate(text)).toEqual(
      Object.entries(places).map(([place, [path, line, column]]) => [place, path, line, column]),
    );
  });

  test("are no addresses, times and modules of Node", () => {
    for (const text of [
      "GET http://127.0.0.1:8080/mcp:1",
      "listening on 127.0.0.1:8080",
      "at node:internal/process/task_queues:95:5",
      "2026-01-01T12:03:05.123Z",
      "/app/server.mjs",
      "file:///app/%E0%A4%A.mjs:1:1",
      `/${"a/".repeat(5000)}x.mjs:1:1`,
    ])
      expect(locate(text)).toEqual([]);
  });

  test("are found quickly in a long text of slashes, parentheses and colons", () => {
    const find = () => {
      expect(findSourceLocations(`${"/:1".repeat(600)} `.repeat(500))).toHaveLength(500);
      for (const part of ["(/", " at /", "/ a:1:", "(/a "])
        expect(findSourceLocations(part.repeat(10_000))).toEqual([]);
    };
    expect(measureWork(find)).toBeLessThan(40);
  });
});

describe("the file of a version", () => {
  const files = ["server.mjs", "tools/pets.mjs", "pets.mjs"];

  test("is behind the id of the deployment", () => {
    expect(findSourceFile("/data/dep_1/tools/pets.mjs", files, "dep_1")).toBe("tools/pets.mjs");
    expect(findSourceFile("/data/dep_1/node_modules/x/server.mjs", files, "dep_1")).toBeUndefined();
  });

  test("is the longest end of a path elsewhere, but nothing of an installed package", () => {
    expect(findSourceFile("/app/tools/pets.mjs", files, "dep_1")).toBe("tools/pets.mjs");
    expect(findSourceFile("/app/lib/pets.mjs", files, "dep_1")).toBe("pets.mjs");
    expect(findSourceFile("/app/node_modules/x/server.mjs", files, "dep_1")).toBeUndefined();
    expect(findSourceFile("/app/other.mjs", files, "dep_1")).toBeUndefined();
    expect(findSourceFile("/app/myserver.mjs", files, "dep_1")).toBeUndefined();
  });
});
