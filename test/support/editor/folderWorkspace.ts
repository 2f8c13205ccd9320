import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Server } from "../../../src/contract/servers.ts";
import type { Memory } from "../../../src/extension/base/ports.ts";
import { generateServer } from "../../../src/extension/server/commands/generateServer.ts";
import { saveCode } from "../../../src/extension/server/commands/saveCode.ts";
import type { TreeNode } from "../../../src/extension/workbench/nodes.ts";
import { createPetDocument } from "../documents/petDocument.ts";
import { requireValue } from "../service/requireValue.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";
import { createDiskFolders } from "./diskFolders.ts";
import { createMapMemory } from "./mapMemory.ts";
import type { ScriptedAnswer } from "./scriptedPrompts.ts";

interface WindowOptions {
  readonly answers?: readonly ScriptedAnswer[];
  readonly actions?: readonly string[];
  /** The text of the document; by default the pet document. */
  readonly text?: string;
  readonly memory?: Memory;
}

export const serverNode = (server: Server): TreeNode => ({
  kind: "server",
  server,
  live: undefined,
  latest: undefined,
});

/** The URI of the OpenAPI document. */
export const documentUri = "file:///home/me/pets.json";

/** The pet document with other operations: one is new, two are gone, one is changed. */
export const changedPetDocument = createPetDocument({
  info: { title: "Pets", version: "2.0.0" },
  paths: {
    "/pets": {
      get: {
        ...{ operationId: "listPets", tags: ["pets"], summary: "Every pet." },
        responses: { 200: { description: "fine" } },
      },
      delete: { operationId: "removePets", tags: ["pets"], responses: { 204: { description: "gone" } } },
    },
  },
});

export type FolderWorkspace = ReturnType<typeof createFolderWorkspace>;

/** Changes the name in the chooser, and chooses all operations. */
const rename: NonNullable<NonNullable<Parameters<typeof createCommandFixture>[1]>["choose"]> = async ({ naming }) => {
  await naming?.change();
  return {};
};

/** A workspace on this disk, for folders of servers. */
export function createFolderWorkspace(served: Awaited<ReturnType<typeof startServedService>>) {
  const path = mkdtempSync(join(tmpdir(), "fairlead-folder-"));
  const memory = createMapMemory();
  const read = (file: string) => readFileSync(join(path, file), "utf8");
  /** Opens a window of the workspace; the folder dialog chooses the workspace. */
  const openWindow = async ({ text = createPetDocument(), ...options }: WindowOptions = {}) => {
    const documents = { [documentUri]: text };
    const fixture = await createCommandFixture(served, { memory, documents, choose: rename, ...options });
    Object.assign(fixture.documents, createDiskFolders(path));
    fixture.documents.folderAnswer = pathToFileURL(path).href;
    return fixture;
  };
  const listServers = async () => (await served.api.call("servers.list", { limit: 200 })).items;
  const findServer = async (name: string) => {
    return requireValue((await listServers()).find((one) => one.name === name));
  };
  return {
    ...{ path, read, openWindow, findServer },
    uriOf: (file: string) => pathToFileURL(join(path, file)).href,
    write: (file: string, text: string) => writeFileSync(join(path, file), text),
    readLink: (folder: string): Record<string, unknown> => JSON.parse(read(`${folder}/fairlead.json`)),
    countServers: async () => (await listServers()).length,
    /** Generates a server whose code is in a folder of its name. */
    saveServer: async (name: string, options: WindowOptions = {}): Promise<Server> => {
      await using fixture = await openWindow({ answers: [name], ...options });
      await generateServer(fixture.app, { resource: documentUri });
      const server = await findServer(name);
      await saveCode(fixture.app, { node: serverNode(server) });
      return server;
    },
    /** Generates the server again from the changed document. */
    generateAgain: async (...answers: readonly ScriptedAnswer[]) => {
      const fixture = await openWindow({ text: changedPetDocument, answers: ["Generate again", ...answers] });
      await generateServer(fixture.app, { resource: documentUri });
      return fixture;
    },
    close: () => rmSync(path, { recursive: true, force: true }),
  };
}
