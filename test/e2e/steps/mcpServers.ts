import { readText } from "../verbs/text.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const rows = (window: OpenWindow) => window.page.locator(".quick-input-list .monaco-list-row");

/** Starts a server of VS Code's MCP server list; resolves when the list, which stays open, shows it as running. */
export async function startMcpServer(window: OpenWindow, name: string): Promise<void> {
  await window.runCommand("MCP: List Servers");
  await rows(window).filter({ hasText: name }).first().click();
  await rows(window).filter({ hasText: "Start Server" }).first().click();
  await waitUntil(
    `${name} running in VS Code's list`,
    async () => {
      await window.runCommand("MCP: List Servers");
      const seen = await readText(rows(window).filter({ hasText: name }));
      if (!seen.includes("Running")) await window.escape();
      return seen;
    },
    (seen) => seen.includes("Running"),
  );
}
