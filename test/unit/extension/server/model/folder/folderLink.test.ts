import { describe, expect, test } from "vitest";
import {
  type FolderLink,
  formatFolderLink,
  readMergeBase,
  readServerFolder,
  selectFolderCode,
} from "../../../../../../src/extension/server/model/folder/folderLink.ts";

const link: FolderLink = {
  server: { id: "srv_1", name: "Pets" },
  version: "0.1.0",
  digest: "sha256:1",
  connection: "Local service",
};
const file = (path: string, text = "") => ({ path, bytes: Buffer.from(text) });
const read = (text: string) => readServerFolder("pets", [file("server.mjs"), file("fairlead.json", text)]);

describe("fairlead.json", () => {
  test("is read as it was written, and is no code", () => {
    const folder = readServerFolder("pets", [file("server.mjs"), formatFolderLink(link), file("lib/fairlead.json")]);
    expect(folder.link).toEqual(link);
    expect(folder.code.map(({ path }) => path)).toEqual(["server.mjs", "lib/fairlead.json"]);
    expect(readServerFolder("pets", [file("server.mjs")]).link).toBeUndefined();
  });

  test("is left out of the code of a version, like all that a folder never deploys", () => {
    const hostile = [".git/hooks/post-checkout", ".GIT/config", "git~1/config", ".vscode/tasks.json", "lib/.env"];
    const files = ["fairlead.json", "server.mjs", "lib/.gitignore", ...hostile].map((path) => file(path));
    expect(selectFolderCode(files).map(({ path }) => path)).toEqual(["server.mjs", "lib/.gitignore"]);
  });

  test("keeps the reference to its schema, and has its fields in one order", () => {
    const text = Buffer.from(formatFolderLink({ ...link, $schema: "./x.json", base: "0.0.9" }).bytes).toString();
    expect(Object.keys(JSON.parse(text))).toEqual(["$schema", "server", "version", "digest", "base", "connection"]);
    expect(text.endsWith("}\n")).toBe(true);
  });

  test("may begin with a byte order mark", () => {
    expect(read(`\uFEFF${JSON.stringify(link)}`)).toEqual(read(JSON.stringify(link)));
  });

  test.each([
    ["{", "it is not JSON"],
    ["[]", "it is not an object"],
    ['{"connection":"Local service"}', '"server" is missing or not valid'],
    ['{"server":{"id":""},"connection":"a"}', '"server.id" is missing or not valid'],
    ['{"server":{"id":"srv_1","name":"Pets"}}', '"connection" is missing or not valid'],
  ])("that is %s is refused with what to do", (text, reason) => {
    expect(() => read(text)).toThrow(
      `The fairlead.json of pets cannot be read: ${reason}. Correct it, or delete it to make another server from the folder.`,
    );
  });

  test("names the version that edits start from", () => {
    expect([readMergeBase(undefined), readMergeBase(link), readMergeBase({ ...link, base: "0.0.9" })]).toEqual([
      undefined,
      "0.1.0",
      "0.0.9",
    ]);
  });
});
