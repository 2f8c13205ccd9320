import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ServiceProcess, startServiceProcess } from "../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { addConnection } from "./steps/addConnection.ts";
import { signOutInAccountsMenu } from "./steps/signOutInAccountsMenu.ts";
import { takeFailureScreenshots } from "./support/takeFailureScreenshots.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import type { OpenWindow } from "./window.ts";

describe("the account", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-account-"));
  const remote = { url: "", host: "", key: "" };

  beforeAll(async () => {
    const team = ["--organization", "Acme", "--member", "Ada <ada@example.com>", "--limit", "deployments=3"];
    [editor, service] = await Promise.all([
      startCleanEditor({ settings: defaultThemeSettings }),
      startServiceProcess(["--data", data, ...team]),
    ]);
    const { url = "", key = "" } = service.hello ?? {};
    Object.assign(remote, { url, host: new URL(url).host, key });
    window = await editor.open();
  });
  beforeEach((context) => takeFailureScreenshots(context, window));
  afterAll(async () => {
    await editor.close();
    service.signal("SIGTERM");
    await service.ended;
    rmSync(data, { recursive: true, force: true });
  });

  const account = (of = window) => of.view("Account");
  const roomy = async (of: OpenWindow) => {
    await account(of).show();
    await account(of).makeRoom("Projects", "Servers", "Skills", "Deployments", "Registry");
  };

  test("shows the user and the organization", async () => {
    await addConnection(window, remote.url, remote.key);
    await roomy(window);
    const text = await account().waitForText(/Service settings/);
    expect(text).toMatch(
      /key "First key"\nConnections\s*\n {2}[\d.:]+ in use\nPersonal owner · plan local · 1 member\nMembers/,
    );
    await window.messages.dismissAll();
  });

  test("switches the organization, and shows its members and its limits", async () => {
    await account().inline("Personal", "Switch Organization...");
    await window.pick("Switch Organization", "Acme");
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

  test("shows a new key once, and uses it for this connection", async () => {
    await account().inline("API keys", "Create API Key...");
    await window.type("Create API Key (1/3)", "Second key");
    await window.waitForTitle(/Create API Key \(2\/3\)/);
    await window.clickEmptyArea();
    await window.pickMany("Create API Key (2/3)", ["read", "write", "deploy", "runtime", "admin"]);
    await window.pick("Create API Key (3/3)", "30 days");
    await window.messages.modal(
      /The key "Second key" is shown only now[\s\S]*flk_[\w-]{43}/,
      "Use for This Connection",
    );
    await account().waitForText(/Second key in use here/);
    await window.messages.dismissAll();
  });

  test("signs out in the Accounts menu, also in the other window", async () => {
    const other = await window.another();
    await roomy(other);
    await account(other).waitFor("Acme");
    await signOutInAccountsMenu(window.page, `${remote.host} (Fairlead)`);
    await other.documents.statusBar(/signed out/);
    await window.documents.statusBar(/signed out/);
    await account(other).waitForText(/^Connections\n {2}[^\n]*signed out$/);
    await window.reload();
    await roomy(window);
    await account().waitForText(/in use · signed out/);
  });
});
