import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatFolderMerge,
  formatFolderReplacement,
  planFolderUpdate,
} from "../../../../../../src/extension/server/model/folder/folderUpdate.ts";
import { mergeServerFolder } from "../../../../../../src/extension/server/model/folder/mergeServerFolder.ts";

type Texts = Readonly<Record<string, string>>;
const labels = { base: "Pets 0.1.0", mine: "Yours", theirs: "Pets 0.1.1" };
const filesOf = (texts: Texts) =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text, "latin1") }));
const textsOf = (files: readonly { path: string; bytes: Uint8Array }[]) =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("latin1")]));
const sidesOf = (base: Texts, mine: Texts, theirs: Texts) => ({
  base: filesOf(base),
  mine: filesOf(mine),
  theirs: filesOf(theirs),
});
function merge(base: Texts, mine: Texts, theirs: Texts) {
  const merged = mergeServerFolder(sidesOf(base, mine, theirs), labels);
  return { ...merged, files: textsOf(merged.files), conflicts: merged.conflicts.map(({ path }) => path) };
}

describe("merging a new version into a folder", () => {
  test("changes, adds and removes what the folder left as it was", () => {
    expect(merge({ a: "1", b: "1" }, { a: "1", b: "1" }, { a: "2", c: "1" })).toEqual({
      ...{ files: { a: "2", c: "1" }, conflicts: [], unmerged: [], edited: [] },
    });
  });

  test("keeps edits, own files and removals", () => {
    expect(merge({ a: "1", b: "1", d: "1" }, { a: "mine", own: "1", d: "1" }, { a: "1", b: "1", d: "2" })).toEqual({
      ...{ files: { a: "mine", own: "1", d: "2" }, conflicts: [], unmerged: [], edited: ["a", "b", "own"] },
    });
  });

  test("merges edits of both sides by lines", () => {
    const merged = merge({ a: "1\n2\n3\n" }, { a: "mine\n2\n3\n" }, { a: "1\n2\ntheirs\n" });
    expect(merged).toMatchObject({ files: { a: "mine\n2\ntheirs\n" }, conflicts: [], edited: ["a"] });
  });

  test("marks a conflict, also of two new files", () => {
    const merged = merge({ a: "1\n" }, { a: "2\n", b: "2\n" }, { a: "3\n", b: "3\n" });
    expect(merged.conflicts).toEqual(["a", "b"]);
    expect(merged.files.a).toBe("<<<<<<< Yours\n2\n||||||| Pets 0.1.0\n1\n=======\n3\n>>>>>>> Pets 0.1.1\n");
  });

  test("leaves an edited file that is gone, and a binary one, as the folder has it", () => {
    const merged = merge({ a: "1", b: "\0" }, { a: "2", b: "\0mine" }, { b: "\0theirs" });
    expect(merged).toMatchObject({ files: { a: "2", b: "\0mine" }, unmerged: ["a", "b"], conflicts: [] });
  });

  test("takes line ends of Windows for no edit, and keeps them", () => {
    expect(merge({ a: "1\n2\n" }, { a: "1\r\n2\r\n" }, { a: "1\n3\n" })).toMatchObject({ edited: [] });
    const merged = merge({ a: "1\n2\n3\n" }, { a: "mine\r\n2\r\n3\r\n" }, { a: "1\n2\n4\n" });
    expect(merged).toMatchObject({ files: { a: "mine\r\n2\r\n4\r\n" }, conflicts: [] });
  });

  test("loses no edit", () => {
    const lines = fc.array(fc.constantFrom("1\n", "2\n", "3\n", "}\n"), { maxLength: 8 });
    const side = fc.dictionary(
      fc.constantFrom("a", "b", "c"),
      lines.map((all) => all.join("")),
    );
    fc.assert(
      fc.property(side, side, side, (base, mine, theirs) => {
        const merged = merge(base, mine, theirs);
        for (const [path, text] of Object.entries(mine)) {
          if (text === base[path]) continue;
          if (theirs[path] === base[path] || theirs[path] === undefined) expect(merged.files[path]).toBe(text);
          else expect(merged.files).toHaveProperty(path);
        }
        for (const path of Object.keys(base)) if (!(path in mine)) expect(merged.files).not.toHaveProperty(path);
      }),
    );
  });
});

const tool = (name: string, description: string) =>
  `  {\n    name: "${name}",\n    description: "${description}",\n    input: { type: "object", properties: { name: "x" } },\n  },\n`;
const tools = (...all: readonly string[]) => `export const pets = [\n${all.join("")}];\n`;

describe("what is shown before", () => {
  const base = { "server.mjs": "1\n", "tools/pets.mjs": tools(tool("add", "a"), tool("get", "b"), tool("list", "c")) };
  const theirs = {
    "server.mjs": "2\n",
    "tools/pets.mjs": tools(tool("add", "a"), tool("get", "B"), tool("find", "d")),
  };

  test("has the tools, the files, the edits and the conflicts of a merge", () => {
    const mine = { "server.mjs": "3\n", "tools/pets.mjs": base["tools/pets.mjs"], "own.mjs": "1\n" };
    const update = planFolderUpdate(sidesOf(base, mine, theirs), labels);
    expect(update.merge && formatFolderMerge(update, update.merge).split("\n")).toEqual([
      "Tools: 1 new (find), 1 gone (list), 1 changed (get).",
      "Files: 2 changed.",
      "Your edits stay: own.mjs and server.mjs.",
      "Conflicts: 1, in server.mjs. They open in the merge editor.",
    ]);
  });

  test("has nothing about edits where there are none", () => {
    const update = planFolderUpdate(sidesOf(base, base, { ...theirs, "new.mjs": "" }), labels);
    expect(update.merge && formatFolderMerge(update, update.merge).split("\n")).toEqual([
      "Tools: 1 new (find), 1 gone (list), 1 changed (get).",
      "Files: 2 changed, 1 added.",
    ]);
  });

  test("names edits that cannot be merged, and no conflict if there is none", () => {
    const formatMerge = (mine: Texts, next: Texts) => {
      const update = planFolderUpdate(sidesOf({ a: "1\n" }, mine, next), labels);
      return update.merge && formatFolderMerge(update, update.merge);
    };
    expect(formatMerge({ a: "2\n" }, {})).toContain("Changed on both sides, and left as you have them: a.");
    expect(formatMerge({ a: "2\n" }, { a: "1\n", b: "1\n" })).toBe(
      "Files: 1 added.\nYour edits stay: a.\nThere are no conflicts.",
    );
  });

  test("says why edits are replaced, and keeps files that only the folder has", () => {
    const update = planFolderUpdate(
      { base: undefined, mine: filesOf({ a: "1", own: "1" }), theirs: filesOf({ a: "2" }) },
      labels,
    );
    expect(textsOf(update.replaced)).toEqual({ a: "2", own: "1" });
    expect(formatFolderReplacement(update, "Your edits are replaced.")).toBe(
      "Files: 1 changed.\nYour edits are replaced.",
    );
  });
});
