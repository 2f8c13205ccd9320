import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendJson, startUpstream, type Upstream } from "../../support/servers/upstream.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { generateInputTitle, waitForChooser } from "../steps/generateServer.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

const token = "canary-token";
const text = { type: "string" };

/** A document that declares no credential; every operation wants an account in its path and a tenant. */
function createDocument(origin: string): string {
  const parameters = [
    { name: "AccountSid", in: "path", required: true, schema: text },
    { name: "X-Tenant", in: "header", required: true, schema: text },
  ];
  const paths = ["bills", "calls", "keys", "numbers", "usage"].map((name) => [
    `/accounts/{AccountSid}/${name}`,
    { get: { operationId: name, parameters, responses: { 200: { description: "The list." } } } },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Billing", version: "1" },
    servers: [{ url: origin }],
    paths: Object.fromEntries(paths),
  });
}

describe("an API that wants headers and an account which its document does not declare as a credential", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let upstream: Upstream;
  const servers = () => window.view("Servers");

  beforeAll(async () => {
    upstream = await startUpstream(({ headers }, response) =>
      headers["x-auth-token"] === token ? sendJson(response, ["one"]) : sendJson(response, { error: "no token" }, 401),
    );
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    writeWorkspaceFiles(editor.workspace, { "billing.json": createDocument(upstream.origin) });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
    await upstream.close();
  });

  const readServer = async () => requireValue((await service.client.call("servers.list", { q: "Billing" })).items[0]);

  test("generating asks once what is given once, with the account as the default", async () => {
    await waitForChooser(window, "billing.json");
    await window.page.keyboard.press("Enter");
    await window.waitForTitle(/Generate Server from OpenAPI.*2\/2/);
    expect(await window.choices(generateInputTitle)).toEqual(["AccountSid", "X-Tenant"]);
    await window.screenshot("undeclared-1-constants-dark");
    await window.page.keyboard.press("Enter");
    const message = await window.messages.waitFor(/Generated Billing 0\.1\.0 with 5 tools/);
    expect(message).toContain("AccountSid, X-Tenant are given once, for all tools: Deploy asks for them.");
    await window.screenshot("undeclared-2-generated-dark");
    await window.messages.dismissAll();
  });

  test("Deploy asks for both, and the tools do not; the API refuses the call without its header", async () => {
    const { id } = await readServer();
    // The user names this machine; the document may not.
    await service.client.call("server.update", { id, environment: { API_BASE_URL: upstream.origin } });
    await window.runCommand("Fairlead: Refresh");
    await servers().show();
    await servers().makeRoom("Projects", "Skills", "Deployments", "Registry", "Account");
    await servers().menu("Billing", "Deploy...");
    await window.waitForTitle(/Deploy Billing.*1\/2/);
    await window.screenshot("undeclared-3-deploy-dark");
    await window.type("Deploy Billing", "AC1");
    await window.waitForTitle(/Deploy Billing.*2\/2/);
    await window.type("Deploy Billing", "acme");
    await window.messages.modal(/Deploy Billing 0\.1\.0\?/, "Deploy Without Tests");
    await window.messages.waitFor(/Deployed Billing 0\.1\.0/);
    await window.messages.dismissAll();
    expect(await service.call("Billing", "usage", {})).toContain("401");
    expect(upstream.received.at(-1)).toMatchObject({ target: "/accounts/AC1/usage", headers: { "x-tenant": "acme" } });
  });

  test("Add Header in the list of the variables asks for name, secrecy, value and hosts", async () => {
    await servers().expand("Billing");
    await servers().menu("Variables", "Edit Variables...");
    await window.pick("Variables of Billing", "Add Header...");
    await window.type("Add Header to Billing", "X-Auth-Token");
    await window.pick("Add Header to Billing", "Secret");
    await window.waitForTitle(/Add Header to Billing.*3\/4/);
    await window.type("Add Header to Billing", token);
    await window.waitForTitle(/Add Header to Billing.*4\/4/);
    expect(await window.value("Add Header to Billing")).toBe(upstream.origin);
    await window.screenshot("undeclared-4-hosts-dark");
    await window.page.keyboard.press("Enter");
    await window.messages.waitFor(/Billing sends the header X-Auth-Token to http/);
    await window.escape();
    await servers().expand("Variables");
    const rows = await servers().waitForText(/X-Auth-Token changed since deployed · header X-Auth-Token/);
    expect(rows).not.toContain(token);
    await window.screenshot("undeclared-5-row-dark");
  });

  test("after Deploy Again the same version sends the header", async () => {
    await window.messages.answer(/Billing sends the header/, "Deploy Again");
    await window.messages.waitFor(/Deployed Billing 0\.1\.0/);
    expect(await service.call("Billing", "usage", {})).toContain("one");
    expect(upstream.received.at(-1)?.headers).toMatchObject({ "x-auth-token": token, "x-tenant": "acme" });
    expect((await readServer()).latestVersion).toBe("0.1.0");
    await window.screenshot("undeclared-6-called-dark");
  });
});
