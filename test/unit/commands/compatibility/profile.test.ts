import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editProfile } from "../../../../src/commands/compatibility/editProfile.ts";
import { exportProfile } from "../../../../src/commands/compatibility/exportProfile.ts";
import { importProfile } from "../../../../src/commands/compatibility/importProfile.ts";
import { saveProfile } from "../../../../src/commands/compatibility/saveProfile.ts";
import { saveActiveDocument } from "../../../../src/commands/documents/saveActiveDocument.ts";
import { runCommand } from "../../../../src/commands/runCommand.ts";
import { decodeVirtualUri } from "../../../support/editor/decodeVirtualUri.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { createOtherServiceFixture } from "../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { startServedService } from "../../../support/service/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const projects = { data: [{ uuid: "p-1", title: "Shop", code: "S" }] };
const createFixture = (answers: readonly ScriptedAnswer[] = [], actions: readonly string[] = []) =>
  createOtherServiceFixture(served, { projects }, { answers, actions });

describe("the profile as a document", () => {
  test("is opened under the connection's name", async () => {
    await using world = await createFixture();
    await editProfile(world.app, {});
    expect(world.documents.shown).toEqual([world.uri]);
    expect(decodeVirtualUri(world.uri).path).toBe("/profile/Other (profile).json");
  });

  test("shows what is known, and new facts while it has no unsaved edits", async () => {
    await using world = await createFixture();
    const document = await world.open();
    expect(document.fields()).toMatchObject({ version: 1, dialect: "other" });
    const told = Promise.withResolvers<void>();
    world.profiles.onDidChange(() => told.resolve());
    world.keeper.save({ ...world.keeper.read(), states: { server: { ONLINE: "ready" } } });
    await told.promise;
    await document.reload();
    expect(document.fields()).toMatchObject({ states: { server: { ONLINE: "ready" } } });
  });

  test("is kept when it is saved, read so from then on, and the views are read again", async () => {
    await using world = await createFixture();
    const document = await world.open();
    const { operations } = world.keeper.read();
    document.change({
      operations: { ...operations, "projects.list": { list: ["data"], fields: { id: ["uuid"], name: ["code"] } } },
    });
    await document.save();
    expect((await world.client.call("projects.list", {})).items.map(({ name }) => name)).toEqual(["S"]);
    expect(document.fields()).toMatchObject({ operations: { "projects.list": { fields: { name: ["code"] } } } });
    expect(world.refreshed).toContain("fairlead.projects");
  });

  test("retains facts learned while it was edited", async () => {
    await using world = await createFixture();
    const document = await world.open();
    document.change({ states: { server: { ONLINE: "ready" } } });
    world.keeper.save({
      ...world.keeper.read(),
      operations: { ...world.keeper.read().operations, "skills.list": { list: ["skills"] } },
    });
    await document.save();
    expect(world.keeper.read()).toMatchObject({
      states: { server: { ONLINE: "ready" } },
      operations: { "skills.list": { list: ["skills"] } },
    });
  });

  test("takes for said by the user only what the user wrote, not what was learned meanwhile", async () => {
    await using world = await createFixture();
    const learn = (credential: string, list: string) =>
      world.keeper.save({
        ...world.keeper.read(),
        credential: { header: credential },
        operations: { ...world.keeper.read().operations, "projects.list": { list: [list] } },
      });
    learn("X-Key", "data");
    const document = await world.open();
    document.change({ states: { server: { ONLINE: "ready" } } });
    learn("X-New-Key", "items");
    await document.save();
    learn("X-Other-Key", "rows");
    expect(world.keeper.read()).toMatchObject({
      credential: { header: "X-Other-Key" },
      states: { server: { ONLINE: "ready" } },
      operations: { "projects.list": { list: ["rows"] } },
    });
  });

  test("without the key's header starts a new detection of it", async () => {
    let header = "x-api-key";
    await using world = await createOtherServiceFixture(
      served,
      { projects },
      {
        answer: ({ headers }) =>
          headers[header] === "key_1" ? undefined : { status: 401, body: { message: `Missing header ${header}` } },
      },
    );
    expect(world.keeper.read().credential?.header.toLowerCase()).toBe("x-api-key");
    header = "api-key";
    const document = await world.open();
    document.change({ credential: undefined });
    await document.save();
    expect(world.keeper.read()).toMatchObject({ dialect: "other" });
    expect(world.keeper.read().credential?.header.toLowerCase()).toBe("api-key");
  });

  test.each([
    ["is no JSON", "{", /^The profile was not changed\. Line 1: This is not JSON/],
    [
      "has a field that there is none of",
      '{ "version": 1, "dialect": "other", "colour": 1 }',
      /Line 1: A profile has no "colour" here\.$/,
    ],
  ])("is refused where it %s, and changes nothing", async (_what, text, message) => {
    await using world = await createFixture();
    const before = world.keeper.read();
    const document = await world.open();
    document.type(text);
    await expect(document.save()).rejects.toThrow(message);
    expect(world.keeper.read()).toBe(before);
    expect(world.problems()).toHaveLength(1);
    expect(document.model).toMatchObject({ text, isDirty: true });
    expect(world.refreshed).toEqual([]);
  });

  test("tells by a message what is wrong where it is saved by its key, and leads there", async () => {
    await using world = await createFixture([], ["Show Problem"]);
    const document = await world.open();
    document.type('{\n  "version": 2\n}');
    world.documents.texts.set(document.uri, document.model.text);
    world.documents.activeUri = document.uri;
    await saveActiveDocument(world.app, {});
    expect(world.readMessages()[0]).toMatch(/^warning: The profile was not changed\. Line 2: .* \[Show Problem\]$/);
    await expect.poll(() => world.documents.shown).toEqual([document.uri]);
  });

  test("is never saved by the editor itself", async () => {
    await using world = await createFixture();
    const document = await world.open();
    document.change({ states: {} });
    await expect(document.save(false)).rejects.toThrow("A profile is only stored when you save it yourself");
  });

  test("of the local service cannot be changed, and says why", async () => {
    await using world = await createDisconnectedFixture(served);
    await world.connect();
    const { id } = world.app.connections.active() ?? { id: "" };
    const at = { path: "/profile/x (profile).json", query: `connection=${id}` };
    const edited = { at, text: "{}", opened: { get: () => undefined, save: never, renew: never, rebase: never } };
    await expect(saveProfile(world.app, edited)).rejects.toThrow("Fairlead knows the local service already");
  });

  test("is of its connection alone", async () => {
    await using world = await createFixture();
    const at = decodeVirtualUri(world.uri);
    await world.app.connections.useLocal();
    await expect(world.profiles.read(at)).rejects.toThrow(
      /^This profile belongs to Other \(.*\)\. Switch to that connection/,
    );
  });
});

