import { startCleanEditor } from "../../e2e/cleanEditor.ts";
import { observeLocalService } from "../../e2e/observed/localService.ts";
import { useLocalService } from "../../e2e/steps/useLocalService.ts";
import { defaultThemeSettings } from "../../e2e/verbs/theme.ts";
import type { Measure, MeasureResult } from "../figure.ts";
import { updateExtension } from "./sharedWindows/update.ts";
import { expectInAll, killService, serviceProcesses, type WindowsUser } from "./sharedWindows/user.ts";

export const sharedWindows: Measure = {
  id: "R6",
  goal: "five windows share one service and one key store: one service after each kill, two versions of the extension, sign-out reaches all",
  needs: "editor",
  measure: async () => {
    const editor = await startCleanEditor({ settings: { ...defaultThemeSettings, "fairlead.refreshSeconds": 2 } });
    const flaws: string[] = [];
    try {
      const first = await editor.open();
      await useLocalService(first);
      const windows = [first];
      for (let count = 1; count < 5; count += 1) windows.push(await first.another());
      for (const window of windows) await window.view("Projects").show();
      const user: WindowsUser = { editor, windows, flaws, service: await observeLocalService(editor.userDataDir) };
      const figure = await measureWith(user);
      await user.service.close();
      return figure;
    } finally {
      await editor.close();
    }
  },
};

async function measureWith(user: WindowsUser): Promise<MeasureResult> {
  const { windows, flaws } = user;
  const count = windows.length;
  await expectInAll(user, "at first", "Default");
  if (serviceProcesses(user) !== 1) flaws.push(`${serviceProcesses(user)} services`);
  // One connection belongs to the windows and one to this measure.
  const keys = (await user.service.client.call("apiKeys.list", {})).items.filter(({ name }) => name === "Editor");
  if (keys.length !== 2) flaws.push(`${keys.length - 1} keys for ${count} windows`);
  const results = [`${count} windows, ${serviceProcesses(user)} service, ${keys.length - 1} key`];
  await killService(user, "Made after kill -9");
  results.push("brought back once after kill -9");
  await updateExtension(user);
  results.push("a newer version beside an older one");
  while (windows.length < count) await reopen(user);
  results.push(`signed out of all in ${await signOut(user)} ms`);
  return { figure: `${results.join("; ")}; ${flaws.length} flaws`, met: flaws.length === 0, findings: flaws };
}

async function reopen({ windows }: WindowsUser): Promise<void> {
  const window = await windows[0]?.another();
  if (!window) throw new Error("There is a window.");
  await window.view("Projects").show();
  await window.view("Projects").waitFor("Default");
  windows.push(window);
}

async function signOut({ windows, flaws }: WindowsUser): Promise<number> {
  await windows[0]?.runCommand("Fairlead: Sign Out");
  const since = performance.now();
  const outcomes = await Promise.allSettled(
    windows.map((window) => window.view("Servers").waitForMessage(/Use the Local Service/)),
  );
  const missed = outcomes.filter(({ status }) => status === "rejected").length;
  if (missed > 0) flaws.push(`${missed} of ${windows.length} windows were not notified of signing out`);
  return Math.round(performance.now() - since);
}
