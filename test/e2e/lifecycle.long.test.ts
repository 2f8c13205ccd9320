import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { isRunning } from "./observed/processes.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { createGatedServer, type GatedServer } from "./support/gatedServer.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import type { OpenWindow } from "./window.ts";

describe("when the service, the window or both end", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;
  const gates: GatedServer[] = [];

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    for (const gate of gates) gate.close();
    await service.close();
    await editor.close();
  });

  /** Deploys a folder whose server waits for a signal; resolves when it waits. */
  const deployGated = async (name: string): Promise<GatedServer> => {
    const gate = await createGatedServer();
    gates.push(gate);
    writeWorkspaceFiles(
      editor.workspace,
      Object.fromEntries(Object.entries(gate.files).map(([path, text]) => [`${name}/${path}`, text])),
    );
    await window.documents.explorerMenu(name, "Deploy...");
    await window.type(`Deploy ${name}`, name);
    await deployAnyway(window, `${name} 0.1.0`);
    await gate.waiting(1);
    return gate;
  };
  const gone = (pids: readonly number[]) =>
    waitUntil(
      "The end of the processes",
      async () => pids.filter(isRunning),
      (processes) => processes.length === 0,
      // A service stays for three minutes after its last window.
      300_000,
    );

  test("a service that is killed while it deploys starts again and finishes the deployment", async () => {
    const gate = await deployGated("killed");
    const { pid } = service;
    const begun = service.started();
    expect(begun).toHaveLength(2);
    process.kill(pid, "SIGKILL");
    await gone([pid, ...begun]);
    await service.close();
    service = await observeLocalService(editor.userDataDir, pid);
    await gate.waiting(2);
    await window.view("Servers").show();
    await window.view("Servers").waitForText(/^killed deploying/m);
    await window.documents.output("Fairlead Events", /killed: The service stopped while/);
    await window.screenshot("lifecycle-1-back-dark");
    gate.open();
    await window.messages.waitFor(/Deployed killed 0\.1\.0/);
    await window.view("Servers").waitForText(/^killed running · 0\.1\.0/m);
    // A call of a tool would keep the service running for a while, as that of an agent does.
    const [deployment] = (await service.client.call("deployments.list", { limit: 1 })).items;
    expect(await service.client.call("deployment.health", { id: deployment?.id ?? "" })).toMatchObject({
      status: "healthy",
    });
    expect(service.started()).toHaveLength(2);
    await window.screenshot("lifecycle-2-recovered-dark");
    await window.messages.dismissAll();
  });

  test("a window that is reloaded during a deployment continues after the last event", async () => {
    await window.documents.output("Fairlead Events", /killed: /);
    const gate = await deployGated("reloaded");
    await window.documents.openOutput(/reloaded: /);
    // A server has 20 s to respond, in which a busy machine reloads no window.
    await window.reload(gate.open);
    await window.view("Servers").show();
    await window.messages.waitFor(/Deployed reloaded 0\.1\.0/);
    const events = await window.documents.output("Fairlead Events", /reloaded: .*running/);
    // Events from before the reload do not appear again.
    expect(events).not.toMatch(/reloaded: .*queued/i);
    await window.view("Servers").waitForText(/^reloaded running · 0\.1\.0/m);
    await window.screenshot("lifecycle-3-reloaded-dark");
  });

  test("the local service survives a reload, and ends with its servers when the last window is closed", async () => {
    const pids = [service.pid, ...service.started()];
    expect(pids).toHaveLength(4);
    expect(pids.filter(isRunning)).toEqual(pids);
    await window.close();
    await gone(pids);
  });
});
