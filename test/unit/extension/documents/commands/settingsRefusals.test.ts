import { describe, expect, test } from "vitest";
import { editUserSettings } from "../../../../../src/extension/account/commands/editUserSettings.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { writeSelectedOrganization } from "../../../../../src/extension/connection/model/selectedOrganization.ts";
import { editServer } from "../../../../../src/extension/server/commands/editServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createSettingsFixture } from "../../../../support/editor/settingsFixture.ts";
import { startServedService } from "../../../../support/service/servedService.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const environment = { PORT: "1", SECRET: "s" };
const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Refused", environment });

const target = (): CommandTarget => ({ node: { kind: "server", server, live: undefined, latest: undefined } });

describe("settings that cannot be saved", () => {
  test.each([
    ["no JSON", '{\n  "name": "x",,\n}', ["1: This is not JSON: Expected double-quoted property name."]],
    ["nothing", "", ["0: This is not JSON: Unexpected end of JSON input."]],
    ["a comment", '{\n  // mine\n  "name": "x"\n}', ["1: This is not JSON: Expected property name or '}'."]],
    ["no object", "[]", ["0: Invalid input: expected object, received array"]],
    ["an unknown field", '{\n  "name": "x",\n  "status": "ready"\n}', ['2: "status" cannot be changed here.']],
    ["an empty name", '{\n  "name": ""\n}', ["1: name: It must not be empty."]],
    [
      "10 kB of description",
      `{\n"description": "${"x".repeat(10_240)}"\n}`,
      ["1: description: Too big: expected string to have <=2000 characters"],
    ],
    [
      "a name that is no variable's",
      '{ "environment": {\n"MY-KEY": "x" } }',
      ['1: "MY-KEY" is no name here: letters, digits and underscores only.'],
    ],
    [
      "a number for a variable",
      '{ "environment": {\n"PORT": 8080 } }',
      ["1: environment.PORT: Invalid input: expected string, received number"],
    ],
    [
      "a new variable without a value",
      '{ "environment": {\n"SECRET": null,\n"NEW": null } }',
      ["2: A variable needs a value. To remove it, remove its line."],
    ],
  ])("%s is marked at its line until it is corrected, and nothing is sent", async (_what, text, problems) => {
    await using fixture = await createSettingsFixture(served);
    const document = await fixture.edit(editServer, target());
    const before = document.model.text;
    document.type(text);
    await expect(document.save()).rejects.toThrow(/^Nothing was sent\. Line \d+: /);
    expect(fixture.problemsOf(document.at)).toEqual(problems);
    expect([document.model.text, (await readServer(served.api, server.id))?.etag]).toEqual([text, server.etag]);
    document.type(before);
    await document.save();
    expect(fixture.problemsOf(document.at)).toEqual([]);
  });

  test("because the service rejects a field are marked at that field", async () => {
    await using fixture = await createSettingsFixture(served, { answers: ["Save"] });
    const document = await fixture.edit(editUserSettings);
    document.change({ defaultProjectId: "prj_none" });
    await expect(document.save()).rejects.toThrow('There is no project "prj_none" in this organization.');
    expect(fixture.problemsOf(document.at)).toEqual(['1: There is no project "prj_none" in this organization.']);
    expect(document.fields().defaultProjectId).toBe("prj_none");
  });

  test("because of another reason fail with that reason", async () => {
    await using fixture = await createSettingsFixture(served, { answers: ["Save"] });
    const document = await fixture.edit(editServer, target());
    document.change({ desiredState: server.desiredState === "running" ? "stopped" : "running" });
    await expect(document.save()).rejects.toThrow("has no deployment to run. Deploy it first.");
    expect(document.model.isDirty).toBe(true);
  });

  test("because the server was deleted or is unknown fail with a message", async () => {
    await using fixture = await createSettingsFixture(served);
    const { at } = await fixture.edit(editServer, target());
    const gone = { ...at, query: at.query.replace(server.id, "srv_gone") };
    await expect(fixture.open(gone)).rejects.toThrow("This server was archived or deleted.");
    await expect(fixture.open({ ...at, path: "/settings/else/x.json" })).rejects.toThrow("There are no settings");
  });
});

describe("settings belong to their service and organization", () => {
  test("another connection neither reads nor receives them", async () => {
    await using fixture = await createSettingsFixture(served);
    const document = await fixture.edit(editServer, target());
    document.change({ name: "Not there" });
    const { connections } = fixture.app;
    await connections.add({ baseUrl: served.service.url, key: await served.service.issueKey("other") }, "Other");
    await expect(document.save()).rejects.toThrow(/^These settings are at Local service \(127\.0\.0\.1:\d+\)\. Switch/);
    expect(fixture.prompts.questions).toEqual([]);
    expect((await readServer(served.api, server.id))?.name).toBe("Refused");
    const unread = { ...document.at, query: document.at.query.replace(server.id, "srv_unread") };
    await expect(fixture.open(unread)).rejects.toThrow("Switch to that connection, then try again.");
  });

  test("after a sign-out they stay unsaved", async () => {
    await using fixture = await createSettingsFixture(served);
    const document = await fixture.edit(editServer, target());
    document.change({ name: "Later" });
    const app = { ...fixture.app, client: async () => undefined };
    Object.assign(fixture.app, app);
    await expect(document.save()).rejects.toThrow("There is no connection, so nothing was sent.");
    expect(document.fields().name).toBe("Later");
  });

  test("they are not sent to another organization that is selected later", async () => {
    await using fixture = await createSettingsFixture(served, { answers: ["Save"] });
    const document = await fixture.edit(editServer, target());
    await writeSelectedOrganization(fixture.memory, "local", { id: "org_other", name: "Other" });
    document.change({ name: "Here" });
    await document.save();
    expect((await readServer(served.api, server.id))?.name).toBe("Here");
  });

  test("they stay open while the service is unreachable", async () => {
    const away = await startServedService({});
    const other = await away.api.call("servers.create", { projectId: away.project.id, name: "Away" });
    await using fixture = await createSettingsFixture(away, { answers: ["Save"] });
    const node = { kind: "server", server: other, live: undefined, latest: undefined } as const;
    const document = await fixture.edit(editServer, { node });
    await away.close();
    await document.reload();
    expect(document.fields().name).toBe("Away");
    document.change({ name: "Unsent" });
    await expect(document.save()).rejects.toThrow("Could not modify a server");
    expect([document.model.isDirty, document.fields().name]).toEqual([true, "Unsent"]);
  });
});
