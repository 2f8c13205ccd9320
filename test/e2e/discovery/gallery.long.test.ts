import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTinyServer, deployTinyServer } from "../../support/servers/deployTinyServer.ts";
import { startServedService } from "../../support/service/servedService.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

describe("VS Code's gallery of MCP servers", () => {
  let served: Awaited<ReturnType<typeof startServedService>>;
  let editor: CleanEditor;
  let window: OpenWindow;

  beforeAll(async () => {
    served = await startServedService({ discovery: "local" });
    await deployTinyServer(served, await createTinyServer(served, "Pet Shop", "healthy"));
    await createTinyServer(served, "Not Running", "healthy");
    editor = await startCleanEditor({
      settings: {
        ...defaultThemeSettings,
        "chat.mcp.gallery.serviceUrl": served.service.url,
        "chat.mcp.gallery.enabled": true,
      },
    });
    window = await editor.open();
  });
  afterAll(async () => {
    await editor.close();
    await served.close();
  });

  test("lists the running servers of a service that serves its registry", async () => {
    await window.runCommand("MCP: Browse MCP Servers");
    const list = window.page.locator(".part.sidebar .monaco-list-row");
    await list.filter({ hasText: "Pet Shop" }).first().waitFor();
    await window.picture("gallery-1");
    expect((await list.allInnerTexts()).join("\n")).not.toContain("Not Running");
  });
});
