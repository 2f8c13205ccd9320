import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { editUserSettings } from "../../../../../src/extension/account/commands/editUserSettings.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { editProject } from "../../../../../src/extension/project/commands/openProject.ts";
import { editServer } from "../../../../../src/extension/server/commands/editServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { editSkill } from "../../../../../src/extension/skill/commands/editSkill.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSettingsFixture } from "../../../../support/editor/settingsFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const on = (server: Server): CommandTarget => ({
  node: { kind: "server", server, live: undefined, latest: undefined },
});
const makeServer = (name: string, environment = {}) =>
  served.api.call("servers.create", { projectId: served.project.id, name, environment });
const now = (server: Server) => readServer(served.api, server.id);

describe("opening settings", () => {
  test("of a server shows its editable fields, with secrets as null", async () => {
    const server = await makeServer("Tiny/1", { API_KEY: "hidden" });
    await using fixture = await createSettingsFixture(served);
    const document = await fixture.edit(editServer, on(server));
    expect(document.at.path).toBe("/settings/server/Tiny-1 (server).json");
    expect(document.fields()).toEqual({
      name: "Tiny/1",
      description: "",
      desiredState: server.desiredState,
      environment: { API_KEY: null },
    });
    expect(document.model.text).not.toContain("hidden");
  });

  test("of a project, of a skill and of the user shows their fields", async () => {
    const files = [
      {
        path: "SKILL.md",
        encoding: "utf8" as const,
        content: "---\nname: tidy\ndescription: Tidies up.\n---\nTidy.\n",
      },
    ];
    await served.api.call("skills.create", { projectId: served.project.id, files, publish: false });
    await using fixture = await createSettingsFixture(served, { answers: [served.project.name, "tidy"] });
    const { name, description } = served.project;
    expect((await fixture.edit(editProject)).fields()).toEqual({ name, description });
    expect((await fixture.edit(editSkill)).fields()).toEqual({ projectId: served.project.id });
    const own = await fixture.edit(editUserSettings);
    expect(Object.keys(own.fields())).toEqual(["defaultProjectId", "testTimeoutMs", "keepDeployments", "notifyOn"]);
    expect(own.at.path).toMatch(/^\/settings\/user\/.+ \(user settings\)\.json$/);
  });
});

describe("saving settings", () => {
  test("shows the changes, sends only them, reads them back, and compares with them the next time", async () => {
    const server = await makeServer("Old", { KEPT: "kept", REPLACED: "old", GONE: "gone" });
    await using fixture = await createSettingsFixture(served, { answers: ["Save", "Save"] });
    const document = await fixture.edit(editServer, on(server));
    document.change({ name: " New ", environment: { KEPT: null, REPLACED: "new", ADDED: "added" } });
    await document.save();
    expect(fixture.prompts.questions).toEqual([
      [
        "Save Old (server) at Local service?",
        'name: "Old" to "New"',
        "environment.REPLACED: replaced",
        "environment.GONE: removed",
        "environment.ADDED: added",
        "[Save, Show Changes]",
      ].join("\n"),
    ]);
    expect(document.fields()).toMatchObject({ name: "New", environment: { KEPT: null, REPLACED: null, ADDED: null } });
    expect(document.model.text).not.toContain("added");
    expect(await now(server)).toMatchObject({ name: "New", description: "" });
    expect(fixture.refreshed).toContain("fairlead.servers");
    document.change({ name: "Third" });
    await document.save();
    expect(fixture.prompts.questions[1]).toContain('name: "New" to "Third"');
    expect((await now(server))?.name).toBe("Third");
  });

  test("without a change asks and sends nothing", async () => {
    const server = await makeServer("Same");
    await using fixture = await createSettingsFixture(served);
    const document = await fixture.edit(editServer, on(server));
    document.type(JSON.stringify({ name: "Same" }));
    await document.save();
    expect(document.fields()).toMatchObject({ name: "Same", description: "" });
    expect((await now(server))?.etag).toBe(server.etag);
  });

  test("sends nothing by Auto Save or after Escape, and keeps the text", async () => {
    const server = await makeServer("Untouched");
    await using fixture = await createSettingsFixture(served, { answers: [escapeAnswer] });
    const document = await fixture.edit(editServer, on(server));
    document.change({ name: "Touched" });
    await expect(document.save(false)).rejects.toThrow("not by Auto Save");
    await expect(document.save()).rejects.toThrow("Nothing was sent. Save again to send it.");
    expect([document.model.isDirty, document.fields().name, (await now(server))?.name]).toEqual([
      true,
      "Touched",
      "Untouched",
    ]);
  });

  test("can show the changes first in a diff editor", async () => {
    const server = await makeServer("Compared");
    await using fixture = await createSettingsFixture(served, { answers: ["Show Changes", "Save"] });
    const document = await fixture.edit(editServer, on(server));
    document.change({ description: "Better" });
    await expect(document.save()).rejects.toThrow("Nothing was sent yet.");
    expect(fixture.documents.compared[0]?.pairs[0]).toMatchObject({ right: document.uri });
    await document.save();
    expect((await now(server))?.description).toBe("Better");
  });

  test("accepts unicode, a long text and an empty text", async () => {
    const server = await makeServer("Texts");
    await using fixture = await createSettingsFixture(served, { answers: ["Save", "Save", "Save"] });
    const document = await fixture.edit(editServer, on(server));
    const unicode = { name: "Grüße 🐧", description: "日本語\u0000\u202e" };
    for (const fields of [unicode, { description: "x".repeat(2000) }, { description: null }]) {
      document.change(fields);
      await document.save();
      expect(await now(server)).toMatchObject({ ...fields, description: fields.description ?? "" });
    }
  });

  test("of the user applies them, and null restores the default", async () => {
    await using fixture = await createSettingsFixture(served, { answers: ["Save", "Save"] });
    const document = await fixture.edit(editUserSettings);
    document.change({ notifyOn: "none", keepDeployments: 7, defaultProjectId: served.project.id });
    await document.save();
    expect(await served.api.call("userSettings.get", {})).toMatchObject({ notifyOn: "none", keepDeployments: 7 });
    document.change({ notifyOn: null });
    await document.save();
    expect(document.fields()).toMatchObject({ notifyOn: "all", keepDeployments: 7 });
  });

  test("of a skill moves it to another project", async () => {
    const other = await served.api.call("projects.create", { name: "Elsewhere" });
    await using fixture = await createSettingsFixture(served, { answers: ["tidy", "Save"] });
    const document = await fixture.edit(editSkill);
    document.change({ projectId: other.id });
    await document.save();
    expect((await served.api.call("skills.list", { projectId: other.id })).items).toHaveLength(1);
  });

  test("of a running server offers a deployment if its environment changed", async () => {
    const { server } = await deployTinyServer(served, await createTinyServer(served, "Running", "healthy"));
    await using fixture = await createSettingsFixture(served, { answers: ["Save", "Save"], actions: ["Deploy Again"] });
    const document = await fixture.edit(editServer, on(server));
    document.change({ description: "No need to" });
    await document.save();
    expect(fixture.messages.shown).toEqual([]);
    document.change({ environment: { GREETING: "hello" } });
    await document.save();
    expect(fixture.messages.shown).toEqual([
      "info: Changed Running. Deploy it again for its environment to take effect. [Deploy Again]",
    ]);
    await expect.poll(() => fixture.ranCommands).toEqual(["fairlead.deployment.deployAgain"]);
  });
});
