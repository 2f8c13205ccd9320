import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readServer } from "../../../src/extension/server/model/readServer.ts";
import { generatePetVersion } from "../../support/servers/changingTools.ts";
import { deployTinyServer } from "../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

describe("a version that breaks callers of the live one", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let serverId: string;

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    const api = service.client;
    const project = requireValue((await api.call("projects.list", {})).items[0]);
    ({ id: serverId } = await api.call("servers.create", { projectId: project.id, name: "Pets" }));
    const created = requireValue(await readServer(api, serverId));
    const { server } = await deployTinyServer({ api }, await generatePetVersion(api, created, {}));
    const limit = { name: "limit", in: "query", required: true, schema: { type: "integer" } };
    await generatePetVersion(api, server, { parameters: [limit], hasDelete: false });
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const servers = () => window.view("Servers");
  const question = () => window.page.locator(".monaco-dialog-box").filter({ hasText: "breaks callers" });
  const deployed = async () =>
    (await service.client.call("deployments.list", { serverId })).items.map(({ version }) => version);

  test("is deployed only after a question that lists what breaks", async () => {
    await servers().show();
    await servers().waitForText(/^Pets /m);
    await servers().inline("Pets", "Deploy...");
    await question().waitFor();
    const text = await question().textContent();
    expect(text).toContain("Pets 0.1.1 breaks callers of 0.1.0. Deploy it?");
    expect(text).toContain("removePets (DELETE /pets): The tool is gone.");
    expect(text).toContain("input.limit is required now.");
    await window.screenshot("breaking-1-question-dark");
    await window.messages.modal(/breaks callers/, "Cancel");
    expect(await deployed()).toEqual(["0.1.0"]);
  });

  test("shows all changes in a document", async () => {
    await servers().inline("Pets", "Deploy...");
    await window.messages.modal(/breaks callers/, "Show Changes");
    await window.page.locator(".quick-input-widget:visible").filter({ hasText: "Deploy Pets 0.1.1" }).waitFor();
    await window.pictures("breaking-2-changes");
    await window.pick("Deploy Pets 0.1.1", "Leave As It Is");
  });

  test("is compared from a row of the registry", async () => {
    await window.documents.closeAll();
    const registry = window.view("Registry");
    await registry.show();
    await registry.makeRoom("Projects", "Servers", "Skills", "Deployments");
    await registry.expand("Pets");
    await registry.menu("0.1.1", "Compare Versions...");
    await window.pick("Compare Versions", "Tools");
    await window.documents.titles(/Pets 0\.1\.0 → 0\.1\.1/);
    await window.documents.closeAll();
  });

  test("is refused where the setting refuses it", async () => {
    await changeUserSetting("refuse");
    await servers().inline("Pets", "Deploy...");
    await window.messages.waitFor(/Pets 0\.1\.1 was not deployed: 2 breaking changes .*refuses/);
    await window.screenshot("breaking-3-refused-dark");
    expect(await deployed()).toEqual(["0.1.0"]);
  });

  test("is deployed after the one question", async () => {
    await changeUserSetting("ask");
    await servers().inline("Pets", "Deploy...");
    await window.messages.modal(/breaks callers/, "Deploy Without Tests");
    await window.messages.waitFor(/Deployed Pets 0\.1\.1/);
    expect(await service.tools("Pets")).toEqual(["listPets"]);
  });

  /** A window reads the settings when it opens. */
  async function changeUserSetting(value: string): Promise<void> {
    const file = join(editor.userDataDir, "data", "User", "settings.json");
    const settings: object = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...settings, "fairlead.deploy.breakingChanges": value }, null, 2));
    await window.reload();
    await servers().show();
    await servers().waitForText(/^Pets /m);
  }
});
