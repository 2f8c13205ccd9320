import type { Frame } from "playwright-core";
import { expect } from "vitest";
import type { CleanEditor } from "../cleanEditor.ts";
import { readFocusedName, walkFocus } from "../verbs/focusRing.ts";
import { createKeyboard, type Keyboard } from "../verbs/keyboard.ts";
import { createPanel } from "../verbs/panel.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

/** A user without a mouse. */
export interface KeyboardWalk {
  readonly editor: CleanEditor;
  readonly window: OpenWindow;
  readonly keys: Keyboard;
  /** Moves the focus through the page of a panel, there and back. Each stop must be visible; returns their names. */
  tabThrough(expected: RegExp): Promise<readonly string[]>;
  /** The events of a mouse so far. */
  mouseEvents(): readonly string[];
}

export async function createKeyboardWalk(editor: CleanEditor, window: OpenWindow): Promise<KeyboardWalk> {
  const { page } = window;
  const events: string[] = [];
  await page.context().exposeBinding("reportMouse", (_, event: string) => void events.push(event));
  await page.context().addInitScript(reportMouseEvents);
  await page.evaluate(reportMouseEvents);
  const keys = createKeyboard(page);
  return {
    editor,
    window,
    keys,
    mouseEvents: () => events,
    tabThrough: async (expected) => {
      const frame = await createPanel(page).frame(expected);
      await keys.run("View: Focus Active Editor Group");
      await waitForFocus(frame);
      const forth = await walkFocus(page, frame, "Tab");
      // A browser's window does not get the focus back from its address bar by Shift+Tab.
      await keys.run("View: Focus Active Editor Group");
      await waitForFocus(frame);
      for (const _ of forth.stops) if ((await readFocusedName(frame)) !== forth.stops.at(-1)) await keys.press("Tab");
      const back = await walkFocus(page, frame, "Shift+Tab");
      expect([...forth.invisible, ...back.invisible]).toEqual([]);
      expect(forth.stops.length).toBeGreaterThan(0);
      expect(new Set(back.stops)).toEqual(new Set(forth.stops));
      return forth.stops;
    },
  };
}

async function waitForFocus(frame: Frame): Promise<void> {
  const hasFocus = () => frame.evaluate<boolean>("document.hasFocus()");
  await waitUntil("The focus in the page", hasFocus, (seen) => seen);
}

/** Runs in all frames. A click by a key has no detail. */
const reportMouseEvents = `for (const type of ["pointerdown", "mousedown", "click"])
  addEventListener(type, (event) => event.isTrusted && (type !== "click" || event.detail > 0) && reportMouse(type), true);`;
