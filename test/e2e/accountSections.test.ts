import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/client.ts";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { addConnection } from "./steps/addConnection.ts";
import { changeSettings } from "./steps/changeSettings.ts";
import { connectAccount } from "./steps/connectAccount.ts";
import { generateAccountServer } from "./steps/generateAccountServer.ts";
import { takeFailureScreenshots } from "./support/takeFailureScreenshots.ts";
import { readText } from "./verbs/text.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import type { OpenWindow } from "./window.ts";

describe("the sections of the account", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  let client: ServiceClient;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-sections-"));

  beforeAll(async () => {
    [editor, service] = await Promise.all([
      startCleanEditor({ settings: defaultThemeSettings }),
      startServiceProcess(["--data", data]),
    ]);
    const { url = "", key = "" } = service.hello ?? {};
    client = createServiceClient({ baseUrl: url, key: async () => key });
    window = await editor.open();
    await addConnection(window, url, key);
    await window.messages.dismissAll();
    await account().show();
    await roomFor("Account");
  });
  beforeEach((context) => takeFailureScreenshots(context, window));
  afterAll(async () => {
    await client.close();
    await editor.close();
    service.signal("SIGTERM");
    await service.ended;
    rmSync(data, { recursive: true, force: true });
  });

  const account = () => window.view("Account");
  const roomFor = async (name: string) => {
    const all = ["Projects", "Servers", "Skills", "Deployments", "Registry", "Account"];
    await window.view(name).makeRoom(...all.filter((other) => other !== name));
  };
  const keyNames = async () => (await client.call("apiKeys.list", {})).items.map(({ name }) => name);

  test("are listed with their contents", async () => {
    for (const section of ["Members", "Usage", "API keys", "OAuth connections"]) await account().expand(section);
    const text = await account().waitForText(/Test runs 0 of [\s\S]*No account is connected/);
    expect(text).toMatch(/^Personal owner · plan local · 1 member$/m);
    expect(text).toMatch(/^Members\n {2}\S+ owner$/m);
    expect(text).toMatch(/^ {2}Storage 0 bytes of 50 GB$/m);
    expect(text).toMatch(
      /^API keys\n {2}First key in use here · never expires · used .* · read write deploy runtime admin$/m,
    );
    expect(text).toMatch(/^Service settings$/m);
    await window.pictures("sections-1");
  });

  test("show a new key once, and copy it", async () => {
    const title = "Create API Key";
    await account().inline("API keys", `${title}...`);
    await window.type(title, "CI");
    await window.pickMany(title, ["read", "deploy"]);
    await window.pick(title, "90 days");
    const dialog = window.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    const message = await readText(dialog);
    await window.screenshot("sections-2-key-dark");
    await window.messages.modal(/is shown only now/, "Copy");
    await window.messages.waitFor(/Copied the key "CI"/);
    const copied: string = await window.page.evaluate("navigator.clipboard.readText()");
    expect(message).toContain(copied);
    await account().waitForText(/^ {2}CI expires in 90 d · never used · read deploy$/m);
    await window.messages.dismissAll();
  });

  test("do not revoke a key if the user cancels", async () => {
    await account().menu("CI", "Revoke API Key...");
    const question = window.page.locator(".monaco-dialog-box");
    await question.waitFor();
    await window.screenshot("sections-3-revoke-dark");
    await window.page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(await keyNames()).toContain("CI");
  });

  test("revoke a key after a confirmation", async () => {
    await account().menu("CI", "Revoke API Key...");
    await window.messages.modal(/Revoke the API key "CI"/, "Revoke");
    await window.messages.waitFor(/Revoked the key "CI"/);
    expect(await keyNames()).not.toContain("CI");
    await waitUntil("The end of the key's row", account().text, (text) => !/^ {2}CI /m.test(text));
    await window.messages.dismissAll();
  });

  test("open the service's settings as a document, and send a confirmed change when it is saved", async () => {
    await account().inline("Service settings", "Edit Service Settings");
    await window.documents.waitForText(/"notifyOn": "all"/);
    await window.screenshot("sections-4-settings-dark");
    await changeSettings(window, /"notifyOn": "all"/, '"notifyOn": "failures"');
    expect(await client.call("userSettings.get", {})).toMatchObject({ notifyOn: "failures" });
    await window.documents.closeAll();
  });

  test("show an account that was connected in the browser, and disconnect it", async () => {
    const server = generateAccountServer(client);
    const { name } = await server.server();
    await window.view("Servers").show();
    await roomFor("Servers");
    await window.view("Servers").waitForText(new RegExp(`^${name} .*needs an account`, "m"));
    await connectAccount(window, name, "ann");
    await window.messages.dismissAll();
    await account().show();
    await roomFor("Account");
    const [connection] = (await client.call("oauthConnections.list", {})).items;
    const called = connection?.account ?? "";
    expect(called).toMatch(/^ann/);
    await account().waitFor(called);
    await window.screenshot("sections-5-oauth-dark");
    await account().menu(called, "Disconnect Account...");
    await window.messages.modal(/Disconnect ann/, "Disconnect");
    await account().waitForText(/No account is connected/);
    expect((await client.call("oauthConnections.list", {})).items).toEqual([]);
    await server.close();
  });
});
