import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { fillProject, readProjectContent } from "../../support/service/copiedServices.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { takeFailureScreenshots } from "../support/takeFailureScreenshots.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

const title = (step: number) => `Copy to Connection (${step}/3)`;

describe("copying a project to a team's service", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let team: ServiceProcess;
  let there: ServiceClient;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-copy-"));

  beforeAll(async () => {
    [editor, team] = await Promise.all([
      startCleanEditor({ settings: defaultThemeSettings }),
      startServiceProcess(["--data", data]),
    ]);
    there = createServiceClient({ baseUrl: team.hello?.url ?? "", key: async () => team.hello?.key });
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    await fillProject(service.client, "Weather", { servers: 3, skills: 2, versions: 2 });
    await window.runCommand("Fairlead: Refresh");
  });
  beforeEach((context) => takeFailureScreenshots(context, window));
  afterAll(async () => {
    await there.close();
    await service.close();
    await editor.close();
    team.signal("SIGTERM");
    await team.ended;
    rmSync(data, { recursive: true, force: true });
  });

  const projects = () => window.view("Projects");

  test("adds the connection on the way, and shows a dry run before anything changes", async () => {
    await projects().show();
    await projects().waitFor("Weather");
    await projects().menu("Weather", "Copy to Connection...");
    await window.pick(title(1), "Add connection...");
    await window.type("Add Connection", team.hello?.url ?? "");
    await window.type("Add Connection (2/2)", team.hello?.key ?? "");
    await window.pick(title(2), 'New Project "Weather"');
    await window.waitForTitle(/3\/3/);
    expect(await window.documents.preview(/Dry Run/)).toContain("Will Be Made");
    await window.picture("copy-1-dry-run");
    expect(await readProjectContent(there, "Weather")).toEqual([]);
  });

  test("copies, and reports each item as equal", async () => {
    await window.pick(title(3), `Copy to ${new URL(team.hello?.url ?? "").host}`);
    expect(await window.messages.waitFor(/Made 10 versions/)).toContain("Made 10 versions");
    expect(await window.documents.preview(/Compared by Digest/)).toContain("equal");
    await window.picture("copy-2-report");
    expect(await readProjectContent(there, "Weather")).toEqual(await readProjectContent(service.client, "Weather"));
  });
});
