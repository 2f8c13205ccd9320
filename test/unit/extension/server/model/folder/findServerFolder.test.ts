import { expect, test } from "vitest";
import {
  findServerFolder,
  locateServerFolders,
} from "../../../../../../src/extension/server/model/folder/findServerFolder.ts";
import { formatFolderLink } from "../../../../../../src/extension/server/model/folder/folderLink.ts";
import { openServerLinks } from "../../../../../../src/extension/server/model/serverLinks.ts";
import { createMapDocuments } from "../../../../../support/editor/mapDocuments.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";

const [pets, clone, renamed] = ["file:///w/pets", "file:///w/clone", "file:///w/renamed"];
const filesOf = (id: string, connection = "Team") =>
  new Map([["fairlead.json", formatFolderLink({ server: { id, name: "Pets" }, connection }).bytes]]);

function openWorkspace() {
  const documents = createMapDocuments();
  const memory = createMapMemory();
  const connection = { id: "one", name: "Team", baseUrl: "http://127.0.0.1", kind: "remote" } as const;
  const app = { documents, memory, connections: { active: () => connection, scope: () => "one" } };
  return { app, folders: documents.folders, links: openServerLinks(memory, "one") };
}

test("a folder of the workspace is found by its fairlead.json, for its connection only", async () => {
  const { app, folders } = openWorkspace();
  folders.set(pets, filesOf("srv_1")).set(clone, filesOf("srv_2", "Other"));
  folders.set(renamed, new Map([["fairlead.json", Buffer.from("{")]]));
  expect(await findServerFolder(app, "srv_1")).toBe(pets);
  expect(await findServerFolder(app, "srv_2")).toBeUndefined();
});

test("the folder that was used last is preferred, until it is gone or belongs to another server", async () => {
  const { app, folders, links } = openWorkspace();
  folders.set(pets, filesOf("srv_1")).set(clone, filesOf("srv_1"));
  await links.saveFolder(pets, "srv_1");
  expect(await findServerFolder(app, "srv_1")).toBe(pets);
  folders.delete(pets);
  folders.set(renamed, filesOf("srv_1"));
  expect(await findServerFolder(app, "srv_1")).toBe(clone);
  await links.saveFolder(clone, "srv_1");
  folders.set(clone, filesOf("srv_2"));
  expect([await findServerFolder(app, "srv_1"), await findServerFolder(app, "srv_2")]).toEqual([renamed, clone]);
});

test("a folder without a fairlead.json stays known by its path", async () => {
  const { app, folders, links } = openWorkspace();
  folders.set(pets, new Map());
  await links.saveFolder(pets, "srv_1");
  expect(await findServerFolder(app, "srv_1")).toBe(pets);
  expect((await locateServerFolders(app)).ofFolder(pets)).toBe("srv_1");
});

test("a folder that is saved while the others are located stays known", async () => {
  const { app, folders, links } = openWorkspace();
  folders.set(pets, filesOf("srv_1"));
  const { findServerFolders } = app.documents;
  const documents = {
    ...app.documents,
    findServerFolders: async () => {
      await links.saveFolder(renamed, "srv_2");
      return findServerFolders();
    },
  };
  expect(await findServerFolder({ ...app, documents }, "srv_2")).toBe(renamed);
});

test("folders are those of the connection that was active at first", async () => {
  const { app, folders, links } = openWorkspace();
  folders.set(pets, filesOf("srv_1")).set(clone, filesOf("srv_2", "Other"));
  let name = "Team";
  const connections = { ...app.connections, active: () => ({ ...app.connections.active(), name }) };
  const { findServerFolders } = app.documents;
  const documents = {
    ...app.documents,
    findServerFolders: async () => {
      name = "Other";
      return findServerFolders();
    },
  };
  await locateServerFolders({ ...app, connections, documents });
  expect(links.folders()).toEqual({ [pets]: "srv_1" });
});
