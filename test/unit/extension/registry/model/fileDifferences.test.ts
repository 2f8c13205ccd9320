import { describe, expect, test } from "vitest";
import { type FileSet, findFileDifferences } from "../../../../../src/extension/registry/model/fileDifferences.ts";

const side = (label: string, files: Readonly<Record<string, string | Uint8Array>>): FileSet => ({
  label,
  files: Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) })),
  uriOf: (path) => `${label}:/${path}`,
});

describe("the difference of two lists of files", () => {
  test("is sorted by path", () => {
    const pairs = findFileDifferences(side("a", { "z.md": "1", "b.md": "1" }), side("b", { "b.md": "2", "a.md": "1" }));
    expect(pairs).toEqual([
      { label: "a.md", left: undefined, right: "b:/a.md" },
      { label: "b.md", left: "a:/b.md", right: "b:/b.md" },
      { label: "z.md", left: "a:/z.md", right: undefined },
    ]);
  });

  test("is empty for equal bytes", () => {
    expect(findFileDifferences(side("a", { a: "x", b: "y" }), side("b", { b: "y", a: "x" }))).toEqual([]);
  });

  test("shows size and digest if only one side is text", () => {
    const [pair] = findFileDifferences(
      side("a", { "x/y.dat": "text" }),
      side("b", { "x/y.dat": new Uint8Array([0, 1]) }),
    );
    expect(pair?.left).toEqual({ name: "y.dat.txt", text: expect.stringMatching(/^x\/y\.dat\n\nText\n4 bytes/) });
    expect(pair?.right).toMatchObject({ text: expect.stringMatching(/A binary file.*\n2 bytes.*\nsha256:/) });
  });

  test("treats invalid UTF-8 as binary, and an empty file as text", () => {
    const [latin, empty] = findFileDifferences(side("a", {}), side("b", { a: new Uint8Array([0xe9]), b: "" }));
    expect([typeof latin?.right, empty?.right]).toEqual(["object", "b:/b"]);
  });
});
