import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { generateInputTitle, generateServer } from "../steps/generateServer.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

const header =
  'openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\nservers: [{ url: "http://127.0.0.1:9" }]\npaths:\n';
const document = `${header}  /pets:
    get: { operationId: findPets, tags: [pets], responses: {} }
    post: { operationId: addPet, tags: [pets], responses: {} }
  /orders:
    get: { operationId: findOrders, tags: [orders], responses: {} }
`;
/** One operation is gone, one changed, three are new, of which the selection has the tag of two. */
const newDocument = `${header}  /pets:
    get:
      operationId: findPets
      tags: [pets]
      parameters: [{ name: limit, in: query, required: true, schema: { type: integer } }]
      responses: {}
    put: { operationId: replacePets, tags: [pets], responses: {} }
  /pets/{id}:
    delete: { operationId: removePet, tags: [pets], parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: {} }
  /orders:
    get: { operationId: findOrders, tags: [orders], responses: {} }
  /bills:
    get: { operationId: findBills, tags: [bills], responses: {} }
`;
const overlay = `overlay: 1.0.0
info: { title: Shape, version: 1.0.0 }
actions:
  - target: $.paths['/pets'].get
    update: { summary: Finds the pets of the shop }
`;

describe("the document of a server that changes", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let web: Server;
  let url: string;
  let webText = document.replace("title: Pets", "title: Web");
  const statuses: number[] = [];

  beforeAll(async () => {
    web = createServer(({ headers }, response) => {
      const etag = `"${webText.length}"`;
      const status = headers["if-none-match"] === etag ? 304 : 200;
      statuses.push(status);
      response.writeHead(status, { etag }).end(status === 200 ? webText : undefined);
    });
    web.listen(0, "127.0.0.1");
    await once(web, "listening");
    const address = web.address();
    url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/web.yaml`;
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    writeWorkspaceFiles(editor.workspace, { "pets.yaml": document });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    await generateServer(window, { document: "pets.yaml", operations: ["GET /pets", "POST /pets"], name: "Pets" });
    await window.messages.dismissAll();
    await servers().show();
    await servers().makeRoom("Projects", "Skills", "Deployments", "Registry", "Account");
  });
  afterAll(async () => {
    web.closeAllConnections();
    web.close();
    await service.close();
    await editor.close();
  });

  const servers = () => window.view("Servers");
  const readServer = async (name: string) =>
    (await service.client.call("servers.list", {})).items.find((server) => server.name === name);
  const question = () => window.page.locator(".quick-input-widget:visible");

  test("shows on the server's row what it changes, in words for screen readers", async () => {
    await servers().waitForText(/^Pets not deployed · 0\.1\.0 · (just now|\d)/m);
    writeWorkspaceFiles(editor.workspace, { "pets.yaml": newDocument });
    await servers().waitForText(/^Pets not deployed · 3 new, 1 changed, 1 gone · 0\.1\.0/m);
    await window.page
      .getByRole("treeitem", {
        name: /pets\.yaml differs from 0\.1\.0: 3 new tools, 1 changed tool,? and 1 removed tool/,
      })
      .waitFor();
    expect(await servers().tooltip("Pets")).toContain("pets.yaml differs from 0.1.0");
    await window.screenshot("document-1-row-dark");
  });

  test("shows the difference of tools before anything is made, and Escape makes nothing", async () => {
    await servers().menu("Pets", "Generate Again...");
    const labels = await window.choices("Generate Pets");
    expect(labels).toEqual([
      ...["Generate again", "Show All Changes", "Choose other operations..."],
      ...["replacePets", "removePet", "findPets", "addPet", "findBills"],
    ]);
    await question().filter({ hasText: "Tools since 0.1.0: 2 new, 1 changed, 1 gone · 2 breaking changes" }).waitFor();
    await window.screenshot("document-2-difference-dark");
    await window.escape();
    expect((await readServer("Pets"))?.latestVersion).toBe("0.1.0");
  });

  test("shows all changes in a document, and makes nothing", async () => {
    await servers().menu("Pets", "Generate Again...");
    await window.pick("Generate Pets", "Show All Changes");
    await window.documents.titles(/Pets 0\.1\.0 → pets\.yaml/);
    await window.screenshot("document-3-changes-dark");
    await window.documents.closeAll();
  });

  test("is generated with the selection, and the row has nothing left to show", async () => {
    await servers().menu("Pets", "Generate Again...");
    await window.choices("Generate Pets");
    await window.page.keyboard.press("Enter");
    await window.messages.waitFor(/Generated Pets 0\.2\.0 with 3 tools/);
    await servers().waitForText(/^Pets not deployed · 0\.2\.0 · (just now|\d)/m);
    await window.messages.dismissAll();
  });

  test("shows what a new overlay changes", async () => {
    writeWorkspaceFiles(editor.workspace, { "pets.overlay.yaml": overlay });
    await servers().waitForText(/^Pets not deployed · 1 changed · 0\.2\.0/m);
  });

  test("at a URL is requested again on Refresh, and compared when it is sent", async () => {
    await window.runCommand("Fairlead: Generate Server from OpenAPI...");
    await window.back("Generate Pets");
    await window.pick(generateInputTitle, "From a URL...");
    await window.page.getByPlaceholder("https://example.com/openapi.json").waitFor();
    await window.type(generateInputTitle, url);
    await window.choices("operations");
    await window.page.keyboard.press("Enter");
    await window.messages.waitFor(/Generated Web 0\.1\.0/);
    await window.messages.dismissAll();
    await servers().waitForText(/^Web not deployed · 0\.1\.0 · (just now|\d)/m);
    statuses.length = 0;
    await servers().title("Refresh");
    await expect.poll(() => statuses).toEqual([304]);
    webText = newDocument.replace("title: Pets", "title: Web");
    await servers().title("Refresh");
    await servers().waitForText(/^Web not deployed · 3 new, 1 changed, 1 gone · 0\.1\.0/m);
    expect(statuses).toEqual([304, 200]);
    await window.screenshot("document-4-url-dark");
    await servers().menu("Web", "Generate Again...");
    await window.pick("Generate Web", "Generate again");
    await window.messages.waitFor(/Generated Web 0\.2\.0 with 5 tools/);
    await servers().waitForText(/^Web not deployed · 0\.2\.0 · (just now|\d)/m);
    await window.messages.dismissAll();
  });

  test("offers a new operation without choosing it", async () => {
    await servers().menu("Pets", "Generate Again...");
    await window.pick("Generate Pets", "Choose other operations...");
    await window.choices("operations");
    expect(await window.waitForTitle(/of 5 operations/)).toMatch(/^3 of 5 operations/);
    await window.escape();
  });

  test("that became broken is said on the row, and names the place when it is generated again", async () => {
    writeWorkspaceFiles(editor.workspace, { "pets.yaml": `${newDocument}  /toys: { get: [ }\n` });
    await servers().waitForText(/^Pets not deployed · document has errors · 0\.2\.0/m);
    await servers().menu("Pets", "Generate Again...");
    await window.messages.waitFor(/pets\.yaml cannot be used/);
    await window.screenshot("document-5-broken-dark");
    await window.messages.dismissAll();
    writeWorkspaceFiles(editor.workspace, { "pets.yaml": newDocument });
    await servers().waitForText(/^Pets not deployed · 1 changed · 0\.2\.0/m);
  });

  test("at a URL that is gone keeps the row, and says so when it is generated again", async () => {
    web.closeAllConnections();
    web.close();
    await servers().title("Refresh");
    await servers().waitForText(/^Web not deployed · 0\.2\.0 · (just now|\d)/m);
    await servers().menu("Web", "Generate Server from OpenAPI...");
    await window.messages.waitFor(/web\.yaml could not be fetched/);
    await window.screenshot("document-6-gone-dark");
    await window.messages.dismissAll();
  });

  test("has more than twenty tools in groups, those of its version and of its live server", async () => {
    const operations = Array.from({ length: 24 }, (_, index) => {
      const [tag, pinned] = [["pets", "orders", "bills"][index % 3], index === 0 ? ", x-mcp: { pinned: true }" : ""];
      return `  /p${index}:\n    get: { operationId: get${index}, tags: [${tag}], responses: {}${pinned} }\n`;
    });
    writeWorkspaceFiles(editor.workspace, { "many.yaml": `${header.replace("Pets", "Many")}${operations.join("")}` });
    await window.runCommand("Fairlead: Generate Server from OpenAPI...");
    await window.pick(generateInputTitle, "many.yaml");
    await window.choices("operations");
    await window.page.keyboard.press("Enter");
    await window.messages.waitFor(/Generated Many 0\.1\.0/);
    await window.messages.dismissAll();
    const server = await readServer("Many");
    await service.client.call("server.deploy", { id: server?.id ?? "" });
    await expect.poll(async () => (await readServer("Many"))?.liveDeploymentId).toBeTypeOf("string");
    await servers().expand("Many");
    await servers().expand("Tools");
    await servers().waitForText(/pets 8/);
    await servers().expand("pets");
    expect(await servers().waitForText(/get0/)).toMatch(/get0.*pinned/);
    await window.screenshot("tools-groups-dark");
  });
});
