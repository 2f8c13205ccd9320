import { describe, expect, test } from "vitest";
import { findSourceFile, findSourceLocations } from "../../../../src/text/position/sourceLocations.ts";

const locate = (text: string) =>
  findSourceLocations(text).map(({ start, end, path, line, column }) => [text.slice(start, end), path, line, column]);

describe("places in a text", () => {
  test("are those of stack traces and of Node's messages", () => {
    expect(locate("    at call (file:///tmp/dep_1/src/a%20b.mjs:12:5)")).toEqual([
      ["file:///tmp/dep_1/src/a%20b.mjs:12:5", "/tmp/dep_1/src/a b.mjs", 12, 5],
    ]);
    expect(locate("    at async /app/server.mjs:3:14")).toEqual([["/app/server.mjs:3:14", "/app/server.mjs", 3, 14]]);
    expect(locate("file:///app/server.mjs:7\nthrow new Error()")).toEqual([
      ["file:///app/server.mjs:7", "/app/server.mjs", 7, undefined],
    ]);
    expect(locate("/app/server.mjs:7: unexpected token")).toEqual([
      ["/app/server.mjs:7", "/app/server.mjs", 7, undefined],
    ]);
    expect(locate("at f (C:\\work\\server.mjs:1:2)")).toEqual([
      ["C:\\work\\server.mjs:1:2", "C:/work/server.mjs", 1, 2],
    ]);
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

  test("are found quickly in a long text of slashes and colons", () => {
    const started = performance.now();
    expect(findSourceLocations(`${"/:1".repeat(600)} `.repeat(500))).toHaveLength(500);
    expect(performance.now() - started).toBeLessThan(2000);
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
