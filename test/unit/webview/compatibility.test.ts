import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractProfile } from "../../../src/contract/dialectProfile.ts";
import { createCompatibilityReport } from "../../../src/extension/profile/model/compatibilityReport.ts";
import { formatCompatibilityReport } from "../../../src/extension/profile/model/formatReport.ts";
import type {
  CompatibilityPanelToWebview,
  ShownOperation,
  ShownReport,
} from "../../../src/webview/protocol/compatibilityPanelMessages.ts";
import type { ShownServiceProfile } from "../../../src/webview/protocol/serviceProfileMessages.ts";
import { findBrokenWords } from "../../support/browser/findBrokenWords.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { pageThemeNames } from "../../support/browser/pageThemes.ts";
import { aboutReport, createEvidence, learnedEvidence, learnedProfile } from "../../support/dialect/learnedProfile.ts";
import { longTest } from "../../support/longTest.ts";

const whose = { connection: "Harbour", host: "api.harbour.example" };
const shown = formatCompatibilityReport(createCompatibilityReport(learnedProfile, learnedEvidence, aboutReport), whose);
const createMessage = (
  report: ShownReport | null = shown,
  problem: { message: string; remedy: string } | null = null,
) => ({ type: "report", shown: report, problem }) satisfies CompatibilityPanelToWebview;
const trouble = { message: "There is no key for Harbour.", remedy: "Sign In" };

let fixture: Awaited<ReturnType<typeof startPageFixture>>;
let open: OpenPage;
beforeAll(async () => {
  fixture = await startPageFixture("compatibility");
});
afterAll(() => fixture.close());

async function opened(options: { state?: unknown } = {}, message = createMessage()) {
  open = await fixture.open({ subject: {}, ...options });
  await open.post(message);
  await open.page.locator(".summary:not(:empty), .notice:not([hidden])").first().waitFor();
  return open.page;
}

const row = (name: string) => open.page.getByRole("button", { name, exact: true });
const focused = () => open.page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.textContent");

