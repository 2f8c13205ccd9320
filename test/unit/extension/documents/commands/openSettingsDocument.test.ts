import { expect, test } from "vitest";
import { openSettingsDocument } from "../../../../../src/extension/documents/commands/openSettingsDocument.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

test("the settings of a resource say why they do not open", async () => {
  const session = { kind: "connected", connection: { id: "con_1" }, me: { organizationId: "org_1" } };
  const app = {
    connections: { session: () => session },
    memory: createMapMemory(),
    refresh: () => {},
    documents: { show: () => Promise.reject(new Error("The editor has no room.")) },
  } as unknown as App;
  const opened = openSettingsDocument(app, { kind: "project", id: "prj_1", name: "Shop" });
  await expect(opened).rejects.toThrow("The editor has no room.");
});
