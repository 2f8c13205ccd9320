import type { Frame, Page } from "playwright-core";

/** A round through a page of a panel by the Tab key. */
export interface FocusRound {
  /** The names of the elements that get the focus, in order. */
  readonly stops: readonly string[];
  /** Elements that look the same with and without the focus. */
  readonly invisible: readonly string[];
}

const maxStops = 80;

/**
 * Presses a key from the focus within the frame until the focus leaves it. Fails when it does not leave, and when an element
 * loses the focus to nothing.
 */
export async function walkFocus(page: Page, frame: Frame, key: "Tab" | "Shift+Tab"): Promise<FocusRound> {
  const stops: string[] = [];
  const invisible: string[] = [];
  for (;;) {
    const focused: { readonly name: string; readonly style: string } | null = await frame.evaluate(readFocused);
    await page.keyboard.press(key);
    if (focused) {
      stops.push(focused.name);
      if ((await frame.evaluate<string>(readPreviousStyle)) === focused.style) invisible.push(focused.name);
    }
    if (!(await frame.evaluate<boolean>("document.hasFocus()"))) return { stops, invisible };
    if (stops.length > maxStops) throw new Error(`${key} does not leave the page: ${stops.slice(-10).join(" | ")}`);
  }
}

/** The name of the element of the frame that has the focus; undefined if none has it. */
export async function readFocusedName(frame: Frame): Promise<string | undefined> {
  const focused: { readonly name: string } | null = await frame.evaluate(readFocused);
  return focused?.name;
}

const style = `(one) => {
  const { outline, border, boxShadow } = getComputedStyle(one);
  return [outline, border, boxShadow].join(" / ");
}`;

/** These run in the page of the panel. */
const readFocused = `(() => {
  const one = document.activeElement;
  globalThis.previousFocus = one;
  if (!document.hasFocus() || !one || one === document.body) return null;
  return { name: one.getAttribute("aria-label") ?? one.textContent.trim(), style: (${style})(one) };
})()`;
const readPreviousStyle = `(${style})(globalThis.previousFocus)`;
