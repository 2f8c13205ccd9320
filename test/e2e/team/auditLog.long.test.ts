import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { addConnection } from "../steps/addConnection.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

describe("the audit log of a service for a team", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  let url: string;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-audit-"));

  const send = (path: string, key: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    return fetch(url + path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
  };

  beforeAll(async () => {
    const [port, publicPort] = [await findFreePort(), await findFreePort()];
    url = `http://127.0.0.1:${port}`;
    const listen = ["--listen", `127.0.0.1:${publicPort}`, "--public-url", "https://fairlead.example.com"];
    const team = ["--trusted-proxy", "127.0.0.1", "--member", "Ann <ann@example.org>"];
    [editor, service] = await Promise.all([
      startCleanEditor({ settings: defaultThemeSettings }),
      startServiceProcess(["--data", data, "--port", String(port), ...listen, ...team]),
    ]);
    const { key = "", keys = [] } = service.hello ?? {};
    const ann = keys[0]?.key ?? "";
    for (let count = 0; count < 110; count += 1) await send("/api/v1/projects", ann, { name: `Project ${count}` });
    for (let count = 0; count < 5; count += 1) await send("/api/v1/organization/audit", ann);
    await send("/api/v1/me", "flk_stolen");
    await send("/api/v1/api-keys", ann, { name: "CI", scopes: ["read", "deploy"] });
    window = await editor.open();
    await addConnection(window, url, key);
    await window.messages.dismissAll();
    await window.view("Account").show();
    await window.view("Account").makeRoom("Projects", "Servers", "Skills", "Deployments", "Registry");
  });
  afterAll(async () => {
    await editor.close();
    service.signal("SIGTERM");
    await service.ended;
    rmSync(data, { recursive: true, force: true });
  });

  test("opens from its row", async () => {
    await window.view("Account").click("Audit log");
    await window.documents.waitForText(
      /201 +Ann +apiKeys\.create +apiKey "CI" +127\.0\.0\.1 +name, scopes · ann@example\.org/,
    );
    await window.documents.waitForText(/401 +\(unknown\) +me\.get/);
    await window.pictures("audit-1-log");
  });

  test("says where it ends", async () => {
    await window.runCommand("Go to Line/Column...");
    await window.page.keyboard.type("1000");
    await window.page.keyboard.press("Enter");
    await window.documents.waitForText(/There are no older entries\./);
    await window.pictures("audit-2-oldest");
  });

  test("is filtered at the service", async () => {
    await window.runCommand("Fairlead: Filter Audit Log...");
    await window.type("Filter Audit Log", "forbidden");
    await window.documents.waitForText(/403 +Ann +audit\.list +- +127\.0\.0\.1 +forbidden/);
    await window.pictures("audit-3-filtered");
  });
});
