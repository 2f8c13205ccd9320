import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mappingPanelFromWebviewSchema } from "../../../src/webview/protocol/mappingPanelFromWebview.ts";
import type { MappingChange, MappingPageState } from "../../../src/webview/protocol/mappingPanelMessages.ts";
import {
  fleetChanges,
  fleetProposal,
  mappedFleet,
  mappingSubject,
  startMappingPage,
} from "../../support/browser/mappingPage.ts";

let fixture: Awaited<ReturnType<typeof startMappingPage>>;
beforeAll(async () => {
  fixture = await startMappingPage();
});
afterAll(() => fixture.close());

const saved: MappingPageState = { changes: [...mappedFleet], proposal: null };

describe("the mapping page", () => {
  test("posts that it is ready with the saved choices, and again when it becomes visible", async () => {
    await fixture.open({ state: { changes: [...mappedFleet], proposal: fleetProposal } });
    await fixture.opened().post({ type: "visible" });
    const ready = { type: "ready", changes: mappedFleet, proposed: fleetProposal.lines.map(({ change }) => change) };
    await expect.poll(() => fixture.opened().messages()).toEqual([ready, ready]);
  });

  test("shows the answer as a tree with its lists open, and masks what looks like a secret", async () => {
    const { page } = await fixture.open({ state: saved });
    expect(await fixture.node(/^answer 4 fields/).getAttribute("aria-expanded")).toBe("true");
    expect(await fixture.node(/^moniker Weather Tools/).isVisible()).toBe(true);
    expect(await fixture.node(/^apiToken/).textContent()).toContain("***");
    expect(await page.locator("body").textContent()).not.toContain("flk_0123");
  });

  test("marks in the tree what is read from each value", async () => {
    await fixture.open({ state: saved });
    for (const name of [
      /^ships 3 items read as List of Items$/,
      /^pk s-101 read as Id$/,
      /^mood AFLOAT read as State$/,
    ])
      expect(await fixture.node(name).count()).toBe(1);
    expect(await fixture.node(/^flags 2 items$/).count()).toBe(1);
  });

  test("shows a row for each item and a column for each field, with its place and why it is read there", async () => {
    await fixture.open({ state: saved });
    expect(await fixture.rows().first().getByRole("columnheader").allTextContents()).toEqual([
      "Namemonikeryour choice",
      "Idpkyour choice",
      "Statemoodyour choice",
    ]);
    expect(await fixture.rows().nth(1).locator("th, td").allTextContents()).toEqual([
      "Weather Tools",
      "s-101",
      " AFLOAT",
    ]);
    expect(await fixture.rows().count()).toBe(4);
  });

  test("gives each state an icon of its own, and unknown words a neutral one", async () => {
    const { page } = await fixture.open({ state: saved });
    const icons = await page
      .locator("td .state svg path")
      .evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    expect([icons.length, new Set(icons).size]).toEqual([3, 2]);
    const tones = await page.locator("td .state").evaluateAll((all) => all.map((one) => one.className));
    expect(tones).toEqual(["state calm", "state calm", "state bad"]);
  });

  test("says what is missing when no list is found", async () => {
    const { page } = await fixture.open();
    expect(await page.locator(".problems").textContent()).toContain("Fairlead finds no list of items in this answer.");
    expect(await page.getByRole("table").count()).toBe(0);
  });

  test("lets the user click a list and say that it is the list of items", async () => {
    const { page, messages } = await fixture.open();
    await fixture.node(/^ships/).click();
    await fixture.entry("The List of Items").click();
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: [fleetChanges.holder], proposed: [] });
    await fixture.post(await messages.read([fleetChanges.holder]));
    await expect.poll(() => fixture.node(/^ships 3 items read as List of Items/).count()).toBe(1);
    await expect.poll(() => page.getByRole("status").textContent()).toContain("3 items.");
    expect(await page.getByText("1 choice not saved").isVisible()).toBe(true);
  });

  test("lets the user say what a value inside an item is, and shows where that field is read now", async () => {
    const { page } = await fixture.open({ state: saved });
    await fixture.node(/^flags/).click();
    expect(await page.getByRole("menu").getAttribute("aria-label")).toBe("What is flags?");
    expect(await fixture.entry("Name").textContent()).toContain("now moniker");
    await fixture.entry("Description").click();
    const described: MappingChange = { kind: "field", field: "description", path: ["flags"] };
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: [...mappedFleet, described], proposed: [] });
  });

  test("lets the user say that a value is nothing", async () => {
    await fixture.open({ state: saved });
    await fixture
      .node(/^moniker/)
      .first()
      .click();
    expect(await fixture.entry("Name").getAttribute("aria-checked")).toBe("true");
    await fixture.entry("Nothing").click();
    const absent: MappingChange = { kind: "absent", fields: ["name"] };
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: [...mappedFleet, absent], proposed: [] });
  });

  test("changes nothing if the chosen entry is checked already, or the menu is left", async () => {
    const { page } = await fixture.open({ state: saved });
    const before = (await fixture.opened().messages()).length;
    await fixture
      .node(/^moniker/)
      .first()
      .click();
    await fixture.entry("Name").click();
    await fixture.node(/^flags/).click();
    await fixture.entry("Nothing").click();
    await fixture
      .node(/^moniker/)
      .first()
      .click();
    await page.keyboard.press("Escape");
    await fixture
      .node(/^moniker/)
      .first()
      .click();
    await page.locator("h1").click();
    expect(await page.getByRole("menu").count()).toBe(0);
    expect((await fixture.opened().messages()).length).toBe(before);
  });

  test("explains why a value outside the items can be nothing", async () => {
    const { page } = await fixture.open({ state: saved });
    await fixture.node(/^opened/).click();
    const reason = "This value is outside the items. Choose the list of items, or a value inside an item.";
    expect(await page.locator(".hint").textContent()).toBe(reason);
    await expect.poll(() => page.getByRole("status").textContent()).toContain(reason);
    expect(await page.getByRole("menu").count()).toBe(0);
  });

  test("lets the user say what a word for a state means", async () => {
    const { page, messages } = await fixture.open({ state: saved });
    await page.getByRole("button", { name: "Say What It Means... AFLOAT" }).click();
    expect(await page.getByRole("menuitemradio").allTextContents()).toEqual(
      expect.arrayContaining(["readyA version is generated and can be deployed"]),
    );
    await fixture.entry("ready").click();
    const meant: MappingChange = { kind: "state", word: "AFLOAT", state: "ready" };
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: [...mappedFleet, meant], proposed: [] });
    await fixture.post(await messages.read([...mappedFleet, meant]));
    await page.getByText("means ready").waitFor();
    expect(await fixture.focused()).toBe("Change... AFLOAT");
    expect(await fixture.rows().nth(1).textContent()).toContain("ready");
  });

  test("takes back one step after the other, and discards all", async () => {
    const { page } = await fixture.open({ state: saved });
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: mappedFleet.slice(0, 3), proposed: [] });
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: [], proposed: [] });
    for (const name of ["Save", "Undo", "Discard"])
      expect(await page.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
    expect(await fixture.focused()).toBe("Map Another Answer...");
  });

  test("saves the choices with the page, and clears them when they are in the profile", async () => {
    const { page } = await fixture.open({ state: saved });
    expect(await fixture.opened().savedState()).toMatchObject({ subject: mappingSubject, place: saved });
    await page.getByRole("button", { name: "Save" }).click();
    expect(await fixture.lastMessage()).toEqual({ type: "save", changes: mappedFleet });
    expect(await fixture.opened().savedState()).toMatchObject({ place: saved });
    await fixture.post({ type: "saved", count: mappedFleet.length, message: "Saved." });
    await expect.poll(() => fixture.opened().savedState()).toMatchObject({ place: { changes: [], proposal: null } });
    await expect.poll(() => page.getByRole("status").textContent()).toContain("Saved.");
  });

  test("keeps what the user chooses while the profile is saved", async () => {
    await fixture.open({ state: saved });
    await fixture.post({ type: "saved", count: 2, message: "Saved." });
    const rest = { changes: mappedFleet.slice(2), proposal: null };
    await expect.poll(() => fixture.opened().savedState()).toMatchObject({ place: rest });
  });

  test("shows where a column is read in the answer", async () => {
    const { page } = await fixture.open({ state: saved });
    await page.getByRole("button", { name: "Show State in the answer: mood" }).click();
    expect(await fixture.focused()).toBe("moodAFLOATread asState");
  });

  test("reads again, maps another answer, and runs the remedy of a problem", async () => {
    const { page, messages } = await fixture.open();
    await page.getByRole("button", { name: "Read Again" }).click();
    await page.getByRole("button", { name: "Map Another Answer..." }).click();
    await fixture.post({ ...messages.answer, problem: { message: "There is no key.", remedy: "Sign In" } });
    await page.getByRole("button", { name: "Sign In" }).click();
    const types = (await fixture.opened().messages()).map(
      (message) => mappingPanelFromWebviewSchema.parse(message).type,
    );
    expect(types.slice(-3)).toEqual(["refresh", "another", "remedy"]);
  });

  test("can be saved only while there is no problem", async () => {
    const { page, messages } = await fixture.open({ state: saved });
    await fixture.post({ ...messages.answer, problem: { message: "There is no key.", remedy: "Sign In" } });
    await page.getByText("There is no key.").first().waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  });
});
