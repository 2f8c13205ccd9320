import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

/** Chooses a folder in VS Code's dialog, which is a quick input in the browser. */
export async function chooseFolder(
  window: OpenWindow,
  title: string,
  { folder, action }: { readonly folder: string; readonly action: string },
): Promise<void> {
  const typed = `${folder}/`;
  // VS Code fills in a default folder when it is ready, even over typed text.
  const fill = async () => {
    if ((await window.value(title)) !== typed) await window.fill(title, typed);
    return window.value(title);
  };
  await waitUntil(
    "The folder that VS Code offers",
    () => window.value(title),
    (value) => value !== "",
  );
  await waitUntil("The folder that was typed", fill, (value) => value === typed);
  await window.page.locator(".quick-input-widget:visible").getByRole("button", { name: action }).click();
}
