import { describe, expect, test } from "vitest";
import { operationNames } from "../../../src/contract/operationNames.ts";
import {
  compatibilityPanelFromWebviewSchema,
  type ShownFieldQuestion,
  type ShownServiceProfile,
} from "../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { findBrokenWords } from "../../support/browser/findBrokenWords.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { pageThemeNames } from "../../support/browser/pageThemes.ts";
import {
  answeredQuestion,
  createServiceProfileMessage,
  nameQuestion,
  statesQuestion,
} from "../../support/browser/serviceProfilePage.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";
import { longTest } from "../../support/longTest.ts";

const fixture = await closeAtEnd(startPageFixture("compatibility"));
let open: OpenPage;

async function opened(change: Partial<ShownServiceProfile> = {}, state?: unknown) {
  open = await fixture.open({ subject: {}, ...(state !== undefined && { state }) });
  await open.post(createServiceProfileMessage(change));
  await open.page.locator(".summary:not(:empty)").waitFor();
  return open.page;
}

/** What the page posted besides `ready`, as the panel takes it. */
const posted = async () =>
  (await open.messages()).slice(1).map((message) => compatibilityPanelFromWebviewSchema.parse(message));
const focused = () =>
  open.page.evaluate(
    "document.activeElement?.ariaLabel ?? (document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent",
  );
const question = (text: string) => open.page.getByRole("group", { name: text });
const names = "Which value is the name of a server?";
const states = "What do the states of a deployment mean?";

