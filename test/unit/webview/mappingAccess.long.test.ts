import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MappingPageState } from "../../../src/webview/protocol/mappingPanelMessages.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import { fleetProposal, mappedFleet, startMappingPage } from "../../support/browser/mappingPage.ts";
import { pageThemeNames } from "../../support/browser/pageThemes.ts";

let fixture: Awaited<ReturnType<typeof startMappingPage>>;
beforeAll(async () => {
  fixture = await startMappingPage();
});
afterAll(() => fixture.close());

const saved: MappingPageState = { changes: [...mappedFleet], proposal: null };
const full = { state: { changes: [...mappedFleet], proposal: fleetProposal }, canAsk: true };

describe("the mapping page without a mouse", () => {
  test("has the tree as one stop, and arrows move in it", async () => {
    const { page } = await fixture.open({ state: saved });
    await page.getByRole("tree").locator('[tabindex="0"]').focus();
    const walked = [];
    for (const key of ["ArrowDown", "ArrowDown", "End", "Home", "ArrowLeft", "ArrowDown", "ArrowRight"]) {
      await page.keyboard.press(key);
      walked.push(await fixture.focusedKey());
    }
    expect(walked).toEqual(["harbour", "name", "total", "answer", "answer", "answer", "answer"]);
    expect(await page.getByRole("treeitem").count()).toBeGreaterThan(10);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement?.closest('[role=tree]')")).toBeNull();
  });

  test("collapses and expands, goes to the parent, and keeps one stop", async () => {
    const { page } = await fixture.open({ state: saved });
    await fixture.node(/^harbour/).focus();
    await page.keyboard.press("ArrowRight");
    expect(await fixture.focused()).toContain("name");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await fixture.node(/^harbour/).getAttribute("aria-expanded")).toBe("false");
    expect(await fixture.node(/^opened/).count()).toBe(0);
    expect(await page.locator('[role=tree] [tabindex="0"]').count()).toBe(1);
  });

  test.each(["Enter", " "])("opens the menu with %j, chooses an entry, and returns to the value", async (key) => {
    const { page } = await fixture.open({ state: saved });
    await fixture
      .node(/^moniker/)
      .first()
      .focus();
    await page.keyboard.press(key);
    expect(await fixture.focused()).toBe("Name");
    const walked = [];
    for (const step of ["ArrowDown", "ArrowUp", "Home", "End", "d"]) {
      await page.keyboard.press(step);
      walked.push(await fixture.focused());
    }
    expect(walked).toEqual([
      "Statenow mood",
      "Name",
      "Idnow pk",
      "NothingFairlead reads no field from here",
      "Description",
    ]);
    await page.keyboard.press("Enter");
    expect(await fixture.lastMessage()).toMatchObject({
      changes: { length: 5, 4: { field: "description", path: ["moniker"] } },
    });
    expect(await fixture.focused()).toContain("moniker");
  });

  test("opens the menu of a value that is nothing yet at its first entry", async () => {
    const { page } = await fixture.open({ state: saved });
    await fixture.node(/^touched/).focus();
    await page.keyboard.press("Enter");
    expect(await fixture.focused()).toBe("Idnow pk");
    expect(await fixture.entry("Nothing").getAttribute("aria-checked")).toBe("true");
  });

  test("saves with Ctrl+S and takes back with Ctrl+Z, while there is something to save", async () => {
    const { page } = await fixture.open({ state: saved });
    await page.keyboard.press("Control+s");
    expect(await fixture.lastMessage()).toEqual({ type: "save", changes: mappedFleet });
    for (const _ of mappedFleet) await page.keyboard.press("Control+z");
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: [], proposed: [] });
    const before = (await fixture.opened().messages()).length;
    for (const key of ["Control+z", "Control+s"]) await page.keyboard.press(key);
    expect((await fixture.opened().messages()).length).toBe(before);
  });

  test("saves and takes back also while Caps Lock is on", async () => {
    const { page } = await fixture.open({ state: saved });
    await page.keyboard.press("Control+S");
    expect(await fixture.lastMessage()).toEqual({ type: "save", changes: mappedFleet });
    await page.keyboard.press("Control+Z");
    expect(await fixture.lastMessage()).toMatchObject({ type: "read", changes: { length: mappedFleet.length - 1 } });
  });

  test("outlines the focused element", async () => {
    const { page } = await fixture.open({ ...full });
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(
        "(({ outlineStyle, outlineWidth }) => outlineStyle + outlineWidth)(getComputedStyle(document.activeElement))",
      );
      expect([await fixture.focused(), outline]).toEqual([expect.anything(), "solid1px"]);
    }
  });

  test.each(pageThemeNames)("has no axe-core findings with a proposal and an open menu, in %s", async (theme) => {
    const { page } = await fixture.open({ theme, ...full });
    await page.getByText("1 proposal left out").click();
    expect(await fixture.opened().findings()).toEqual([]);
    await fixture
      .node(/^moniker/)
      .first()
      .click();
    expect(await fixture.opened().findings()).toEqual([]);
    expect(fixture.opened().problems).toEqual([]);
  });
});

describe("the mapping page with any answer", () => {
  test.each([300, 480, 760, 1000, 1800])("fits into %s px", async (width) => {
    const { page } = await fixture.open({ width, ...full });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await fixture
      .node(/^moniker/)
      .first()
      .click();
    const box = await page.getByRole("menu").boundingBox();
    expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= width]).toEqual([true, true]);
  });

  test("shows the first 50 of 1,000 items on both sides, and says so", async () => {
    const items = Array.from({ length: 1000 }, (_, at) => ({ id: `s-${at}`, name: `Server ${at}`, status: "ready" }));
    const { page } = await fixture.open({ json: { data: items } });
    expect(await page.getByText("The first 50 of 1,000 items.").isVisible()).toBe(true);
    expect(await page.getByText("Only the first 50 items of a list are shown here.").count()).toBe(1);
    expect(await fixture.rows().count()).toBe(51);
    await fixture.node(/^49 3 fields/).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    expect(await fixture.focused()).toBe("ids-49read asId");
  });

  test("renders every value of a service as text", async () => {
    const texts = hostileTexts.map((text, at) => [`${text}${at}`, text] as const);
    const item = { ...Object.fromEntries(texts), id: hostileTexts[0], name: hostileTexts[1], status: hostileTexts[2] };
    const { page } = await fixture.open({
      json: { data: [item, { ...item, id: "2" }], [hostileTexts[3]]: hostileTexts[4] },
    });
    const text = hostileTexts.join(" ").slice(0, 1500);
    const lines = [{ change: { kind: "state", word: hostileTexts[5], state: hostileTexts[6] } as const, text }];
    await fixture.post({ type: "proposal", proposal: { model: hostileTexts[7], lines, dropped: [...hostileTexts] } });
    await page.getByText("left out").click();
    for (const row of await page.getByRole("treeitem").all()) {
      await row.click();
      await page.keyboard.press("Escape");
    }
    expect(await page.evaluate("globalThis.broken")).toBeUndefined();
    expect(await page.locator("img, iframe, a, style, main script").count()).toBe(0);
  });

  test("ignores an invalid message and reports it", async () => {
    await fixture.open();
    await fixture.opened().post({ type: "answer", shown: { operation: 1 } });
    await expect
      .poll(async () => JSON.stringify((await fixture.opened().messages()).at(-1)))
      .toContain('"type":"error"');
  });
});
