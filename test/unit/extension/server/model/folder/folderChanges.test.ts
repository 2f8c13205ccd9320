import { beforeEach, expect, test } from "vitest";
import { computeContentDigest } from "../../../../../../src/extension/base/fileDigest.ts";
import { FolderChanges } from "../../../../../../src/extension/server/model/folder/folderChanges.ts";
import { folderLinkName } from "../../../../../../src/text/files/folderRules.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";

const folder = "file:///work/pets";
const server = { id: "srv_1", name: "Pets" };
const code = { path: "server.mjs", bytes: Buffer.from("// made\n") };
let text: string;
let link: object;
let watched: Map<string, () => void>;
let announced: number;
let changes: FolderChanges;

beforeEach(() => {
  text = "// made\n";
  link = {
    server: { id: "srv_1", name: "Pets" },
    version: "0.1.0",
    digest: computeContentDigest([code]),
    connection: "Here",
  };
  watched = new Map();
  announced = 0;
  changes = openChanges();
});

function openChanges(): FolderChanges {
  const readLink = () => Buffer.from(JSON.stringify(link));
  const opened = new FolderChanges({
    documents: {
      findServerFolders: async () => [folder],
      isFolder: async (uri) => uri === folder,
      readFile: async () => readLink(),
      readFolder: async () => [
        { path: "server.mjs", bytes: Buffer.from(text) },
        { path: folderLinkName, bytes: readLink() },
      ],
    },
    memory: createMapMemory(),
    connections: {
      active: () => ({ id: "con_1", name: "Here", kind: "remote", baseUrl: "https://example.com" }),
      scope: () => "con_1",
    },
    watchFolder: (uri, listener) => {
      watched.set(uri, listener);
      return { dispose: () => void watched.delete(uri) };
    },
    log: { info: () => {} },
  });
  opened.onDidChange(() => {
    announced += 1;
  });
  return opened;
}

/** The first call finds the folders of the workspace, the second one reads the server's. */
async function find() {
  for (const _ of [1, 2]) {
    changes.find(server);
    await changes.settled();
  }
  return changes.find(server);
}

test("a folder that came with the repository and equals its version is not changed", async () => {
  expect(await find()).toBeUndefined();
  expect([...watched.keys()]).toEqual([folder]);
  expect(announced).toBe(1);
});

test("a folder is changed once a file of it is saved, until it is as its version again", async () => {
  await find();
  text = "// edited\n";
  watched.get(folder)?.();
  await changes.settled();
  expect(changes.find(server)).toEqual({ folder: "pets", version: "0.1.0" });
  text = "// made\n";
  watched.get(folder)?.();
  await changes.settled();
  expect(changes.find(server)).toBeUndefined();
  expect(announced).toBe(3);
});

test("a folder whose version is not known is not called changed", async () => {
  link = { server: { id: "srv_1", name: "Pets" }, connection: "Here" };
  expect(await find()).toBeUndefined();
});

test("no folder is watched after the connection ends", async () => {
  await find();
  changes.clear();
  expect(watched.size).toBe(0);
});