function never(): never {
  throw new Error("It is not asked for.");
}

describe("exporting the profile", () => {
  test("writes it to the file that is chosen, without the key", async () => {
    await using world = await createFixture();
    world.documents.fileAnswer = "file:///tmp/other.profile.json";
    await exportProfile(world.app, {});
    const text = world.documents.texts.get("file:///tmp/other.profile.json") ?? "";
    expect(JSON.parse(text)).toEqual(world.keeper.read());
    expect(text).not.toContain("key_1");
    expect(world.readMessages()).toEqual(["info: Exported the profile of Other to other.profile.json. [Open]"]);
  });

  test("does nothing where the dialog is escaped", async () => {
    await using world = await createFixture();
    await exportProfile(world.app, {});
    expect([world.readMessages(), world.documents.texts.size]).toEqual([[], 0]);
  });
});

describe("importing a profile", () => {
  const imported = {
    version: 1,
    dialect: "other",
    operations: { "projects.list": { list: ["data"], fields: { name: ["code"] } } },
  };
  const file = "file:///tmp/in.json";
  const importing = async (text: string, answers: readonly ScriptedAnswer[] = [], actions: readonly string[] = []) => {
    const world = await createFixture(answers, actions);
    world.documents.texts.set(file, text);
    world.documents.fileAnswer = file;
    await runCommand(world.app, "fairlead.profile.import", importProfile, {});
    return world;
  };

  test("says what it replaces, and replaces it", async () => {
    await using world = await importing(JSON.stringify(imported), ["Replace"]);
    expect(world.asked).toEqual([
      expect.stringMatching(/^Replace the profile of Other with that of in\.json\?\nIt differs for /),
    ]);
    expect(world.keeper.read().operations["projects.list"]).toMatchObject({ fields: { name: ["code"] } });
    expect(world.readMessages()).toEqual(["info: Other now has the profile of in.json."]);
  });

  test.each<[string, ScriptedAnswer]>([
    ["escaped", escapeAnswer],
    ["answered by looking at the changes", "Show Changes"],
  ])("changes nothing where the question is %s", async (_what, answer) => {
    await using world = await importing(JSON.stringify(imported), [answer]);
    expect(world.keeper.read().operations["projects.list"]?.fields?.name).not.toEqual(["code"]);
    expect(world.documents.shown).toHaveLength(answer === escapeAnswer ? 0 : 1);
  });

  test("of what is no profile says where it is wrong, and asks nothing", async () => {
    await using world = await importing('{\n "version": 1,\n "dialect": "ours"\n}', [], ["Show Problem"]);
    expect(world.readMessages()[0]).toMatch(/^warning: in\.json is not a profile, so nothing was imported\. Line 3: /);
    expect([world.asked, world.documents.shown]).toEqual([[], [file]]);
  });

  test("does nothing where the dialog is escaped", async () => {
    await using world = await createFixture();
    await importProfile(world.app, {});
    expect([world.asked, world.readMessages()]).toEqual([[], []]);
  });

  test("of the same profile says that it is the same", async () => {
    await using world = await createFixture();
    world.documents.texts.set(file, JSON.stringify(world.keeper.read()));
    world.documents.fileAnswer = file;
    await importProfile(world.app, {});
    expect(world.readMessages()).toEqual(["info: in.json is the profile that Other has already."]);
  });
});
