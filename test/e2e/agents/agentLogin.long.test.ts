import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { createLoginProvider } from "../../support/oauth/loginProvider.ts";
import { deployVersion, generateServer } from "../../support/servers/generateServer.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { addConnection } from "../steps/addConnection.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

describe("an agent that logs in", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  let api: ServiceClient;
  /** The API behind the server, and the agent's own redirect URI. */
  let web: Server;
  let origin: string;
  let url: URL;
  const redirected = Promise.withResolvers<URLSearchParams>();
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-agent-"));

  beforeAll(async () => {
    web = createServer((request, response) => {
      const asked = new URL(request.url ?? "/", "http://127.0.0.1");
      if (asked.pathname === "/callback") redirected.resolve(asked.searchParams);
      response.setHeader("Content-Type", "application/json").end(JSON.stringify([{ id: 1, name: "Rex" }]));
    }).listen(0, "127.0.0.1");
    await once(web, "listening");
    origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    [editor, service] = await Promise.all([
      startCleanEditor({ settings: defaultThemeSettings }),
      startServiceProcess(["--data", data]),
    ]);
    const { url: base = "", key = "" } = service.hello ?? {};
    api = createServiceClient({ baseUrl: base, key: async () => key });
    url = new URL(`${base}/mcp/${await deployPetShop()}`);
    window = await editor.open();
    await addConnection(window, base, key);
    await window.messages.dismissAll();
  });
  afterAll(async () => {
    await api.close();
    await editor.close();
    service.signal("SIGTERM");
    await service.ended;
    web.closeAllConnections();
    web.close();
    rmSync(data, { recursive: true, force: true });
  });

  async function deployPetShop(): Promise<string> {
    const operation = (operationId: string) => ({ operationId, responses: { 200: { description: "ok" } } });
    const document = {
      ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: origin }] },
      paths: {
        "/pets": { get: operation("listPets"), post: operation("addPet") },
        "/toys": { get: operation("listToys") },
      },
    };
    const [project] = (await api.call("projects.list", {})).items;
    const server = await generateServer({ api, project: requireValue(project) }, "Pet Shop", document);
    expect(await deployVersion(api, server.id)).toMatchObject({ status: "running", failure: null });
    return server.id;
  }

  const provider = { current: createLoginProvider("") };
  const open = () => new StreamableHTTPClientTransport(url, { authProvider: provider.current });
  const client = () => new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const account = () => window.view("Account");

  test("is asked about in VS Code with the number of its page, and calls a tool after Allow", async () => {
    provider.current = createLoginProvider(`${origin}/callback`);
    const transport = open();
    await expect(client().connect(transport)).rejects.toThrow("Unauthorized");
    const page = await window.page.context().newPage();
    await page.goto(requireValue(provider.current.opened()).href);
    const heading = await page.locator("h1").textContent();
    expect(heading).toBe("Claude Code wants to use Pet Shop: 3 tools, 1 of them changes data");
    const number = await page.locator("strong").textContent();
    await page.screenshot({ path: "dist/pictures/agent-page.png" });
    await window.page.bringToFront();
    const question = await window.messages.waitFor(/wants to use Pet Shop/);
    expect(question).toContain("3 tools, 1 of them changes data.");
    expect(question).toContain(`shows the number ${number}.`);
    await window.screenshot("agents-1-question-dark");
    await window.messages.answer(/wants to use Pet Shop/, "Allow");
    await transport.finishAuth(await redirected.promise);
    const connected = client();
    await connected.connect(open());
    expect(JSON.stringify(await connected.callTool({ name: "listPets", arguments: {} }))).toContain("Rex");
    await connected.close();
  });

  test("is listed under Account with its last use, and loses access within a second after Revoke Access", async () => {
    const headers = { Authorization: `Bearer ${provider.current.tokens()?.access_token}` };
    await account().show();
    await account().makeRoom("Projects", "Servers", "Skills", "Deployments", "Registry");
    await account().expand("Agents");
    expect(await account().waitForText(/Claude Code Pet Shop/)).toMatch(/Claude Code Pet Shop · used /);
    await window.screenshot("agents-2-account-dark");
    await account().menu("Claude Code", "Revoke Access...");
    await window.messages.modal(/Revoke the access of "Claude Code" to Pet Shop\?/, "Revoke");
    await waitUntil("The note of an empty list", account().text, (text) => text.includes("No agent has access"));
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const accept = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const response = await fetch(url, { method: "POST", headers: { ...headers, ...accept }, body });
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([
      401,
      expect.stringContaining("The access was revoked."),
    ]);
  });
});
