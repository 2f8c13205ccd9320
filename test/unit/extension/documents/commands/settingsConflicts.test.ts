import { describe, expect, test } from "vitest";
import type { OperationInput } from "../../../../../src/contract/operations.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import type { DocumentFields } from "../../../../../src/extension/documents/model/fieldChanges.ts";
import { editServer } from "../../../../../src/extension/server/commands/editServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSettingsFixture } from "../../../../support/editor/settingsFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const on = (server: Server): CommandTarget => ({
  node: { kind: "server", server, live: undefined, latest: undefined },
});
const now = (server: Server) => readServer(served.api, server.id);
const question = "Shared (server) was changed elsewhere meanwhile. Nothing was overwritten.";

/** Changes a server's settings in another client while they are open here. */
async function changedMeanwhile(
  theirs: Omit<OperationInput<"server.update">, "id">,
  mine: DocumentFields,
  ...answers: readonly ScriptedAnswer[]
) {
  const environment = { KEPT: "kept" };
  const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Shared", environment });
  const fixture = await createSettingsFixture(served, { answers: ["Save", ...answers] });
  const document = await fixture.edit(editServer, on(server));
  await served.api.call("server.update", { id: server.id, ...theirs });
  document.change(mine);
  return { server, settings: fixture, document, [Symbol.asyncDispose]: () => fixture.close() };
}

describe("settings that another client changed during the edit", () => {
  test("in other fields get both changes if the user applies them", async () => {
    const theirs = { description: "Theirs", environment: { THEIRS: "t" } };
    const mine = { name: "Mine", environment: { KEPT: null, MINE: "m" } };
    await using fixture = await changedMeanwhile(theirs, mine, "Apply My Changes");
    await fixture.document.save();
    expect(fixture.settings.prompts.questions[1]).toBe(
      [
        question,
        "Theirs:",
        'description: "" to "Theirs"',
        "environment.THEIRS: added",
        "",
        "Yours:",
        'name: "Shared" to "Mine"',
        "environment.MINE: added",
        "[Apply My Changes, Compare, Discard Mine]",
      ].join("\n"),
    );
    expect(await now(fixture.server)).toMatchObject({
      name: "Mine",
      description: "Theirs",
      environment: { KEPT: null, THEIRS: null, MINE: null },
    });
    expect(fixture.document.fields()).toMatchObject({ name: "Mine", description: "Theirs" });
  });

  test("in the same field say so before the own value replaces the other", async () => {
    const [theirs, mine] = [{ name: "Theirs" }, { name: "Mine", description: "Only mine" }];
    await using fixture = await changedMeanwhile(theirs, mine, "Apply My Changes");
    await fixture.document.save();
    expect(fixture.settings.prompts.questions[1]).toContain("Both changed name: yours replaces theirs.");
    expect(await now(fixture.server)).toMatchObject({ name: "Mine", description: "Only mine" });
  });

  test("can be discarded in favour of the other client's", async () => {
    await using fixture = await changedMeanwhile({ name: "Theirs" }, { name: "Mine" }, "Discard Mine");
    await fixture.document.save();
    expect([fixture.document.fields().name, (await now(fixture.server))?.name]).toEqual(["Theirs", "Theirs"]);
  });

  test("stay unsaved after Escape, and saving asks again", async () => {
    const answers: ScriptedAnswer[] = [escapeAnswer, "Save", "Apply My Changes"];
    await using fixture = await changedMeanwhile({ name: "Theirs" }, { name: "Mine" }, ...answers);
    await expect(fixture.document.save()).rejects.toThrow("Save again to decide.");
    expect([fixture.document.fields().name, (await now(fixture.server))?.name]).toEqual(["Mine", "Theirs"]);
    await fixture.document.save();
    expect((await now(fixture.server))?.name).toBe("Mine");
  });

  test("are compared in a merge editor, whose result is saved", async () => {
    const theirs = { name: "Theirs", description: "Theirs" };
    await using fixture = await changedMeanwhile(theirs, { name: "Mine" }, "Compare", "Save");
    await expect(fixture.document.save()).rejects.toThrow("Merge both versions");
    const [base, other, mine] = fixture.settings.documents.shown.at(-1)?.split(" <> ") ?? [];
    expect(base).toContain('"name": "Shared"');
    expect(other).toContain('"name": "Theirs"');
    expect(mine).toContain('"name": "Mine"');
    fixture.document.change({ description: "Both" });
    await fixture.document.save();
    expect(fixture.settings.prompts.questions[2]).toContain(
      'name: "Theirs" to "Mine"\ndescription: "Theirs" to "Both"',
    );
    expect(await now(fixture.server)).toMatchObject({ name: "Mine", description: "Both" });
  });

  test("to the same value or in fields that are not editable need no question", async () => {
    await using same = await changedMeanwhile({ name: "Same" }, { name: "Same" });
    await same.document.save();
    expect(same.document.fields().name).toBe("Same");
    await using other = await changedMeanwhile({ environment: { KEPT: "another" } }, { name: "Mine" });
    await other.document.save();
    expect(await now(other.server)).toMatchObject({ name: "Mine", environment: { KEPT: null } });
  });

  test("during the question cause another question", async () => {
    const answers = ["Apply My Changes", "Apply My Changes"];
    await using fixture = await changedMeanwhile({ description: "Theirs" }, { name: "Mine" }, ...answers);
    const { decide } = fixture.settings.app.prompts;
    let count = 0;
    Object.assign(fixture.settings.app.prompts, {
      decide: async (prompt: Parameters<typeof decide>[0]) => {
        count += 1;
        if (count === 2) await served.api.call("server.update", { id: fixture.server.id, environment: { LATER: "l" } });
        return decide(prompt);
      },
    });
    await fixture.document.save();
    expect(await now(fixture.server)).toMatchObject({
      name: "Mine",
      description: "Theirs",
      environment: { LATER: null },
    });
    expect(fixture.settings.prompts.questions).toHaveLength(3);
  });

  test("are still compared with their original values after the window reloads", async () => {
    const memory = createMapMemory();
    const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Shared" });
    await using before = await createSettingsFixture(served, { memory });
    const { at, model } = await before.edit(editServer, on(server));
    await before.close();
    await served.api.call("server.update", { id: server.id, description: "Theirs" });
    await using after = await createSettingsFixture(served, { memory, answers: ["Save", "Apply My Changes"] });
    const restored = await after.open(at, { text: model.text.replace("Shared", "Mine"), revision: model.revision });
    await restored.save();
    expect(await now(server)).toMatchObject({ name: "Mine", description: "Theirs" });
  });
});