describe("the compatibility page", () => {
  test("shows the service, how many operations work and its protocol, and says that it is ready, to begin with and when it is visible again", async () => {
    const page = await opened();
    expect(await page.locator("header").textContent()).toContain("Harbour · api.harbour.example");
    expect(await page.locator(".summary").textContent()).toBe("4 of 43 operations work.");
    expect(await page.locator(".details").textContent()).toContain("35 not tried, 2 refused, 2 not offered.");
    expect(await page.locator(".protocolFacts dd").allTextContents()).toContain("X-API-Key: <key> from you");
    await open.post({ type: "visible" });
    await expect.poll(() => open.messages()).toEqual([{ type: "ready" }, { type: "ready" }]);
  });

  test("has a row for each operation, grouped by area, with its outcome as text and icon; those that need attention can be shown alone", async () => {
    const page = await opened();
    expect(await page.locator(".toggle").count()).toBe(43);
    expect(await page.locator(".area").allTextContents()).toEqual(shown.areas.map(({ title }) => title));
    const line = page.getByRole("row", { name: /organization\.usage/ });
    expect(await line.textContent()).toContain("Refused");
    const signs = await page
      .locator("td .state svg path")
      .evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    expect(new Set(signs).size).toBe(5);
    await page.getByRole("button", { name: "Needs Attention 5" }).click();
    expect(await page.locator(".toggle").allTextContents()).toEqual([
      ...["userSettings.get", "organization.usage", "deployments.list", "deployment.get", "skills.list"],
    ]);
    await page.getByRole("button", { name: "All 43" }).click();
    expect(await page.locator(".toggle").count()).toBe(43);
  });

  test("expands a row to what is known of it, with the sources", async () => {
    const page = await opened();
    await row("projects.list").click();
    expect(await row("projects.list").getAttribute("aria-expanded")).toBe("true");
    const detail = page.locator('[id="detail-projects.list"]');
    for (const text of [
      "data.projects from the answer",
      "cursor after from meta.next_cursor learned",
      "colour and quota.left",
    ])
      expect(await detail.textContent()).toContain(text);
    const fields = page.getByRole("table", { name: "Fields of projects.list" }).getByRole("row");
    expect(await fields.nth(2).locator("th, td").allTextContents()).toEqual([
      "name",
      "title",
      "the answer: a usual name",
    ]);
    await row("projects.list").click();
    expect(await detail.isVisible()).toBe(false);
    await row("deployment.get").click();
    expect(await page.locator(".reason").textContent()).toBe('The service said: "You may not read this."');
  });

  test("shows a note if nothing needs attention", async () => {
    const fine = formatCompatibilityReport(
      createCompatibilityReport(learnedProfile, { "me.get": createEvidence() }, aboutReport),
      whose,
    );
    const areas = fine.areas.map(({ title, operations }) => ({
      title,
      operations: operations.map((item) => ({ ...item, needsAttention: false })),
    }));
    const page = await opened({ state: { filter: "attention", open: [] } }, createMessage({ ...fine, areas }));
    expect(await page.getByText("Nothing needs attention.").isVisible()).toBe(true);
    expect(await page.getByRole("table").count()).toBe(0);
  });

  test("offers actions only for an operation that does not work, and says why it does not", async () => {
    const page = await opened();
    await row("projects.list").click();
    await row("organization.usage").click();
    expect(await page.locator(".reason").allTextContents()).toEqual([
      "The answer holds no usage that Fairlead recognises.",
    ]);
    expect(await page.getByRole("group", { name: /^What to do/ }).count()).toBe(1);
    expect(await page.getByRole("group", { name: "What to do about organization.usage" }).count()).toBe(1);
  });

  test("posts a message for each button, announces what is done, and reports an invalid message", async () => {
    const page = await opened();
    for (const name of ["Copy as Issue Text", "Export JSON..."]) await page.getByRole("button", { name }).click();
    expect((await open.messages()).slice(1)).toEqual([{ type: "copyIssue" }, { type: "export" }]);
    await open.post({ type: "done", message: "Exported the report." });
    await expect.poll(() => page.getByRole("status").textContent()).toContain("Exported the report.");
    await open.post({ type: "report", shown: { summary: 1 } });
    await expect.poll(async () => JSON.stringify((await open.messages()).at(-1))).toContain('"type":"error"');
  });

  test("shows new evidence, and keeps the expanded rows and the focus", async () => {
    const page = await opened();
    await row("servers.list").click();
    const seen = { ...learnedEvidence, "servers.list": createEvidence({ notes: ["Two pages differ."] }) };
    await open.post(
      createMessage(formatCompatibilityReport(createCompatibilityReport(learnedProfile, seen, aboutReport), whose)),
    );
    await page.getByText("Two pages differ.").waitFor();
    expect(await focused()).toBe("servers.list");
    expect(await page.locator(".summary").textContent()).toContain("5 of 43");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("servers.create");
  });

  test("saves the filter and the expanded rows, and restores them", async () => {
    const page = await opened();
    await page.getByRole("button", { name: /Needs Attention/ }).click();
    await row("skills.list").click();
    const state = { filter: "attention", open: ["skills.list"] };
    expect(await open.savedState()).toEqual({ subject: {}, place: state });
    await opened({ state });
    expect(await row("skills.list").getAttribute("aria-expanded")).toBe("true");
    expect(await open.page.locator(".toggle").count()).toBe(5);
  });

  test("shows only a summary for a service that implements the contract", async () => {
    const short = formatCompatibilityReport(createCompatibilityReport(contractProfile, {}, aboutReport), whose);
    const page = await opened({}, createMessage(short));
    expect(await page.locator(".summary").textContent()).toContain("implements Fairlead's API");
    expect(await page.getByRole("table").count()).toBe(0);
    expect(await page.getByRole("combobox").count()).toBe(0);
  });

  test("shows and announces why there is no report, and offers the remedy", async () => {
    const page = await opened({}, createMessage(null, trouble));
    expect(await page.locator(".notice").textContent()).toContain("There is no key for Harbour.");
    await expect.poll(() => page.getByRole("status").textContent()).toContain("There is no key for Harbour.");
    expect(await page.getByRole("button", { name: "Export JSON..." }).count()).toBe(0);
    await page.getByRole("button", { name: "Sign In" }).click();
    expect((await open.messages()).at(-1)).toEqual({ type: "remedy" });
  });

  test("is usable by keyboard: the rows are one stop, arrows move among them, and the detail of a row is the next stop; each is outlined", async () => {
    const page = await opened();
    const outline =
      "(({ outlineStyle, outlineWidth }) => outlineStyle + outlineWidth)(getComputedStyle(document.activeElement))";
    const walked = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      await page.keyboard.press("Tab");
      walked.push(await focused());
      expect(await page.evaluate(outline)).toBe("solid1px");
    }
    expect(walked).toEqual(["Copy as Issue Text", "Export JSON...", "All 43", "Needs Attention 5", "me.get"]);
    for (const key of ["End", "Home", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    expect(await focused()).toBe("me.get");
    await row("organization.usage").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Edit as JSON organization.usage");
    await page.keyboard.press("Space");
    expect((await open.messages()).at(-1)).toEqual({
      type: "act",
      action: "editProfile",
      operation: "organization.usage",
    });
  });

  longTest("fits into narrow and wide panels, breaks no word, and has no axe-core findings in any theme", async () => {
    const page = await opened({}, createMessage(shown, trouble));
    for (const name of ["projects.list", "organization.usage", "deployments.list", "server.generate"])
      await row(name).click();
    for (const width of [300, 400, 480, 660, 800, 801, 1280, 1800, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      if (width >= 400) expect(await findBrokenWords(page), `at ${width} px`).toEqual([]);
    }
    for (const name of ["All 43", "Needs Attention 5"]) {
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
      facts: hostileTexts.map((name) => ({ name, text: name, source: name })),
      fields: hostileTexts.map((field) => ({ field, location: field, source: field })),
      notes: [...hostileTexts],
    };
    const hostile: ShownReport = {
      ...{ connection: text, host: text, summary: text, details: text, preset: text, operationCount: 43 },
      protocolFacts: [{ name: text, text, source: text }],
      profile: createHostileProfile(text),
      areas: [{ title: text, operations: [operation] }],
    };
    const page = await opened({}, createMessage(hostile, { message: text, remedy: text }));
    await page.locator(".toggle").click();
    await page.locator(".notes").waitFor();
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
