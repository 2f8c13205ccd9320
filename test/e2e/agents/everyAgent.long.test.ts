import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCleanEditor } from "../cleanEditor.ts";
import { createFromTemplate } from "../steps/createFromTemplate.ts";
import { deployAnyway } from "../steps/deployAnyway.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";

const name = "Day counter";
/** What is picked, and the file below the home that then has the server. */
const agents: readonly (readonly [pick: string, file: string])[] = [
  ["Cursor", ".cursor/mcp.json"],
  ["Gemini CLI", ".gemini/settings.json"],
  ["Windsurf", ".codeium/windsurf/mcp_config.json"],
  ["Zed", ".config/zed/settings.json"],
  ["Cline CLI", ".cline/data/settings/cline_mcp_settings.json"],
];

test("a deployed server is written for each agent in the user's own files", async () => {
  const home = mkdtempSync(join(tmpdir(), "fairlead-e2e-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const environment = { HOME: home, CODEX_HOME: undefined, XDG_CONFIG_HOME: undefined };
  const editor = await startCleanEditor({ settings: defaultThemeSettings, environment });
  onTestFinished(() => editor.close());
  const window = await editor.open();
  await useLocalService(window);
  await createFromTemplate(window, name, editor.workspace);
  await window.messages.dismissAll();
  await window.documents.explorerMenu("day-counter", "Deploy...");
  await deployAnyway(window, `${name} 0.1.0`);
  await window.messages.waitFor(/Deployed Day counter/);
  await window.messages.dismissAll();
  for (const [agent, file] of agents) {
    await window.view("Servers").show();
    await window.view("Servers").menu(name, "Use In...");
    await window.fill(`Use ${name} In`, `~/${file}`);
    await window.picture(`every-agent-${agent}-choice`);
    await window.page.keyboard.press("Enter");
    await window.choices(`Use ${name} in ${agent}`);
    await window.picture(`every-agent-${agent}-diff`);
    await window.pick(`Use ${name} in ${agent}`, "Write");
    expect(await window.messages.waitFor(/has Day counter now/)).toContain(agent);
    await window.messages.dismissAll();
    await window.documents.closeAll();
    const path = join(home, file);
    const text = await waitUntil(
      `the server in ${file}`,
      async () => (existsSync(path) ? readFileSync(path, "utf8") : ""),
      (seen) => seen.includes("day-counter"),
    );
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp\/srv_/);
  }
});
