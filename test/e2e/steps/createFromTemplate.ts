import type { OpenWindow } from "../window.ts";
import { chooseFolder } from "./chooseFolder.ts";

/** Creates a server from the template in `parent`; resolves after the message of success. */
export async function createFromTemplate(window: OpenWindow, name: string, parent: string): Promise<void> {
  await window.runCommand("Fairlead: New Server from Template...");
  await window.type("New Server from Template", name);
  await chooseFolder(window, "Where to put the folder", { folder: parent, action: "Create Here" });
  await window.messages.waitFor(new RegExp(`${name} is in the folder`));
}
