import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createAgentPlaces, createTestAgentFiles } from "../../../../support/agents/testAgentFiles.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";

const files = await createTestAgentFiles();
let folder: string;
let path: string;
beforeEach(() => {
  folder = createTemporaryFolder();
  path = join(folder, "mcp.json");
});

const file = (root?: string) => ({ path, root });

test("a file is replaced at once, with its mode, and nothing is left beside it", async () => {
  writeFileSync(path, "{}");
  chmodSync(path, 0o640);
  await files.write(file(), "{}", '\uFEFF{"a":1}');
  expect(await files.read(file())).toBe('\uFEFF{"a":1}');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(["mcp.json"]);
});

test("a file that does not exist is made with its folders, for its owner only", async () => {
  path = join(folder, "a", "b", "mcp.json");
  expect(await files.read(file())).toBeUndefined();
  await files.write(file(), undefined, "{}");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a file that changed after it was read is not written", async () => {
  writeFileSync(path, "{ }");
  await expect(files.write(file(), "{}", "x")).rejects.toThrow("It changed in the meantime.");
  await expect(files.write(file(), undefined, "x")).rejects.toThrow("It changed in the meantime.");
  expect(readFileSync(path, "utf8")).toBe("{ }");
});

test("a link stays a link, and its target is written", async () => {
  const target = join(folder, "dotfiles.json");
  writeFileSync(target, "{}");
  symlinkSync(target, path);
  await files.write(file(), "{}", "new");
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, "utf8")).toBe("new");
});

test("a link to nothing is refused", async () => {
  symlinkSync(join(folder, "gone"), path);
  await expect(files.read(file())).rejects.toThrow("It is a link to nothing.");
});

test("a file of the workspace that leads out of it is refused, also through a folder", async () => {
  const workspace = join(folder, "workspace");
  const outside = join(folder, "outside");
  mkdirSync(workspace);
  mkdirSync(outside);
  symlinkSync(outside, join(workspace, ".vscode"));
  path = join(workspace, ".vscode", "mcp.json");
  await expect(files.write(file(workspace), undefined, "x")).rejects.toThrow("leads out of the workspace");
  writeFileSync(join(outside, "mcp.json"), "{}");
  await expect(files.read(file(workspace))).rejects.toThrow("leads out of the workspace");
  expect(readFileSync(join(outside, "mcp.json"), "utf8")).toBe("{}");
});

test("a read-only file is refused with the reason", async () => {
  writeFileSync(path, "{}");
  chmodSync(path, 0o444);
  await expect(files.write(file(), "{}", "x")).rejects.toThrow("It is read-only.");
  expect(readFileSync(path, "utf8")).toBe("{}");
});

test("a folder and a file that is no text are refused", async () => {
  mkdirSync(path);
  await expect(files.read(file())).rejects.toThrow("It is not a file.");
  path = join(folder, "latin.json");
  writeFileSync(path, Buffer.from([0xe4]));
  await expect(files.read(file())).rejects.toThrow("It is not a text in UTF-8.");
});

test("a file of a workspace that is not trusted is never written, and the user's files are", async () => {
  const untrusted = await createTestAgentFiles(createAgentPlaces(folder, folder, { isTrusted: false }));
  writeFileSync(path, "{}");
  await expect(untrusted.write(file(folder), "{}", "x")).rejects.toThrow("This workspace is not trusted");
  expect(readFileSync(path, "utf8")).toBe("{}");
  await untrusted.write(file(), "{}", "x");
  expect(readFileSync(path, "utf8")).toBe("x");
});
