import { expect, test } from "vitest";
import { openServerLinks } from "../../../../../src/extension/server/model/serverLinks.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

test("the servers of documents and folders are saved for each connection", async () => {
  const memory = createMapMemory();
  const links = openServerLinks(memory, "one");
  await links.saveDocument("file:///a.yaml", {
    serverId: "srv_1",
    choice: { include: ["tag:pets"], constants: { Tenant: true } },
    unchosen: ["GET /a"],
  });
  await links.saveDocument("file:///b.yaml", { serverId: "srv_2", choice: {} });
  await links.saveFolder("file:///code", "srv_3");
  await links.saveParentFolder("file:///");
  const again = openServerLinks(memory, "one");
  expect(again.ofDocument("file:///a.yaml")).toEqual({
    ...{ serverId: "srv_1", choice: { include: ["tag:pets"], constants: { Tenant: true } }, unchosen: ["GET /a"] },
  });
  expect(again.ofDocument("file:///b.yaml")).toEqual({ serverId: "srv_2", choice: {} });
  expect(again.documentOf("srv_2")).toBe("file:///b.yaml");
  expect([again.ofFolder("file:///code"), again.parentFolder()]).toEqual(["srv_3", "file:///"]);
  expect(openServerLinks(memory, "two").ofFolder("file:///code")).toBeUndefined();
});

test("the last created server is suggested, and the last deployed one is monitored", async () => {
  const links = openServerLinks(createMapMemory(), "one");
  await links.saveLastDeployed("srv_1");
  await links.saveDocument("file:///a.yaml", { serverId: "srv_2", choice: {} });
  expect([links.used(), links.last()]).toEqual(["srv_2", "srv_1"]);
});

test("of the folders that the user used, the newest 100 are kept", async () => {
  const links = openServerLinks(createMapMemory(), "one");
  const uri = (index: number) => `file:///code/${index}`;
  for (let index = 0; index < 100; index += 1) await links.saveFolder(uri(index), "srv_1");
  await links.saveFolder(uri(0), "srv_1");
  await links.saveFolder(uri(100), "srv_1");
  const kept = [0, 1, 2, 100].filter((index) => links.hasUsedFolder(uri(index), "srv_1"));
  expect(kept).toEqual([0, 2, 100]);
});

test("invalid stored data is ignored", async () => {
  const memory = createMapMemory();
  await memory.write("workspace", "servers:one", { documents: "?" });
  const links = openServerLinks(memory, "one");
  expect(links.ofDocument("file:///a.yaml")).toBeUndefined();
  await links.saveFolder("file:///code", "srv_3");
  expect(links.ofFolder("file:///code")).toBe("srv_3");
});
