import type { OpenWindow } from "../window.ts";

/** Removes all connections, the one in use last; resolves when the window offers the first one. */
export async function removeConnections(window: OpenWindow): Promise<void> {
  const rows = window.page.locator(".quick-input-list .monaco-list-row");
  const unused = rows.filter({ hasNotText: "in use" });
  for (let isLast = false; !isLast; ) {
    await window.runCommand("Fairlead: Remove Connection...");
    await window.choices("Remove Connection");
    isLast = (await unused.count()) === 0;
    await (isLast ? rows : unused).first().click();
    await window.messages.modal(/Remove the connection/, "Remove");
  }
  await window.view("Servers").show();
  await window.view("Servers").waitForMessage(/Use the Local Service/);
}
