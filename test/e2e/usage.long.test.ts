import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { connectMcpClient } from "../support/servers/mcpClient.ts";
import { createTinyServerFiles } from "../support/servers/tinyServer.ts";
import { requireValue } from "../support/service/requireValue.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { addConnection } from "./steps/addConnection.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { switchOrganization } from "./steps/switchOrganization.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { createPanel, type Panel } from "./verbs/panel.ts";
import { defaultThemeSettings, themeNames } from "./verbs/theme.ts";
import type { OpenWindow } from "./window.ts";

describe("the usage of an organization", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  let page: Panel;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-usage-"));

  beforeAll(async () => {
    const team = ["--organization", "Harbour", "--limit", "testRuns=1", "--limit", "deployments=10"];
    [editor, service] = await Promise.all([
      startCleanEditor({ settings: defaultThemeSettings }),
      startServiceProcess(["--data", data, ...team]),
    ]);
    const files = createTinyServerFiles("healthy", "first").map(
      ({ path, content }) => [`first/${path}`, content] as const,
    );
    writeWorkspaceFiles(editor.workspace, Object.fromEntries(files));
    window = await editor.open();
    page = createPanel(window.page);
    await addConnection(window, service.hello?.url ?? "", service.hello?.key ?? "");
    await switchOrganization(window, "Harbour");
  });
  afterAll(async () => {
    await editor.close();
    service.signal("SIGTERM");
    await service.ended;
    rmSync(data, { recursive: true, force: true });
  });

  const servers = () => window.view("Servers");

  test("opens as a page, and counts a new deployment", async () => {
    await window.runCommand("Fairlead: Show Usage");
    expect(await page.text(/Usage of Harbour/)).toMatch(/Deployments\s+0 of 10\n/);
    await window.documents.explorerMenu("first", "Deploy...");
    await window.type("Deploy first", "first");
    await deployAnyway(window, "first 0.1.0");
    await window.messages.waitFor(/Deployed first 0\.1\.0/);
    expect(await page.text(/Deployments\s+1 of 10\n/)).toMatch(/: Deployments 1, Test runs 0, Tool calls 0/);
    await window.messages.dismissAll();
  });

  test("counts a test run, and shows that the limit is reached, and until when", async () => {
    await servers().show();
    await servers().menu("first", "Test Server...");
    const text = await page.text(/1 of 1, used up/);
    expect(text).toMatch(/Test runs are refused until 1 \w+ \d{4} \(UTC\), or until the limit is raised\./);
    expect(text).toMatch(/: Deployments 1, Test runs 1, /);
  });

  test("limits the service: the next test run is refused with the reason", async () => {
    await servers().menu("first", "Test Server...");
    expect(await window.messages.waitFor(/1 of 1 test runs/)).toContain("The next period starts on");
    await window.screenshot("usage-1-refused-dark");
    await window.messages.dismissAll();
  });

  test("counts the tool calls of the gateway", async () => {
    const { url = "", key = "" } = service.hello ?? {};
    const client = createServiceClient({ baseUrl: url, key: async () => key });
    const [harbour] = (await client.call("organizations.list", { q: "Harbour" })).items;
    const asHarbour = { organizationId: harbour?.id ?? "" };
    const [first] = (await client.call("servers.list", {}, asHarbour)).items;
    const { accessToken, resource } = await client.call("runtime.token", { serverId: first?.id ?? "" }, asHarbour);
    const mcp = await connectMcpClient(requireValue(resource), "2026-07-28", {
      authorization: `Bearer ${accessToken}`,
    });
    for (const text of ["one", "two", "three"]) await mcp.callTool({ name: "echo", arguments: { text } });
    await mcp.close();
    await client.close();
    expect(await page.text(/Tool calls\s+3 of /)).toMatch(/: Deployments 1, Test runs 1, Tool calls 3/);
    await window.screenshot("readme-usage");
  });

  test.each(themeNames)("has no axe-core findings in the theme %s", async (theme) => {
    await window.theme(theme);
    expect(await page.findings(/Usage of Harbour/)).toEqual([]);
    await window.screenshot(`usage-2-${theme}`);
  });

  test("is usable by keyboard: each stop, each day, and the table", async () => {
    await window.theme("dark");
    const stops = await page.stops(/Usage of Harbour/, 3);
    expect(stops).toEqual(["Refresh", "Show as Table", "Day"]);
    const frame = await page.frame(/Usage of Harbour/);
    await window.page.keyboard.press("ArrowLeft");
    expect(await frame.getByRole("slider").getAttribute("aria-valuetext")).toContain("Deployments 0, Test runs 0");
    await window.page.keyboard.press("Shift+Tab");
    await window.page.keyboard.press("Enter");
    await frame.getByRole("table").waitFor();
    await window.screenshot("usage-3-table-dark");
  });

  test("has the same state after a reload", async () => {
    await window.reload();
    const frame = await page.frame(/Usage of Harbour/);
    await frame.getByRole("table").waitFor();
    expect(await frame.getByRole("row").nth(1).locator("td").allTextContents()).toEqual(["1", "1", "3"]);
  });

  test("follows the selected organization", async () => {
    await switchOrganization(window, "Personal");
    expect(await page.text(/Usage of Personal/)).toMatch(/Test runs\s+0 of 50,000/);
    expect(await window.documents.titles(/Usage/)).toEqual([expect.stringContaining("Usage: Personal")]);
  });

  test("keeps the last usage when the service ends, and shows that it is old", async () => {
    service.signal("SIGTERM");
    await service.ended;
    const text = await page.text(/The usage below is not up to date/);
    expect(text).toContain("Usage of Personal");
    expect(text).toContain("Try Again");
    await window.screenshot("usage-4-gone-dark");
  });
});
