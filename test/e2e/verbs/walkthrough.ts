import type { OpenWindow } from "../window.ts";
import { matchLabel, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** VS Code's page of the walkthrough. */
export interface Walkthrough {
  open(): Promise<void>;
  /** The titles of all steps, and of the completed ones. */
  steps(): Promise<{ readonly all: string[]; readonly done: string[] }>;
  waitForDone(title: string): Promise<void>;
  /** Expands a step. */
  choose(title: string): Promise<void>;
  /** Presses the button of the expanded step, or a link of its text. */
  press(name: string): Promise<void>;
}

export function createWalkthrough({
  page,
  runCommand,
  pick,
}: Pick<OpenWindow, "page" | "runCommand" | "pick">): Walkthrough {
  const steps = page.locator(".gettingStartedContainer .getting-started-step");
  const titles = steps.locator(".step-title");
  const step = (title: string) => steps.filter({ has: page.locator(".step-title", { hasText: matchLabel(title) }) });
  const done = page.locator(".getting-started-step:has(.codicon-getting-started-step-checked) .step-title");
  const expandedStep = page.locator(".getting-started-step.expanded");
  const open = async () => {
    await runCommand("Fairlead: Open Guide...");
    await pick("Fairlead Guide", "Get Started");
    await titles.first().waitFor();
  };
  // An Escape that closes quick input closes the page too.
  const openIfClosed = async () => {
    if (await steps.first().isDisabled()) await open();
  };
  return {
    open,
    steps: async () => {
      await openIfClosed();
      return { all: await readTexts(titles), done: await readTexts(done) };
    },
    waitForDone: async (title) => {
      await waitUntil(
        `The end of the step ${title}`,
        async () => {
          await openIfClosed();
          return readTexts(done);
        },
        (seen) => seen.includes(title),
      );
    },
    // VS Code draws the page again when it opens again, and may lose a click in the meantime.
    choose: async (title) => {
      const expandStep = async () => {
        await openIfClosed();
        if ((await step(title).getAttribute("aria-expanded")) !== "true") await step(title).click();
        return expandedStep.filter({ hasText: title }).isVisible();
      };
      await waitUntil(`The step ${title}`, expandStep, (isExpanded) => isExpanded);
    },
    press: (name) => expandedStep.getByRole("button", { name, exact: true }).click(),
  };
}
