import { describe, expect, test } from "vitest";
import { saveActiveDocument } from "../../../../../src/extension/documents/commands/saveActiveDocument.ts";
import { exportProfile } from "../../../../../src/extension/profile/commands/exportProfile.ts";
import { importProfile } from "../../../../../src/extension/profile/commands/importProfile.ts";
import { openProfile, openServiceProfile } from "../../../../../src/extension/profile/commands/openServiceProfile.ts";
import { saveProfile } from "../../../../../src/extension/profile/commands/saveProfile.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { decodeVirtualUri } from "../../../../support/editor/decodeVirtualUri.ts";
import { createLocalFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const onlineServers = { server: { states: [{ when: { "$.status": "ONLINE" }, is: "ready" }] } };
const projects = { data: [{ uuid: "p-1", title: "Shop", code: "S" }] };
const createFixture = (answers: readonly ScriptedAnswer[] = [], actions: readonly string[] = []) =>
  createOtherServiceFixture(served, { projects }, { answers, actions });

test("Service Profile opens its page, also for the local service", async () => {
  await using other = await createFixture();
  await openServiceProfile(other.app, {});
  await using local = await createCommandFixture(served);
  await openServiceProfile(local.app, {});
  expect([other.ranCommands, local.ranCommands]).toEqual([["service profile panel"], ["service profile panel"]]);
});

describe("the profile as a document", () => {
  test("has the connection's name", async () => {
    await using fixture = await createFixture();
    await openProfile(fixture.app, {});
    expect(fixture.documents.shown).toEqual([fixture.uri]);
    expect(decodeVirtualUri(fixture.uri).path).toBe("/profile/Other (profile).json");
  });

  test("shows what is known, and new facts while it has no unsaved edits", async () => {
    await using fixture = await createFixture();
    const document = await fixture.open();
    expect(document.fields()).toMatchObject({ version: 2, dialect: "other" });
    const changed = Promise.withResolvers<void>();
    fixture.profiles.onDidChange(() => changed.resolve());
    fixture.profileStore.save({ ...fixture.profileStore.read(), kinds: onlineServers });
    await changed.promise;
    await document.reload();
    expect(document.fields()).toMatchObject({ kinds: onlineServers });
  });

  test("is stored and used when it is saved, and the views are refreshed", async () => {
    await using fixture = await createFixture();
    const document = await fixture.open();
    const { operations } = fixture.profileStore.read();
    document.change({
      operations: { ...operations, "projects.list": { list: "$.data", fields: { id: "$.uuid", name: "$.code" } } },
    });
    await document.save();
    expect((await fixture.client.call("projects.list", {})).items.map(({ name }) => name)).toEqual(["S"]);
    expect(document.fields()).toMatchObject({ operations: { "projects.list": { fields: { name: "$.code" } } } });
    expect(fixture.refreshed).toContain("fairlead.projects");
  });

  test("keeps facts that are learned during the edit, and marks only written ones as the user's", async () => {
    await using fixture = await createFixture();
    const learn = (header: string, list: string, more: object = {}) =>
      fixture.profileStore.save({
        ...fixture.profileStore.read(),
        credential: { header },
        operations: { ...fixture.profileStore.read().operations, "projects.list": { list }, ...more },
      });
    learn("X-Key", "$.data");
    const document = await fixture.open();
    document.change({ kinds: onlineServers });
    learn("X-New-Key", "$.items", { "skills.list": { list: "$.skills" } });
    await document.save();
    learn("X-Other-Key", "$.rows");
    expect(fixture.profileStore.read()).toMatchObject({
      credential: { header: "X-Other-Key" },
      kinds: onlineServers,
      operations: { "projects.list": { list: "$.rows" }, "skills.list": { list: "$.skills" } },
    });
  });

  test("is rejected without a change if it is no profile", async () => {
    await using fixture = await createFixture();
    const before = fixture.profileStore.read();
    const document = await fixture.open();
    const text = '{ "version": 2, "dialect": "other", "colour": 1 }';
    document.type(text);
    await expect(document.save()).rejects.toThrow(
      /^The profile was not changed\. Line 1: A profile has no "colour" here\.$/,
    );
    expect(fixture.profileStore.read()).toBe(before);
    expect(fixture.problems()).toHaveLength(1);
    expect(document.model).toMatchObject({ text, isDirty: true });
    expect(fixture.refreshed).toEqual([]);
  });

  test("shows its problem in a message and moves to it when it is saved with the keyboard", async () => {
    await using fixture = await createFixture([], ["Show Problem"]);
    const document = await fixture.open();
    document.type('{\n  "version": 3\n}');
    fixture.documents.texts.set(document.uri, document.model.text);
    fixture.documents.activeUri = document.uri;
    await saveActiveDocument(fixture.app, {});
    expect(fixture.readMessages()[0]).toMatch(/^warning: The profile was not changed\. Line 2: .* \[Show Problem\]$/);
    await expect.poll(() => fixture.documents.shown).toEqual([document.uri]);
  });

  test("is not stored by Auto Save", async () => {
    await using fixture = await createFixture();
    const document = await fixture.open();
    document.change({ kinds: {} });
    await expect(document.save(false)).rejects.toThrow("A profile is only stored when you save it yourself");
  });

  test("of the local service cannot be changed, and the message has the reason", async () => {
    await using fixture = await createLocalFixture(served);
    const { id } = fixture.app.connections.active() ?? { id: "" };
    const at = { path: "/profile/x (profile).json", query: `connection=${id}` };
    const edited = { at, text: "{}", opened: { get: () => undefined, save: never, renew: never, rebase: never } };
    await expect(saveProfile(fixture.app, edited)).rejects.toThrow("Fairlead knows the local service already");
  });

  test("can only be read while its connection is active", async () => {
    await using fixture = await createFixture();
    const at = decodeVirtualUri(fixture.uri);
    await fixture.app.connections.useLocal();
    await expect(fixture.profiles.read(at)).rejects.toThrow(
      /^This profile belongs to Other \(.*\)\. Switch to that connection/,
    );
  });
});

function never(): never {
  throw new Error("It is not asked for.");
}

test("exporting the profile writes it to the chosen file without the key, and nothing after Escape", async () => {
  await using fixture = await createFixture();
  await exportProfile(fixture.app, {});
  expect([fixture.readMessages(), fixture.documents.texts.size]).toEqual([[], 0]);
  fixture.documents.fileAnswer = "file:///tmp/other.profile.json";
  await exportProfile(fixture.app, {});
  const text = fixture.documents.texts.get("file:///tmp/other.profile.json") ?? "";
  expect(JSON.parse(text)).toEqual(fixture.profileStore.read());
  expect(text).not.toContain("key_1");
  expect(fixture.readMessages()).toEqual(["info: Exported the profile of Other to other.profile.json. [Open]"]);
});

describe("importing a profile", () => {
  const imported = {
    version: 2,
    dialect: "other",
    operations: { "projects.list": { list: "$.data", fields: { name: "$.code" } } },
  };
  const file = "file:///tmp/in.json";
  const importing = async (text: string, answers: readonly ScriptedAnswer[] = [], actions: readonly string[] = []) => {
    const fixture = await createFixture(answers, actions);
    fixture.documents.texts.set(file, text);
    fixture.documents.fileAnswer = file;
    await runCommand(fixture.app, "fairlead.profile.import", importProfile, {});
    return fixture;
  };

  test("describes what it replaces, and replaces it", async () => {
    await using fixture = await importing(JSON.stringify(imported), ["Replace"]);
    expect(fixture.questions).toEqual([
      expect.stringMatching(/^Replace the profile of Other with that of in\.json\?\nIt differs for /),
    ]);
    expect(fixture.profileStore.read().operations["projects.list"]).toMatchObject({ fields: { name: "$.code" } });
    expect(fixture.readMessages()).toEqual(["status: Other now has the profile of in.json."]);
  });

  test("names how requests name their item where that differs", async () => {
    const select = { GET: { in: "query", name: "id" } };
    await using fixture = await importing(JSON.stringify({ ...imported, select }), ["Replace"]);
    expect(fixture.questions).toEqual([expect.stringMatching(/\nIt has another .*select/)]);
  });

  test.each<[string, ScriptedAnswer]>([
    ["escaped", escapeAnswer],
    ["answered by looking at the changes", "Show Changes"],
  ])("changes nothing if the question is %s", async (_what, answer) => {
    await using fixture = await importing(JSON.stringify(imported), [answer]);
    expect(fixture.profileStore.read().operations["projects.list"]?.fields?.name).not.toEqual("$.code");
    expect(fixture.documents.shown).toHaveLength(answer === escapeAnswer ? 0 : 1);
  });

  test("of an invalid profile shows the line of the error, and asks nothing", async () => {
    await using fixture = await importing('{\n "version": 2,\n "dialect": "ours"\n}', [], ["Show Problem"]);
    expect(fixture.readMessages()[0]).toMatch(
      /^warning: in\.json is not a profile, so nothing was imported\. Line 3: /,
    );
    expect([fixture.questions, fixture.documents.shown]).toEqual([[], [file]]);
  });

  test("does nothing after Escape in the file dialog, and shows that nothing differs in an identical profile", async () => {
    await using fixture = await createFixture();
    await importProfile(fixture.app, {});
    expect([fixture.questions, fixture.readMessages()]).toEqual([[], []]);
    fixture.documents.texts.set(file, JSON.stringify(fixture.profileStore.read()));
    fixture.documents.fileAnswer = file;
    await importProfile(fixture.app, {});
    expect(fixture.readMessages()).toEqual(["info: in.json is the profile that Other has already."]);
  });
});
