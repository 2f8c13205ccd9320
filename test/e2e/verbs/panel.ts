import axe from "axe-core";
import type { Frame, Page } from "playwright-core";
import { readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** A page of Fairlead in the active editor: a frame in a frame, made anew whenever it is hidden and seen. */
export interface Panel {
  /** The frame, as soon as its page says something that matches. */
  frame(expected: RegExp): Promise<Frame>;
  /** What the page says, once it matches. */
  text(expected: RegExp): Promise<string>;
  /** What axe-core finds in it: `rule: element`. */
  findings(expected: RegExp): Promise<readonly string[]>;
  /** Where the Tab key leads, from before the page's first stop, each stop by its name; ends after as many. */
  stops(expected: RegExp, count: number): Promise<string[]>;
}

export function panel(page: Page): Panel {
  const find = async (expected: RegExp): Promise<Frame> => {
    const look = async () => {
      const seen = await Promise.all(page.frames().map(textOf));
      return seen.find(({ text }) => expected.test(text)) ?? seen.map(({ text }) => text).join("");
    };
    const found = await waitUntil(`A page that says ${expected}`, look, (seen) => typeof seen !== "string");
    if (typeof found === "string") throw new Error("the page was found");
    return found.frame;
  };
  return {
    frame: find,
    text: async (expected) => (await textOf(await find(expected))).text,
    findings: async (expected) => {
      const frame = await find(expected);
      await frame.evaluate(axe.source);
      const violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] =
        await frame.evaluate("axe.run().then((found) => found.violations)");
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    stops: async (expected, count) => {
      const frame = await find(expected);
      await frame.locator("h1").click();
      const stops: string[] = [];
      while (stops.length < count) {
        await page.keyboard.press("Tab");
        stops.push(await nameOfFocused(frame));
      }
      return stops;
    },
  };
}

async function textOf(frame: Frame): Promise<{ readonly frame: Frame; readonly text: string }> {
  try {
    return { frame, text: (await readTexts(frame.locator("body[data-subject]"))).join("") };
  } catch {
    // It is just being replaced.
    return { frame, text: "" };
  }
}

function nameOfFocused(frame: Frame): Promise<string> {
  const focused = frame.locator(":focus");
  return focused.evaluate((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "");
}
