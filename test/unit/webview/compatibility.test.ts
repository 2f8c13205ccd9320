import { describe, expect, test } from "vitest";
import { contractProfile } from "../../../src/contract/dialectProfile.ts";
import { operationNames } from "../../../src/contract/operationNames.ts";
import type {
  CompatibilityPanelToWebview,
  ShownOperation,
  ShownReport,
  ShownServiceProfile,
} from "../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { findBrokenWords } from "../../support/browser/findBrokenWords.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { pageThemeNames } from "../../support/browser/pageThemes.ts";
import { createShownReport } from "../../support/browser/serviceProfilePage.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";
import { createEvidence, learnedEvidence, learnedProfile } from "../../support/dialect/learnedProfile.ts";
import { longTest } from "../../support/longTest.ts";

const count = operationNames.length;
const shown = createShownReport();
const createMessage = (
  report: ShownReport | null = shown,
  problem: { message: string; remedy: string } | null = null,
) => ({ type: "report", shown: report, problem }) satisfies CompatibilityPanelToWebview;
const trouble = { message: "There is no key for Harbour.", remedy: "Sign In" };

const fixture = await closeAtEnd(startPageFixture("compatibility"));
let open: OpenPage;

async function opened(options: { state?: unknown } = {}, message = createMessage()) {
  open = await fixture.open({ subject: {}, ...options });
  await open.post(message);
  await open.page.locator(".summary:not(:empty), .notice:not([hidden])").first().waitFor();
  return open.page;
}

const row = (name: string) => open.page.getByRole("row", { name: new RegExp(`^${name}`) });
const focused = () => open.page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.textContent");
const names = () => open.page.locator(".operations > tbody th[scope=row]").allTextContents();

