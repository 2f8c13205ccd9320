import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SharedEditor, startSharedEditor } from "../sharedEditor.ts";
import { createFromTemplate } from "../steps/createFromTemplate.ts";
import { deployAnyway } from "../steps/deployAnyway.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { readIfExists as read, waitForFile } from "../support/workspaceFiles.ts";
import type { OpenWindow } from "../window.ts";

const name = "Day counter";
const codexBefore =
  '# my models\nmodel = "gpt-5-codex"\n\n[mcp_servers.docs]\nurl = "https://docs.example.com/mcp" # kept\n';

describe("a deployed server in the agents of the user", () => {
  let editor: SharedEditor;
  let window: OpenWindow;

  beforeAll(async () => {
    editor = await startSharedEditor();
    mkdirSync(join(editor.home, ".codex"));
    writeFileSync(codexFile(), codexBefore);
    window = await editor.open();
    await useLocalService(window);
    await createFromTemplate(window, name, editor.workspace);
    await window.messages.dismissAll();
    await window.documents.explorerMenu("day-counter", "Deploy...");
    await deployAnyway(window, `${name} 0.1.0`);
    await window.messages.waitFor(/Deployed Day counter/);
    await window.messages.dismissAll();
  });
  afterAll(() => editor.close());

  const servers = () => window.view("Servers");
  const portable = "VS Code, Claude Code, Copilot";
  const portableFile = () => join(editor.workspace, ".mcp.json");
  const codexFile = () => join(editor.home, ".codex", "config.toml");
  const useIn = async (label: string, picture: string) => {
    await servers().show();
    await servers().menu(name, "Use In...");
    await window.pick(`Use ${name} In`, label);
    await window.choices(`Use ${name} in ${label}`);
    await window.screenshot(picture);
    await window.pick(`Use ${name} in ${label}`, "Write");
    await window.messages.waitFor(/Day counter is in \.mcp\.json now/);
    await window.messages.dismissAll();
    await window.documents.closeAll();
  };

  test("is written into the file that agents share and for Codex, after its change was shown", async () => {
    await useIn(portable, "agents-1-portable-dark");
    await waitForFile(
      portableFile(),
      /"mcpServers": \{\s+"day-counter": \{\s+"type": "http",\s+"url": "http:\/\/127\.0\.0\.1:\d+\/mcp\/srv_/,
    );
    await servers().menu(name, "Use In...");
    await window.fill(`Use ${name} In`, "~/.codex");
    await window.screenshot("agents-3-choices-dark");
    await window.page.keyboard.press("Enter");
    await window.choices(`Use ${name} in Codex`);
    await window.screenshot("agents-4-codex-dark");
    expect(read(codexFile())).toBe(codexBefore);
    await window.pick(`Use ${name} in Codex`, "Write");
    await window.messages.waitFor(/Sign in there with "codex mcp login day-counter"/);
    expect(read(codexFile()).startsWith(`${codexBefore}\n[mcp_servers.day-counter]\nurl = "http://127.0.0.1:`)).toBe(
      true,
    );
    await window.messages.dismissAll();
    await window.documents.closeAll();
  });

  test("is listed with its agents, repaired where it was edited, and removed", async () => {
    writeFileSync(portableFile(), read(portableFile()).replace("http://127", "https://127"));
    await servers().show();
    await servers().expand(name);
    await servers().expand("Agents");
    await servers().waitForText(/Copilot edited in the file/);
    await servers().waitForText(/Codex up to date/);
    await window.screenshot("agents-5-rows-dark");
    await servers().menu(portable, "Repair Entry...");
    await window.choices(`Repair ${name}`);
    await window.screenshot("agents-6-repair-dark");
    await window.pick(`Repair ${name}`, "Repair");
    await servers().waitForText(/Copilot up to date/);
    expect(read(portableFile())).toContain('"http://127');
    await window.messages.dismissAll();
    await servers().menu("Codex", "Remove From...");
    await window.pick(`Remove ${name} from Codex`, "Remove");
    await servers().waitForText(/Agents\b(?![\s\S]*Codex)/);
    expect(read(codexFile()).trimEnd()).toBe(codexBefore.trimEnd());
    await window.messages.dismissAll();
  });
});
