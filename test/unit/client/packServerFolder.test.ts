import { describe, expect, test } from "vitest";
import { packServerFolder } from "../../../src/client/files/packServerFolder.ts";

const file = (path: string, text = "") => ({ path, bytes: Buffer.from(text) });

describe("a folder to deploy", () => {
  test("has the entry and the title of package.json", () => {
    const packed = packServerFolder("code", [
      file("package.json", '{"name":"orders","main":"./src/a.mjs"}'),
      file("src/a.mjs"),
    ]);
    expect(packed.title).toBe("orders");
    expect(packed.source.entry).toBe("src/a.mjs");
  });

  test("runs server.mjs by default", () => {
    const packed = packServerFolder("code", [file("index.js"), file("server.mjs")]);
    expect(packed).toMatchObject({ title: "code", source: { entry: "server.mjs" } });
  });

  test("is built by its Dockerfile if it has no module to run", () => {
    expect(packServerFolder("code", [file("Dockerfile"), file("app.py")]).source.entry).toBe("Dockerfile");
    expect(packServerFolder("code", [file("Dockerfile"), file("index.ts")]).source.entry).toBe("index.ts");
  });

  test("keeps binary files", () => {
    const { source } = packServerFolder("code", [
      file("server.mjs", "é"),
      { path: "logo.png", bytes: Buffer.from([255, 0]) },
    ]);
    expect(source.files).toEqual([
      { path: "server.mjs", encoding: "utf8", content: "é" },
      { path: "logo.png", encoding: "base64", content: "/wA=" },
    ]);
  });

  test.each([
    ["nothing to run", [file("a.txt")], "has no server.mjs"],
    [
      "a main file that is missing",
      [file("package.json", '{"main":"x.js"}')],
      "x.js is its main file, which is not there",
    ],
    ["a broken package.json", [file("package.json", "{"), file("server.mjs")], "cannot be read"],
    ["too many files", Array.from({ length: 2001 }, (_, index) => file(`${index}`)), "at most 2000"],
  ])("is rejected for %s", (_, files, reason) => {
    expect(() => packServerFolder("code", files)).toThrow(reason);
  });
});
