import { describe, expect, test } from "vitest";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { saveActiveDocument } from "../../../../../src/extension/documents/commands/saveActiveDocument.ts";
import { editServer } from "../../../../../src/extension/server/commands/editServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSettingsFixture } from "../../../../support/editor/settingsFixture.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

async function makeServer(name: string) {
  const server = await served.api.call("servers.create", { projectId: served.project.id, name });
  const on: CommandTarget = { node: { kind: "server", server, live: undefined, latest: undefined } };
  return { on, now: async () => (await readServer(served.api, server.id)) ?? server };
}

describe("saving settings from the keyboard", () => {
  test("asks once, sends once and updates the document, even if the editor formats it", async () => {
    const { on, now } = await makeServer("Old");
    await using fixture = await createSettingsFixture(served, { answers: ["Save"] });
    const document = await fixture.edit(editServer, on);
    const { etag } = await now();
    document.change({ name: "New", environment: { SECRET: "s" } });
    await fixture.press(document, (text) => JSON.stringify(JSON.parse(text)));
    expect([document.model.isDirty, document.fields().name]).toEqual([false, "New"]);
    expect((await now()).environment).toEqual({ SECRET: null });
    expect(Number.parseInt(requireValue((await now()).etag).replace(/\D/g, ""), 10)).toBe(
      Number.parseInt(requireValue(etag).replace(/\D/g, ""), 10) + 1,
    );
  });

  test("does nothing after Escape, and fails if there is no client", async () => {
    const { on, now } = await makeServer("Left");
    await using fixture = await createSettingsFixture(served, { answers: [escapeAnswer] });
    const document = await fixture.edit(editServer, on);
    document.change({ name: "Never" });
    await fixture.press(document);
    expect([document.model.isDirty, document.fields().name, (await now()).name]).toEqual([true, "Never", "Left"]);
    expect(fixture.messages.shown).toEqual([]);
    const client = () => Promise.reject(new Error("no service"));
    Object.assign(fixture.app, { client });
    await expect(fixture.press(document)).rejects.toThrow("no service");
    expect(document.model.isDirty).toBe(true);
  });

  test("shows the problem and moves to it", async () => {
    const { on } = await makeServer("Wrong");
    await using fixture = await createSettingsFixture(served, { actions: ["Show Problem"] });
    const document = await fixture.edit(editServer, on);
    document.type('{\n  "nome": "x"\n}');
    await fixture.press(document);
    expect(fixture.messages.shown).toEqual([
      'warning: Nothing was sent. Line 2: "nome" cannot be changed here. [Show Problem]',
    ]);
    await expect.poll(() => fixture.documents.shown.at(-1)).toBe(document.uri);
  });

  test("saves any other file with the command of VS Code", async () => {
    await using fixture = await createSettingsFixture(served);
    fixture.documents.activeUri = "file:///w/a.json";
    await saveActiveDocument(fixture.app, {});
    fixture.documents.activeUri = undefined;
    await saveActiveDocument(fixture.app, {});
    expect(fixture.ranCommands).toEqual(["workbench.action.files.save", "workbench.action.files.save"]);
  });
});
