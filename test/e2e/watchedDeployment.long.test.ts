import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { createGatedServer, type GatedServer } from "./support/gatedServer.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { createPanel, type Panel } from "./verbs/panel.ts";
import type { PageElement } from "./verbs/text.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import type { OpenWindow } from "./window.ts";

const title = /watched 0\.1\.0/;

describe("the panel of a deployment", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let page: Panel;
  let gate: GatedServer;
  let service: ObservedService;

  beforeAll(async () => {
    gate = await createGatedServer();
    editor = await startSharedEditor();
    const files = Object.entries(gate.files).map(([path, text]) => [`watched/${path}`, text] as const);
    writeWorkspaceFiles(editor.workspace, Object.fromEntries(files));
    window = await editor.open();
    page = createPanel(window.page);
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
  });
  afterAll(async () => {
    gate.close();
    await service.close();
    await editor.close();
  });

  /** The visible ones. The list gives a row that left its visible part to the next event, so all are read at once. */
  const events = async () =>
    (await page.frame(title))
      .locator('[role="listbox"]')
      .evaluate((list) =>
        Array.from<PageElement, string>(list.querySelectorAll(".event"), (row) => row.textContent ?? ""),
      );
  const waitForEvents = (description: string, accepted: (seen: readonly string[]) => boolean) =>
    waitUntil(description, events, accepted);
  const hasOne = (expected: RegExp) => (seen: readonly string[]) => seen.some((text) => expected.test(text));

  test("opens while the deployment starts, with its events so far", async () => {
    await window.documents.explorerMenu("watched", "Deploy...");
    await window.type("Deploy watched", "watched");
    await deployAnyway(window, "watched 0.1.0");
    await gate.waiting(1);
    await window.view("Deployments").show();
    await window.view("Deployments").click("watched 0.1.0");
    expect(await page.text(/It serves requests as soon as it responds/)).toMatch(title);
    await waitForEvents("The events until the start", hasOne(/start/i));
    await window.screenshot("deployment-panel-1-starting-dark");
  });

  test("shows live how the deployment starts", async () => {
    gate.open();
    await page.text(/It serves requests/);
    await waitForEvents("The event that it runs", hasOne(/running/i));
    await window.messages.waitFor(/Deployed watched 0\.1\.0/);
    await window.messages.dismissAll();
  });

  test("is restored by a reload, and continues after the last event", async () => {
    // The list is virtual, and all its events are compared.
    await window.page.setViewportSize({ width: 1280, height: 2000 });
    const before = await events();
    await window.reload();
    await page.text(/It serves requests/);
    await waitForEvents("The events of before", (seen) => before.every((text) => seen.includes(text)));
    await service.call("watched", "echo", { text: "after the reload" });
    const after = await waitForEvents("The event of a call", hasOne(/tools\/call echo/));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after).size).toBe(after.length);
    await window.page.setViewportSize({ width: 1280, height: 800 });
  });

  test("is revealed by its rows after a reload, also where its tab is not shown yet", async () => {
    const pages = async () => (await window.documents.titles(title)).filter((label) => title.test(label));
    await window.view("Servers").show();
    await window.view("Servers").click("watched");
    await page.text(/It serves requests/);
    expect(await pages()).toHaveLength(1);
    await window.documents.open("server.mjs", "watched");
    await window.reload();
    await window.view("Servers").click("watched");
    await page.text(/It serves requests/);
    await waitUntil("One tab of the deployment", pages, ({ length }) => length === 1);
  });

  test("searches events, with the count of matches and the current one", async () => {
    const frame = await page.frame(title);
    await frame.getByLabel("Search events").fill("running");
    const found = frame.locator(".found");
    const hasText = (expected: RegExp) =>
      waitUntil(
        `${expected} beside the search`,
        async () => (await found.textContent()) ?? "",
        (text) => expected.test(text),
      );
    await hasText(/^[1-9]/);
    await frame.getByRole("button", { name: "Next Result" }).click();
    await hasText(/^1 of [1-9]/);
    await window.screenshot("deployment-panel-2-search-dark");
    await window.screenshot("readme-deployment");
    await frame.getByLabel("Search events").fill("no such words");
    await hasText(/^No results$/);
    await frame.getByLabel("Search events").fill("");
  });

  test("violates no Content Security Policy", () => {
    expect(window.consoleErrors().filter((error) => /Content.Security|fairlead/i.test(error))).toEqual([]);
  });
});
