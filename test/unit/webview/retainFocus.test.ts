import { describe, expect, test } from "vitest";
import { openDeploymentPage } from "../../support/browser/deploymentPage.ts";
import { createTestEventRow } from "../../support/browser/eventRows.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startPageFixture("deployment"));
let open: OpenPage;

describe("the focus of a page", () => {
  const focused = () => open.page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.textContent");
  const remedy = { action: "showLog", label: "Show Log" } as const;

  test("moves to the next element when the focused one is hidden by its own action", async () => {
    open = await openDeploymentPage(fixture, { rows: [createTestEventRow(1, { level: "debug" })] });
    await open.page.getByLabel("Level").selectOption("error");
    const showAll = open.page.getByRole("button", { name: "Show All" });
    await showAll.focus();
    await open.page.keyboard.press("Enter");
    await showAll.waitFor({ state: "hidden" });
    await expect.poll(focused).toBe("Events");
  });

  test("moves to the next element when the focused one is removed", async () => {
    open = await openDeploymentPage(fixture);
    await open.post({ type: "problem", problem: { message: "The service cannot be reached.", action: remedy } });
    await open.page.getByRole("button", { name: "Show Log" }).focus();
    await open.post({ type: "problem", problem: null });
    await expect.poll(focused).toBe("Copy MCP URL");
  });

  test("stays nowhere when the user has left the element before", async () => {
    open = await openDeploymentPage(fixture);
    await open.post({ type: "problem", problem: { message: "The service cannot be reached.", action: remedy } });
    await open.page.getByRole("button", { name: "Show Log" }).focus();
    await open.page.evaluate("document.activeElement.blur()");
    await open.post({ type: "problem", problem: null });
    await open.page.getByRole("button", { name: "Show Log" }).waitFor({ state: "hidden" });
    expect(await open.page.evaluate("document.activeElement === document.body")).toBe(true);
  });
});
