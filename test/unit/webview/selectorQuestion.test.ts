import { describe, expect, test } from "vitest";
import {
  compatibilityPanelFromWebviewSchema,
  type ShownSelectorQuestion,
} from "../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { createServiceProfileMessage, selectorQuestion } from "../../support/browser/serviceProfilePage.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startPageFixture("compatibility"));
let open: OpenPage;

async function opened() {
  open = await fixture.open({ subject: {} });
  await open.post(createServiceProfileMessage());
  await open.page.locator(".summary:not(:empty)").waitFor();
  return open.page;
}

/** What the page posted besides `ready`, as the panel takes it. */
const posted = async () =>
  (await open.messages()).slice(1).map((message) => compatibilityPanelFromWebviewSchema.parse(message));
const focused = () => open.page.evaluate("document.activeElement?.labels?.[0]?.textContent");
const question = (text: string) => open.page.getByRole("group", { name: text });

describe("a question how requests name an item", () => {
  const text = selectorQuestion.text;
  const field = (name: string) => question(text).getByLabel(name, { exact: true });
  const message = (change: Partial<ShownSelectorQuestion> = {}) =>
    createServiceProfileMessage({ questions: [{ ...selectorQuestion, ...change }] });

  test("lists what the service refused, and posts its form by Enter and by Save", async () => {
    const page = await opened();
    expect(await question(text).getByRole("listitem").allTextContents()).toEqual(selectorQuestion.refused);
    expect([await field("Name").inputValue(), await field("Value").inputValue()]).toEqual(["", "{id}"]);
    await field("Name").fill(" {Kind}Sid ");
    await page.keyboard.press("Enter");
    await field("Where").selectOption("Header");
    await field("Value").fill("eq.{id}");
    await question(text).getByRole("button", { name: "Save" }).click();
    expect(await posted()).toEqual([
      { type: "selector", question: "select.GET", by: { in: "query", name: "{Kind}Sid", value: "{id}" } },
      { type: "selector", question: "select.GET", by: { in: "header", name: "{Kind}Sid", value: "eq.{id}" } },
    ]);
  });

  test.each([
    ["that follows the path of the operation", null, "id"],
    ["in the path that the profile has", { in: "path", name: "/v3/{value}", value: "{id}" }, "/v3/{value}"],
  ] as const)("needs no name for a value %s", async (_what, chosen, name) => {
    await opened();
    await open.post(message({ chosen, state: chosen ? "answered" : "open" }));
    if (chosen) await open.page.getByText("Answered: 1").click();
    await field("Where").selectOption("Path of the URL");
    expect(await field("Name").isVisible()).toBe(false);
    await question(text).getByRole("button", { name: "Save" }).click();
    expect(await posted()).toEqual([
      { type: "selector", question: "select.GET", by: { in: "path", name, value: "{id}" } },
    ]);
  });

  test("says what is invalid beside the field, announces it, and keeps what was entered", async () => {
    const page = await opened();
    await field("Value").fill("always");
    await page.keyboard.press("Enter");
    await open.post({ type: "problem", question: "select.GET", field: "value", message: "Only with {id}." });
    await question(text).getByText("Only with {id}.").waitFor();
    expect(await field("Value").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("status").getByText("Only with {id}.").waitFor();
    expect(await open.findings()).toEqual([]);
    await open.post(message({ refused: ["Could not read one project at api.harbour.example"] }));
    await expect.poll(() => question(text).getByRole("listitem").count()).toBe(1);
    expect([await field("Value").inputValue(), await field("Value").isVisible()]).toEqual(["always", true]);
    expect(await focused()).toBe("Value");
    await page.keyboard.press("Enter");
    await question(text).getByText("Only with {id}.").waitFor({ state: "hidden" });
    expect(await field("Value").getAttribute("aria-invalid")).toBeNull();
  });

  test("stays in its place after its answer, and shows it", async () => {
    const page = await opened();
    await field("Name").fill("sid");
    await page.keyboard.press("Enter");
    await open.post(message({ state: "answered", chosen: { in: "query", name: "sid", value: "{id}" }, refused: [] }));
    await question(text).getByText("Saved").waitFor();
    expect([await field("Name").inputValue(), await field("Name").isVisible(), await focused()]).toEqual([
      ...["sid", true, "Name"],
    ]);
  });
});
