import type { OpenWindow } from "../window.ts";

/** Makes a server from the template and lets its folder be put into `parent`; ends when the editor says where it is. */
export async function createFromTemplate(window: OpenWindow, name: string, parent: string): Promise<void> {
  await window.runCommand("Fairlead: New Server from Template...");
  await window.type("New Server from Template", name);
  const where = "Where to put the folder";
  await window.fill(where, `${parent}/`);
  await window.page.locator(".quick-input-widget:visible").getByRole("button", { name: "Put It Here" }).click();
  await window.messages.waitFor(new RegExp(`${name} is in the folder`));
}
