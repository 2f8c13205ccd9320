import type { Page } from "playwright-core";
import { matchLabel, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** The first steps, as VS Code shows them. */
export interface Walkthrough {
  open(): Promise<void>;
  /** The titles of all steps, and of those that are done. */
  steps(): Promise<{ readonly all: string[]; readonly done: string[] }>;
  /** Waits until a step is done. */
  waitForDone(title: string): Promise<void>;
  /** Unfolds a step. */
  choose(title: string): Promise<void>;
  /** Presses the button of the unfolded step, or a link of its text. */
  press(name: string): Promise<void>;
  /** What the picture of the unfolded step says to those who do not see it, once it is the one that says this. */
  picture(expected: RegExp): Promise<string>;
}

export function walkthrough(page: Page, runCommand: (title: string) => Promise<void>): Walkthrough {
  const steps = page.locator(".gettingStartedContainer .getting-started-step");
  const titles = steps.locator(".step-title");
  const step = (title: string) => steps.filter({ has: page.locator(".step-title", { hasText: matchLabel(title) }) });
  const done = page.locator(".getting-started-step:has(.codicon-getting-started-step-checked) .step-title");
  const unfolded = page.locator(".getting-started-step.expanded");
  const drawn = page.frameLocator(".getting-started-media iframe").frameLocator("iframe#active-frame");
  const open = async () => {
    await runCommand("Fairlead: Get Started");
    await titles.first().waitFor();
  };
  // Escape, with which something else was left, leaves the steps too.
  const stay = async () => {
    if (await steps.first().isDisabled()) await open();
  };
  return {
    open,
    steps: async () => {
      await stay();
      return { all: await readTexts(titles), done: await readTexts(done) };
    },
    waitForDone: async (title) => {
      await waitUntil(
        `The end of the step ${title}`,
        async () => {
          await stay();
          return readTexts(done);
        },
        (seen) => seen.includes(title),
      );
    },
    // The page is drawn anew when it is opened again, and may lose a click of just then.
    choose: async (title) => {
      const unfold = async () => {
        await stay();
        if ((await step(title).getAttribute("aria-expanded")) !== "true") await step(title).click();
        return unfolded.filter({ hasText: title }).isVisible();
      };
      await waitUntil(`The step ${title}`, unfold, (isThere) => isThere);
    },
    press: (name) => unfolded.getByRole("button", { name, exact: true }).click(),
    picture: (expected) =>
      waitUntil(
        `A picture of ${expected}`,
        async () => (await drawn.locator("svg[role=img]").getAttribute("aria-label")) ?? "",
        (words) => expected.test(words),
      ),
  };
}
