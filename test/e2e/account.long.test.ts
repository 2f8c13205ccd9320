import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/client.ts";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service/serviceProcess.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { addConnection } from "./steps/addConnection.ts";
import { changeSettings } from "./steps/changeSettings.ts";
import { connectAccount } from "./steps/connectAccount.ts";
import { generateAccountServer } from "./steps/generateAccountServer.ts";
import { signOutInAccountsMenu } from "./steps/signOutInAccountsMenu.ts";
import { switchOrganization } from "./steps/switchOrganization.ts";
import { readText } from "./verbs/text.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import type { OpenWindow } from "./window.ts";

describe("the account", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  let client: ServiceClient;
  let host: string;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-account-"));

  beforeAll(async () => {
    const team = ["--organization", "Acme", "--member", "Ada <ada@example.com>", "--limit", "deployments=3"];
    [editor, service] = await Promise.all([startSharedEditor(), startServiceProcess(["--data", data, ...team])]);
    const { url = "", key = "" } = service.hello ?? {};
    host = new URL(url).host;
    client = createServiceClient({ baseUrl: url, key: async () => key });
    window = await editor.open();
    await addConnection(window, url, key);
    await window.messages.dismissAll();
    await roomFor("Account");
  });
  afterAll(async () => {
    await client.close();
    await editor.close();
    service.signal("SIGTERM");
    await service.ended;
    rmSync(data, { recursive: true, force: true });
  });

  const account = () => window.view("Account");
  const roomFor = async (name: string, of = window) => {
    const all = ["Projects", "Servers", "Skills", "Deployments", "Registry", "Account"];
    await of.view(name).show();
    await of.view(name).makeRoom(...all.filter((other) => other !== name));
  };
  const keyNames = async () => (await client.call("apiKeys.list", {})).items.map(({ name }) => name);

  test("shows the user, the organization and its sections", async () => {
    for (const section of ["Members", "Usage", "API keys", "OAuth connections"]) await account().expand(section);
    const text = await account().waitForText(/Test runs 0 of [\s\S]*No account is connected/);
    expect(text).toMatch(
      /key "First key"\nConnections\s*\n {2}[\d.:]+ in use\nPersonal owner · plan local · 1 member\nMembers/,
    );
    expect(text).toMatch(/^Members\n {2}\S+ owner$/m);
    expect(text).toMatch(/^ {2}Storage 0 bytes of 50 GB$/m);
    expect(text).toMatch(
      /^API keys\n {2}First key in use here · never expires · used .* · read write deploy runtime admin$/m,
    );
    expect(text).toMatch(/^Service settings$/m);
    await window.pictures("sections-1");
  });

  test("offers a new key once, masked, and copies it", async () => {
    const title = "Create API Key";
    await account().inline("API keys", `${title}...`);
    await window.type(title, "CI");
    await window.pickMany(title, ["read", "deploy"]);
    await window.pick(title, "90 days");
    const dialog = window.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    const message = await readText(dialog);
    await window.screenshot("sections-2-key-dark");
    await window.messages.modal(/The key "CI" was created/, "Copy");
    const copied: string = await window.page.evaluate("navigator.clipboard.readText()");
    expect(copied).toMatch(/^flk_[\w-]{43}$/);
    expect(message).not.toContain(copied);
    await account().waitForText(/^ {2}CI expires in 90 d · never used · read deploy$/m);
    await window.messages.dismissAll();
  });

  test("does not revoke a key if the user cancels", async () => {
    await account().menu("CI", "Revoke API Key...");
    const question = window.page.locator(".monaco-dialog-box");
    await question.waitFor();
    await window.screenshot("sections-3-revoke-dark");
    await window.page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(await keyNames()).toContain("CI");
  });

  test("revokes a key after a confirmation", async () => {
    await account().menu("CI", "Revoke API Key...");
    await window.messages.modal(/Revoke the API key "CI"/, "Revoke");
    await waitUntil("The end of the key's row", account().text, (text) => !/^ {2}CI /m.test(text));
    expect(await keyNames()).not.toContain("CI");
    await window.messages.dismissAll();
  });

  test("opens the service's settings as a document, and sends a confirmed change when it is saved", async () => {
    await account().inline("Service settings", "Edit Service Settings");
    await window.documents.waitForText(/"notifyOn": "all"/);
    await window.screenshot("sections-4-settings-dark");
    await changeSettings(window, /"notifyOn": "all"/, '"notifyOn": "failures"');
    expect(await client.call("userSettings.get", {})).toMatchObject({ notifyOn: "failures" });
    await window.documents.closeAll();
  });

  test("shows an account that was connected in the browser, and disconnects it", async () => {
    const server = generateAccountServer(client);
    const { name } = await server.server();
    await roomFor("Servers");
    await window.view("Servers").waitForText(new RegExp(`^${name} .*needs an account`, "m"));
    await connectAccount(window, name, "ann");
    await window.messages.dismissAll();
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

  test("switches the organization, and shows its members and its limits", async () => {
    await switchOrganization(window, "Acme");
    await account().waitFor("Acme");
    await account().expand("Members");
    await account().waitFor("Ada");
    await account().expand("Usage");
    expect(await account().waitForText(/Deployments 0 of 3/)).toContain("Ada member · ada@example.com");
    await account().expand("API keys");
    await account().waitForText(/First key in use here/);
    await window.pictures("account-1");
    await account().collapse("Members");
    await account().collapse("Usage");
  });

  test("offers a new key once, and uses it for this connection", async () => {
    await account().inline("API keys", "Create API Key...");
    await window.type("Create API Key (1/3)", "Second key");
    await window.waitForTitle(/Create API Key \(2\/3\)/);
    await window.clickEmptyArea();
    await window.pickMany("Create API Key (2/3)", ["read", "write", "deploy", "runtime", "admin"]);
    await window.pick("Create API Key (3/3)", "30 days");
    await window.messages.modal(/The key "Second key" was created/, "Use for This Connection");
    await account().waitForText(/Second key in use here/);
    await window.messages.dismissAll();
  });

  test("signs out in the Accounts menu, also in the other window", async () => {
    const other = await window.another();
    const otherAccount = other.view("Account");
    await roomFor("Account", other);
    await otherAccount.waitFor("Acme");
    await signOutInAccountsMenu(window.page, `${host} (Fairlead)`);
    await other.documents.statusBar(/signed out/);
    await window.documents.statusBar(/signed out/);
    await otherAccount.waitForText(/^Connections\n {2}[^\n]*signed out$/);
    await account().waitForText(/in use · signed out/);
  });
});
