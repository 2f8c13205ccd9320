import { changeSettings } from "../../../e2e/steps/changeSettings.ts";
import { waitUntil } from "../../../e2e/verbs/waitUntil.ts";
import type { OpenWindow } from "../../../e2e/window.ts";
import type { WindowsUser } from "./user.ts";

const open = async (window: OpenWindow) => {
  await window.runCommand("Fairlead: Edit Service Settings");
  return window.documents.waitForText(/"notifyOn": "all"/);
};

/** Two windows change the same settings from the same state. The second one must confirm, and nothing is overwritten. */
export async function changeInTwoWindows({ windows, service, flaws }: WindowsUser): Promise<void> {
  const [first, second] = windows;
  if (!first || !second) throw new Error("There are two windows.");
  const text = await open(second);
  await second.documents.replaceText(text.replace('"all"', '"none"'));
  await second.page.locator(".tab.active.dirty").waitFor();
  await open(first);
  await changeSettings(first, /"notifyOn": "all"/, '"notifyOn": "failures"');
  await second.runCommand("File: Save");
  const dialog = second.page.locator(".monaco-dialog-box");
  await dialog.waitFor();
  // A window that does not know about the change first confirms the save.
  const confirm = dialog.getByRole("button", { name: "Save" });
  if (await confirm.isVisible()) await confirm.click();
  await second.messages.modal(/Nothing was overwritten/, "Discard Mine");
  const read = async () => (await service.client.call("userSettings.get", {})).notifyOn;
  if ((await read()) !== "failures") flaws.push(`settings of another window were overwritten by ${await read()}`);
  await waitUntil(
    "The end of the question",
    () => dialog.count(),
    (count) => count === 0,
  );
  for (const window of [first, second]) await window.documents.closeAll();
}