describe("the questions of the page Service Profile", () => {
  test("have a choice for each path, with real values, the proposed one marked and preselected; other proposals are listed", async () => {
    const page = await opened();
    const choices = question(names).locator("label");
    expect(await choices.allTextContents()).toEqual([
      "$.title — Atlas, Beacon, Cobalt Proposed",
      "$.slug — atlas-1, beacon-2, cobalt-3",
      "None of these",
    ]);
    expect(await question(names).getByRole("radio", { checked: true }).count()).toBe(1);
    expect(await posted()).toEqual([]);
    await page.getByText("Proposed too: 1").click();
    expect(await page.locator("details").getByRole("listitem").allTextContents()).toEqual([
      "server.createdAt: $.made — 2026-11-20",
    ]);
  });

  test("are answered by a click on another value, on none of these or on what is proposed", async () => {
    await opened();
    for (const label of ["$.slug — atlas", "None of these"]) await question(names).getByLabel(label).click();
    const answer = { type: "answer", question: "server.name" };
    expect(await posted()).toEqual(["$.slug", null].map((choice) => ({ ...answer, choice })));
    await opened();
    await question(names).getByLabel("$.title — Atlas").click();
    expect(await posted()).toEqual([{ ...answer, choice: "$.title" }]);
  });

  test("are answered as proposed by Right, singly and all at once", async () => {
    const page = await opened();
    await question(names)
      .getByRole("button", { name: `Right: ${names}` })
      .click();
    await question(states)
      .getByRole("button", { name: `Right: ${states}` })
      .click();
    const all = page.getByRole("button", { name: "Looks Right" });
    expect(await page.locator("header").textContent()).toContain("Accepts all 3 proposals.");
    await all.click();
    expect(await posted()).toEqual([
      { type: "right", question: "server.name" },
      { type: "right", question: "deployment.status" },
      { type: "looksRight" },
    ]);
    await open.post(createServiceProfileMessage({ proposalCount: 0 }));
    await all.waitFor({ state: "hidden" });
  });

  test("about states have a row for each combination with a meaning that can be chosen, and can be about other values, at most three", async () => {
    const page = await opened();
    const rows = page.getByRole("table", { name: states }).getByRole("row");
    expect(await rows.locator("th[scope=row], td.number").allTextContents()).toEqual([
      ...["completed / success", "12", "completed / failure", "3", "moored / (none)", "1"],
    ]);
    const select = page.getByLabel("What moored / (none) means");
    expect(await select.locator("option").allTextContents()).toEqual([
      "Not known",
      "running: It runs and serves requests",
      "failed: It could not be built or started, or it crashed for good",
    ]);
    expect(await select.inputValue()).toBe("");
    expect(await page.getByLabel("What completed / success means").inputValue()).toBe("running");
    await select.selectOption("failed");
    await page.getByLabel("What completed / failure means").selectOption("");
    expect(await posted()).toEqual([
      { type: "state", question: "deployment.status", combination: 2, is: "failed" },
      { type: "state", question: "deployment.status", combination: 1, is: null },
    ]);
    await page.getByText("Said by $.status, $.conclusion").click();
    await page.getByLabel("$.kind — bundle").check();
    expect((await posted()).slice(2)).toEqual([
      { type: "columns", question: "deployment.status", paths: ["$.status", "$.conclusion", "$.kind"] },
    ]);
    const columns = ["a", "b", "c", "d"].map((name) => ({ path: `$.${name}`, values: [name], isChosen: name !== "d" }));
    await open.post(createServiceProfileMessage({ questions: [{ ...statesQuestion, columns }] }));
    await expect.poll(() => page.getByLabel("$.d — d").isDisabled()).toBe(true);
    expect(await page.getByLabel("$.d — d").isVisible()).toBe(true);
  });

  test("are folded when they are answered, and can be changed there", async () => {
    const page = await opened();
    const fold = page.getByText("Answered: 1");
    expect(await question("name of a project").isVisible()).toBe(false);
    await fold.click();
    await question("name of a project").getByLabel("$.title").click();
    expect(await posted()).toEqual([{ type: "answer", question: "project.name", choice: "$.title" }]);
    await expect.poll(() => open.savedState()).toMatchObject({ place: { showsAnswered: true } });
  });

  test("keep their place and the focus after an answer, so that the arrows go on from there", async () => {
    const page = await opened();
    await question(names).getByLabel("$.title").focus();
    await page.keyboard.press("ArrowDown");
    const saved: ShownFieldQuestion = { ...nameQuestion, state: "answered", chosen: { path: "$.slug" } };
    await open.post(createServiceProfileMessage({ questions: [saved, statesQuestion, answeredQuestion] }));
    await question(names).getByText("Saved").waitFor();
    expect(await focused()).toContain("$.slug");
    await page.keyboard.press("ArrowDown");
    expect(await posted()).toEqual([
      { type: "answer", question: "server.name", choice: "$.slug" },
      { type: "answer", question: "server.name", choice: null },
    ]);
  });

  test("about something that was refused say what, and have an answer of their own", async () => {
    const page = await opened();
    const refused = ["Could not create a project at api.harbour.example"];
    const asked: ShownFieldQuestion = { ...nameQuestion, id: "format", text: "In which format?", refused };
    await open.post(createServiceProfileMessage({ questions: [asked] }));
    await question("In which format?")
      .getByText(refused[0] ?? "")
      .waitFor();
    expect(await question("In which format?").getByText("None of these").count()).toBe(0);
    await page.getByLabel("$.slug").click();
    expect(await posted()).toEqual([{ type: "answer", question: "format", choice: "$.slug" }]);
  });

  test("are all folded by Looks Right, also the one that was just answered", async () => {
    const page = await opened();
    await question(names).getByLabel("$.slug").click();
    await page.getByRole("button", { name: "Looks Right" }).click();
    const saved: ShownFieldQuestion = { ...nameQuestion, state: "answered", chosen: { path: "$.slug" } };
    await open.post(
      createServiceProfileMessage({ proposalCount: 0, questions: [saved, statesQuestion, answeredQuestion] }),
    );
    await page.getByText("Answered: 2").waitFor();
    expect(await question(names).isVisible()).toBe(false);
  });

  test("are left for the next one by Right", async () => {
    const page = await opened();
    await question(names).getByRole("button").focus();
    await page.keyboard.press("Enter");
    const saved: ShownFieldQuestion = { ...nameQuestion, state: "answered" };
    await open.post(createServiceProfileMessage({ questions: [saved, statesQuestion, answeredQuestion] }));
    await page.getByText("Answered: 2").waitFor();
    await expect.poll(focused).toContain("Said by");
  });

  test("need samples: without them the page offers to read the service", async () => {
    const page = await opened({ hasSamples: false, proposalCount: 0, questions: [], others: [], rows: [] });
    const section = page.getByRole("region", { name: "Questions" });
    expect(await section.textContent()).toContain("Read the service first");
    await section.getByRole("button", { name: "Read the Service" }).click();
    expect(await posted()).toEqual([{ type: "check" }]);
  });

  test("fold what is more than eight choices, but not the chosen one", async () => {
    const page = await opened();
    const choices = Array.from({ length: 12 }, (_, at) => ({ path: `$.v${at}`, values: [`value ${at}`] }));
    await open.post(
      createServiceProfileMessage({ questions: [{ ...nameQuestion, choices, chosen: { path: "$.v10" } }] }),
    );
    const fold = question(names).getByText("More values: 3");
    await fold.waitFor();
    const isVisible = async (at: number) => question(names).getByLabel(`$.v${at} —`).isVisible();
    const visible = () => Promise.all([7, 8, 9, 10, 11].map(isVisible));
    expect(await visible()).toEqual([true, false, false, true, false]);
    await fold.click();
    expect(await visible()).toEqual([true, true, true, true, true]);
    await page.getByLabel("$.v9 —").click();
    await open.post(
      createServiceProfileMessage({
        questions: [{ ...nameQuestion, state: "answered", choices, chosen: { path: "$.v9" } }],
      }),
    );
    await question(names).getByText("Saved").waitFor();
    expect([await focused(), await visible()]).toEqual(["$.v9 — value 9", [true, true, true, true, true]]);
  });
});