describe("the compatibility page", () => {
  test("shows the service and how many operations work, and says that it is ready, to begin with and when it is visible again", async () => {
    const page = await opened();
    expect(await page.locator("header").textContent()).toContain("Harbour · api.harbour.example");
    expect(await page.locator(".summary").textContent()).toBe(`4 of ${count} operations work.`);
    expect(await page.locator(".details").textContent()).toContain(`${count - 8} not tried, 2 refused, 2 not offered.`);
    await open.post({ type: "visible" });
    await expect.poll(() => open.messages()).toEqual([{ type: "ready" }, { type: "ready" }]);
  });

  test("has a row for each operation, grouped by area, with its outcome as text and icon and why it does not work; those that need attention can be shown alone", async () => {
    const page = await opened();
    expect(await names()).toHaveLength(count);
    expect(await page.locator(".area").allTextContents()).toEqual(shown.areas.map(({ title }) => title));
    expect(await row("organization.usage").textContent()).toMatch(/Refused.*The answer holds no usage/);
    expect(await row("deployment.get").textContent()).toContain('The service said: "You may not read this."');
    expect(await row("deployments.list").textContent()).toContain("Works, with unknown statesHibernating");
    const signs = await page
      .locator("td .state svg path")
      .evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    expect(new Set(signs).size).toBe(5);
    await page.getByRole("button", { name: "Needs Attention 5" }).click();
    expect(await names()).toEqual([
      ...["userSettings.get", "organization.usage", "deployments.list", "deployment.get", "skills.list"],
    ]);
    expect(await open.savedState()).toEqual({ subject: {}, place: { filter: "attention" } });
    await page.getByRole("button", { name: `All ${count}` }).click();
    expect(await names()).toHaveLength(count);
  });

  test("shows a note if nothing needs attention", async () => {
    const fine = createShownReport({ profile: learnedProfile, evidence: { "me.get": createEvidence() } });
    const areas = fine.areas.map(({ title, operations }) => ({
      title,
      operations: operations.map((item) => ({ ...item, needsAttention: false })),
    }));
    const page = await opened({ state: { filter: "attention" } }, createMessage({ ...fine, areas }));
    expect(await page.getByText("Nothing needs attention.").isVisible()).toBe(true);
    expect(await page.getByRole("table").count()).toBe(0);
  });

  test("shows new evidence, announces what is done, and reports an invalid message", async () => {
    const page = await opened();
    const evidence = { ...learnedEvidence, "servers.list": createEvidence({ states: ["Moored"] }) };
    await open.post(createMessage(createShownReport({ profile: learnedProfile, evidence })));
    await page.getByText("Moored").waitFor();
    expect(await page.locator(".summary").textContent()).toContain(`5 of ${count}`);
    await open.post({ type: "done", message: "Saved." });
    await expect.poll(() => page.getByRole("status").textContent()).toContain("Saved.");
    await open.post({ type: "report", shown: { summary: 1 } });
    await expect.poll(async () => JSON.stringify((await open.messages()).at(-1))).toContain('"type":"error"');
  });

  test("shows only a summary for a service that implements the contract", async () => {
    const page = await opened({}, createMessage(createShownReport({ profile: contractProfile, evidence: {} })));
    expect(await page.locator(".summary").textContent()).toContain("implements Fairlead's API");
    expect(await page.getByRole("table").count()).toBe(0);
    expect(await page.getByRole("combobox").count()).toBe(0);
  });

  test("shows and announces why there is no report, and offers the remedy", async () => {
    const page = await opened({}, createMessage(null, trouble));
    expect(await page.locator(".notice").textContent()).toContain("There is no key for Harbour.");
    await expect.poll(() => page.getByRole("status").textContent()).toContain("There is no key for Harbour.");
    await page.getByRole("button", { name: "Sign In" }).click();
    expect((await open.messages()).at(-1)).toEqual({ type: "remedy" });
  });

  test("is usable by keyboard: the filters, then what can be done about each operation that does not work; each is outlined", async () => {
    const page = await opened();
    const outline =
      "(({ outlineStyle, outlineWidth }) => outlineStyle + outlineWidth)(getComputedStyle(document.activeElement))";
    const walked = [];
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press("Tab");
      walked.push(await focused());
      expect(await page.evaluate(outline)).toBe("solid1px");
    }
    expect(walked).toEqual([`All ${count}`, "Needs Attention 5", "Edit as JSON organization.usage"]);
    await page.keyboard.press("Space");
    expect((await open.messages()).at(-1)).toEqual({
      type: "act",
      action: "editProfile",
      operation: "organization.usage",
    });
  });

  longTest("fits into narrow and wide panels, breaks no word, and has no axe-core findings in any theme", async () => {
    const page = await opened({}, createMessage(shown, trouble));
    for (const width of [300, 400, 480, 660, 800, 801, 1280, 1800, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      if (width >= 400) expect(await findBrokenWords(page), `at ${width} px`).toEqual([]);
    }
    for (const name of [`All ${count}`, "Needs Attention 5"]) {
      await page.getByRole("button", { name }).click();
      for (const theme of pageThemeNames) {
        await open.theme(theme);
        expect(await open.findings(), theme).toEqual([]);
      }
    }
    expect(open.problems).toEqual([]);
  });

  test("renders every value of a service as text", async () => {
    const text = hostileTexts.join(" ");
    const operation: ShownOperation = {
      ...{ name: text, request: text, outcome: "refused", outcomeLabel: text, needsAttention: true, reason: text },
      advice: [{ action: "editProfile", title: text }],
      states: [...hostileTexts],
    };
    const hostile: ShownReport = {
      ...{ connection: text, host: text, summary: text, details: text },
      profile: createHostileProfile(text),
      areas: [{ title: text, operations: [operation] }],
    };
    const page = await opened({}, createMessage(hostile, { message: text, remedy: text }));
    await page.locator(".reason").waitFor();
    expect(await page.evaluate("globalThis.broken")).toBeUndefined();
    expect(await page.locator("img, iframe, a, style, main script").count()).toBe(0);
  });
});

/** A profile whose texts of the service are all the same. */
function createHostileProfile(text: string): ShownServiceProfile {
  const column = { path: text, values: [text] };
  return {
    ...{ preset: text, asksBeforeChanges: false, hasSamples: true, proposalCount: 1 },
    presets: [{ name: text, title: text }],
    questions: [
      { type: "field", id: "server.name", text, state: "open", choices: [column], chosen: null },
      {
        ...{ type: "states", id: "server.status", text, state: "open", columns: [{ ...column, isChosen: true }] },
        combinations: [{ text, count: 1, is: null, proposed: null }],
        states: [{ state: text, label: text, meaning: text }],
      },
    ],
    others: [{ field: text, ...column }],
    rows: [
      {
        ...{ title: text, ownerTitle: text, hasStates: true, count: 1 },
        rows: [{ name: text, id: text, status: { text, state: text }, owner: text }],
      },
    ],
  };
}
