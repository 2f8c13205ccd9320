import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { waitForGeneration } from "../../../src/extension/server/model/waitForGeneration.ts";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
import { startExportedServer } from "../../support/servers/startExportedServer.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { chooseFolder } from "../steps/chooseFolder.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { createPanel } from "../verbs/panel.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const name = "Days";

describe("a server that outgrows the machine", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;
  const parent = mkdtempSync(join(tmpdir(), "fairlead-e2e-export-"));

  beforeAll(async () => {
    editor = await startCleanEditor({
      settings: defaultThemeSettings,
      // The choice of a runner is offered where there may be a container engine.
      environment: { DOCKER_HOST: `unix://${import.meta.filename}` },
    });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    const project = await service.client.call("projects.create", { name: "Calendar" });
    const { id } = await service.client.call("servers.create", { projectId: project.id, name });
    const source = { kind: "template", template: "starter" } as const;
    const started = await service.client.call("server.generate", { id, version: "1.0.0", source });
    await waitForGeneration(service.client, started, AbortSignal.timeout(20_000));
    await window.runCommand("Fairlead: Refresh");
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
    rmSync(parent, { recursive: true, force: true });
  });

  const servers = () => window.view("Servers");
  const readServer = async () => (await service.client.call("servers.list", { q: name })).items[0];
  const runsOn = async () => (await readServer())?.runsOn;

  async function exportAs(format: string, folder: string) {
    await servers().show();
    await servers().waitFor(name);
    await servers().menu(name, "Export...");
    await window.waitForTitle(/Export Days 1\.0\.0/);
    await window.picture(`export-${folder}-1-formats`);
    await window.pick(`Export ${name} 1.0.0`, format);
    await chooseFolder(window, `Export ${name} 1.0.0`, { folder: parent, action: "Export Here" });
    if (folder !== "days") await window.messages.modal(/which exists already/, "New Folder");
    await window.messages.waitFor(new RegExp(`Exported Days 1\\.0\\.0 to ${folder}\\.`));
    await window.messages.answer(/Exported Days/, "Open README.md");
    expect(await window.documents.waitForText(/your tools: change this one/)).toContain("# Days");
    expect(readFileSync(join(parent, folder, "README.md"), "utf8")).toContain("## Run Days 1.0.0 without Fairlead");
    await window.picture(`export-${folder}-2-readme`);
    await window.messages.dismissAll();
    await window.documents.closeAll();
    const code = readFileSync(join(parent, folder, "server.mjs"), "utf8");
    expect(code).toContain("days_between");
  }

  test("is exported to a plain folder, which starts and lists its tools", async () => {
    await exportAs("Plain Folder", "days");
    copyFileSync(join(parent, "days/.env.example"), join(parent, "days/.env"));
    const { url, stop } = await startExportedServer(join(parent, "days"));
    onTestFinished(stop);
    const client = await connectMcpClient(url, "2026-07-28");
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain("days_between");
    await client.close();
  });

  test.each([
    ["Compose", "days-2", "compose.yaml", /build:/],
    ["Kubernetes", "days-3", "kubernetes.yaml", /kind: NetworkPolicy/],
  ])("is exported for %s", async (format, folder, file, expected) => {
    await exportAs(format, folder);
    expect(readFileSync(join(parent, folder, file), "utf8")).toMatch(expected);
    expect(existsSync(join(parent, folder, "Dockerfile"))).toBe(true);
  });

  test("shows where it can run, and why it cannot run elsewhere", async () => {
    await servers().menu(name, "Run On...");
    await window.waitForTitle(/Run Days On/);
    expect(await window.choices(`Run ${name} On`)).toEqual([
      "As the project: Process",
      "Process",
      "Container",
      "Kubernetes",
    ]);
    await window.picture("runners-1-run-on");
    await window.pick(`Run ${name} On`, "Kubernetes");
    await window.page.locator(".quick-input-widget:visible", { hasText: "This service has no cluster" }).waitFor();
    await window.picture("runners-2-not-available");
    await window.escape();
    expect(await runsOn()).toBeNull();
  });

  test("runs on the chosen runner, and its project has a choice of its own", async () => {
    await servers().menu(name, "Run On...");
    await window.pick(`Run ${name} On`, "Process");
    await window.messages.waitFor(/Saved for Days: Process/);
    expect(await runsOn()).toBe("process");
    await window.messages.dismissAll();
    await window.view("Projects").show();
    await window.view("Projects").menu("Calendar", "Run On...");
    await window.waitForTitle(/Run the Servers of Calendar On/);
    expect(await window.choices("Run the Servers of Calendar On")).toEqual(["Process", "Container", "Kubernetes"]);
    await window.picture("runners-3-project");
    await window.escape();
  });

  test("has limits, which the row shows", async () => {
    await servers().show();
    await servers().menu(name, "Set Limits...");
    await window.waitForTitle(/Limits of Days/);
    await window.picture("runners-4-limits");
    for (const [step, text] of ["256", "0.5", "1", "1"].entries()) {
      await window.waitForTitle(new RegExp(`Limits of Days.*${step + 1}/4`));
      await window.type(`Limits of ${name}`, text);
    }
    await window.messages.waitFor(/Saved for Days: 256 MB of memory, 0\.5 processors, stops after a minute/);
    expect(await readServer()).toMatchObject({ limits: { memoryMb: 256, cpus: 0.5 }, stopWhenIdleMinutes: 1 });
    await window.picture("runners-5-saved");
    await window.messages.dismissAll();
  });

  test("stops after a minute without calls, which the row and the panel show", async () => {
    await service.client.call("server.deploy", { id: (await readServer())?.id ?? "", version: "1.0.0" });
    await servers().waitForText(/Days running/);
    await window.runCommand("Fairlead: Open Deployment");
    await window.pick("Open Deployment", `${name} 1.0.0`);
    const page = createPanel(window.page);
    await page.text(/Days[\s\S]*Running/);
    await window.picture("idle-1-running");
    const readLive = async () => (await service.client.call("deployments.list", {})).items[0];
    await waitUntil("An idle deployment", readLive, (live) => typeof live?.idleSince === "string", 100_000);
    await page.text(/Stopped because idle/);
    expect(await page.text(/Idle/)).toContain("The next call starts it and waits for it.");
    await servers().waitForText(/Days idle/);
    await window.picture("idle-2-idle");
  });
});