describe("the page Service Profile", () => {
  test("shows the rows of each view, with the id where there is no name, and the states as word and icon", async () => {
    const page = await opened();
    const rows = page.getByRole("table", { name: "Deployments (16)" }).getByRole("row");
    expect(await rows.nth(1).locator("th, td").allTextContents()).toEqual(["1.2.0", " failed", "Atlas"]);
    expect(await rows.nth(2).locator("th, td").allTextContents()).toEqual(["d-2", " moored", ""]);
    const marks = await rows.locator(".state").evaluateAll((all) => all.map((one) => one.getAttribute("class")));
    expect(marks).toEqual(["state bad", "state calm"]);
    await open.post(createServiceProfileMessage({ rows: [] }));
    await rows.first().waitFor({ state: "detached" });
  });

  test("names the convention, lets the user choose another, and posts a message for each button", async () => {
    const page = await opened({ asksBeforeChanges: false });
    expect(await page.locator("header").textContent()).toContain("It is read as JSON:API.");
    await page.getByLabel("Convention").selectOption("HAL");
    for (const name of ["Share...", "Import...", "Edit as JSON", "Read the Service", "Ask Before Changes Again"])
      await page.locator("header").getByRole("button", { name }).click();
    expect(await posted()).toEqual([
      { type: "preset", name: "hal" },
      ...["shareProfile", "importProfile", "editProfile"].map((action) => ({ type: "act", action })),
      ...[{ type: "check" }, { type: "askBeforeChanges" }],
    ]);
  });

  test("is walked through by the Tab key from top to bottom", async () => {
    const page = await opened();
    const walked: unknown[] = [];
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press("Tab");
      walked.push(await focused());
    }
    expect(walked).toEqual([
      ...["Convention", "Looks Right", "Share...", "Import...", "Edit as JSON", "Read the Service"],
      ...["$.title — Atlas, Beacon, Cobalt Proposed", `Right: ${names}`],
      "Said by $.status, $.conclusion",
      ...["completed / success", "completed / failure", "moored / (none)"].map((text) => `What ${text} means`),
      ...[
        `Right: ${states}`,
        "Where",
        "Name",
        "Value",
        "Save",
        "Proposed too: 1",
        "Answered: 1",
        `All ${operationNames.length}`,
      ],
    ]);
  });

  longTest("fits into narrow and wide panels, breaks no word, and has no axe-core findings in any theme", async () => {
    const page = await opened({}, { filter: "attention", showsAnswered: true });
    const isWide = async () => {
      const boxes = await Promise.all(
        ["Questions", "How It Is Shown"].map((name) => page.getByRole("region", { name }).boundingBox()),
      );
      return boxes[0]?.y === boxes[1]?.y;
    };
    for (const name of ["Said by $.status, $.conclusion", "Proposed too: 1"]) await page.getByText(name).click();
    for (const width of [250, 300, 400, 700, 701, 1280, 1800, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      if (width >= 400) expect(await findBrokenWords(page), `at ${width} px`).toEqual([]);
      expect(await isWide(), `at ${width} px`).toBe(width > 700);
    }
    for (const theme of pageThemeNames) {
      await open.theme(theme);
      expect(await open.findings(), theme).toEqual([]);
    }
    expect(open.problems).toEqual([]);
  });
});
