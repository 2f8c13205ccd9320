import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

/** Creates a server from the template in `parent`; resolves after the message of success. */
export async function createFromTemplate(window: OpenWindow, name: string, parent: string): Promise<void> {
  await window.runCommand("Fairlead: New Server from Template...");
  await window.type("New Server from Template", name);
  const where = "Where to put the folder";
  const typed = `${parent}/`;
  // VS Code fills in a default folder when it is ready, even over typed text.
  const fill = async () => {
    if ((await window.value(where)) !== typed) await window.fill(where, typed);
    return window.value(where);
  };
  await waitUntil(
    "The folder that VS Code offers",
    () => window.value(where),
    (value) => value !== "",
  );
  await waitUntil("The folder that was typed", fill, (value) => value === typed);
  await window.page.locator(".quick-input-widget:visible").getByRole("button", { name: "Put It Here" }).click();
  await window.messages.waitFor(new RegExp(`${name} is in the folder`));
}
