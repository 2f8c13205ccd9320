import axe from "axe-core";
import type { Frame, Page } from "playwright-core";
import { readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** A page of Fairlead in the active editor: a frame in a frame, which VS Code creates again each time it becomes visible. */
export interface Panel {
  /** The frame, once the text of its page matches. */
  frame(expected: RegExp): Promise<Frame>;
  /** The text of the page, once it matches. */
  text(expected: RegExp): Promise<string>;
  /** The findings of axe-core: `rule: element`. */
  findings(expected: RegExp): Promise<readonly string[]>;
  /** Presses the Tab key `count` times from the start of the page, and returns the names of the focused elements. */
  stops(expected: RegExp, count: number): Promise<string[]>;
  /** The name of the focused element. */
  focused(expected: RegExp): Promise<string>;
}

export function createPanel(page: Page): Panel {
  const find = async (expected: RegExp): Promise<Frame> => {
    const findFrame = async () => {
      const seen = await Promise.all(page.frames().map(textOf));
      return seen.find(({ text }) => expected.test(text)) ?? seen.map(({ text }) => text).join("");
    };
    const found = await waitUntil(`A page with the text ${expected}`, findFrame, (seen) => typeof seen !== "string");
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
    focused: async (expected) => nameOfFocused(await find(expected)),
  };
}

async function textOf(frame: Frame): Promise<{ readonly frame: Frame; readonly text: string }> {
  try {
    return { frame, text: (await readTexts(frame.locator("body[data-subject]"))).join("") };
  } catch {
    // VS Code is replacing the frame.
    return { frame, text: "" };
  }
}

function nameOfFocused(frame: Frame): Promise<string> {
  const focused = frame.locator(":focus");
  return focused.evaluate((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "");
}
