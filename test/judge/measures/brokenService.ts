import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startService } from "../../../src/service/startService.ts";
import { type CleanEditor, startCleanEditor } from "../../e2e/cleanEditor.ts";
import { defaultThemeSettings, themeNames } from "../../e2e/verbs/theme.ts";
import { waitUntil } from "../../e2e/verbs/waitUntil.ts";
import type { OpenWindow } from "../../e2e/window.ts";
import { type FaultyProxy, startFaultyProxy } from "../../support/network/faultyProxy.ts";
import type { Measure, MeasureResult, MeasureSize } from "../figure.ts";
import { faults, fewFaults } from "./brokenService/faults.ts";
import { type Interruptions, watchInterruptions } from "./brokenService/interruptions.ts";
import { readLog } from "./brokenService/log.ts";

export const brokenService: Measure = {
  id: "R9",
  goal: "trees keep their last good content with a note, recover by themselves; no toast storm, no modal; the log explains",
  needs: "editor",
  isLong: true,
  measure: async (size) => {
    const service = await startService({ dataDir: null, runtimeFiles: [] });
    const proxy = await startFaultyProxy(service.url);
    const editor = await startCleanEditor({ settings: { ...defaultThemeSettings, "fairlead.refreshSeconds": 2 } });
    try {
      const key = service.issueKey("Judge");
      await fill(service.url, key);
      const window = await editor.open();
      await connect(window, proxy.url, key);
      return await measureIn({ editor, window, proxy, size });
    } finally {
      await proxy.up().catch(() => {});
      await editor.close();
      await proxy.close();
      await service.close();
    }
  },
};

interface World {
  readonly editor: CleanEditor;
  readonly window: OpenWindow;
  readonly proxy: FaultyProxy;
  readonly size: MeasureSize;
}

async function fill(baseUrl: string, key: string): Promise<void> {
  const client = createServiceClient({ baseUrl, key: async () => key });
  const { id: projectId } = await client.call("projects.create", { name: "Weather" });
  for (const name of ["forecast", "tides"]) await client.call("servers.create", { projectId, name });
  await client.close();
}

async function connect(window: OpenWindow, url: string, key: string): Promise<void> {
  await window.view("Projects").show();
  await window.view("Servers").welcome("Add Connection");
  await window.type("Add Connection", url);
  await window.type("Add Connection (2/2)", key);
  await window.view("Projects").waitFor("Default");
  await window.messages.waitFor(/Connected to/);
  await window.messages.dismissAll();
  await window.view("Projects").makeRoom("Skills", "Deployments", "Registry");
}

/** A call takes at most half a minute, and retries become slower. */
const timeLimitMs = 90_000;
const drawnMs = 2_000;

async function measureIn(fixture: World): Promise<MeasureResult> {
  const { window, size } = fixture;
  const readInterruptions = await watchInterruptions(window);
  const names = size === "full" ? Object.keys(faults) : fewFaults;
  const flaws: string[] = [];
  let toasts = 0;
  for (const name of names) {
    const seen = await episode(fixture, name, readInterruptions);
    toasts += seen.toasts;
    flaws.push(...seen.flaws);
  }
  flaws.push(...(await offlineStart(fixture)));
  const counted = `${names.length} of ${Object.keys(faults).length} faults and a start without the service`;
  const figure = `${counted}: ${flaws.length} flaws, ${toasts} toasts`;
  return { figure, met: flaws.length === 0, findings: flaws };
}

/** Causes one fault and checks what the views show during and after it, without a click. */
async function episode(
  { editor, window, proxy, size }: World,
  name: string,
  readInterruptions: () => Promise<Interruptions>,
): Promise<Interruptions & { readonly flaws: readonly string[] }> {
  const projects = window.view("Projects");
  const flaws: string[] = [];
  const before = await projects.text();
  const logged = readLog(editor.userDataDir).length;
  await readInterruptions();
  proxy.fail(faults[name]);
  try {
    await waitUntil(
      `A note while ${name}`,
      projects.messageNow,
      (text) => text.startsWith("Not up to date since"),
      timeLimitMs,
    );
    // The message takes the place of rows, so the rows are rendered again.
    await waitUntil(`The rows while ${name}`, projects.text, (text) => text === before, drawnMs);
    if (size === "full" && name === "503") await picture(window, "stale");
  } catch (error) {
    flaws.push(`${name}: ${String(error)}`);
  }
  proxy.fail(undefined);
  await waitUntil(`The end of the note after ${name}`, projects.messageNow, (text) => text === "", timeLimitMs).catch(
    (error: unknown) => flaws.push(`${name}: ${String(error)}`),
  );
  await waitUntil(`The rows after ${name}`, projects.text, (text) => text === before, drawnMs).catch((error: unknown) =>
    flaws.push(`${name}: ${String(error)}`),
  );
  const seen = await readInterruptions();
  if (seen.toasts > 1) flaws.push(`${name}: ${seen.toasts} toasts`);
  if (seen.dialogs > 0) flaws.push(`${name}: ${seen.dialogs} dialogs`);
  const lines = readLog(editor.userDataDir).slice(logged);
  if (!/\/api\/v1\/projects, .*Could not list projects/.test(lines)) flaws.push(`${name}: the log says only ${lines}`);
  return { ...seen, flaws };
}

/** A window that opens while nothing listens and stays open until the service is back. */
async function offlineStart({ window, proxy, size }: World): Promise<readonly string[]> {
  const projects = window.view("Projects");
  const flaws: string[] = [];
  await proxy.down();
  await window.reload();
  const readInterruptions = await watchInterruptions(window);
  await projects.show();
  await projects.waitForText(/^Try again\nWeather/);
  const says = /^Offline copy of .*: Could not .*nothing listens there/;
  await waitUntil("The note of the offline copy", projects.messageNow, (text) => says.test(text), drawnMs).catch(
    (error: unknown) => flaws.push(`offline: ${String(error)}`),
  );
  if (size === "full") await picture(window, "offline");
  await proxy.up();
  await waitUntil("The end of the offline copy", projects.messageNow, (text) => text === "", timeLimitMs);
  await projects.waitForText(/^Weather/);
  const { toasts, dialogs } = await readInterruptions();
  if (toasts + dialogs > 0) flaws.push(`offline: ${toasts} toasts, ${dialogs} dialogs`);
  return flaws;
}

async function picture(window: OpenWindow, state: string): Promise<void> {
  for (const theme of themeNames) {
    await window.theme(theme);
    await window.screenshot(`broken-${state}-${theme}`);
  }
}
