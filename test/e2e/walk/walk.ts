import type { Frame } from "playwright-core";
import { expect } from "vitest";
import type { CleanEditor } from "../cleanEditor.ts";
import { findAxeFindings } from "../verbs/axe.ts";
import { readFocusedName, walkFocus } from "../verbs/focusRing.ts";
import { createKeyboard, type Keyboard } from "../verbs/keyboard.ts";
import { createPanel } from "../verbs/panel.ts";
import { emulateTheme, themeNames } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import { type OpenWindow, takesScreenshots } from "../window.ts";

/** A user without a mouse, who looks at each step. */
export interface Walk {
  readonly editor: CleanEditor;
  readonly window: OpenWindow;
  readonly keys: Keyboard;
  /** Moves the focus through the page of a panel, there and back. Each stop must be visible; returns their names. */
  tabThrough(expected: RegExp): Promise<readonly string[]>;
  /** Asks axe-core about what is visible; in `npm run screenshots` also takes pictures in all themes and at a zoom of 200 %. */
  look(name: string): Promise<void>;
  /** Looks at a modal dialog, once there is one. */
  lookAtDialog(name: string): Promise<void>;
  /** The events of a mouse so far. */
  mouseEvents(): readonly string[];
  /** The findings of axe-core so far. */
  findings(): readonly string[];
}

const normal = { width: 1280, height: 800 };
/** A window of 1920 x 1080 pixels at a zoom of 200 %. */
const zoomed = { width: 960, height: 540 };

export async function createWalk(editor: CleanEditor, window: OpenWindow): Promise<Walk> {
  const { page } = window;
  const events: string[] = [];
  const findings: string[] = [];
  await page.context().exposeBinding("reportMouse", (_, event: string) => void events.push(event));
  await page.context().addInitScript(reportMouseEvents);
  await page.evaluate(reportMouseEvents);
  const keys = createKeyboard(page);
  const look = async (name: string) => {
    findings.push(...(await findAxeFindings(page)).map((finding) => `${name}: ${finding}`));
    if (!takesScreenshots) return;
    for (const theme of themeNames) {
      await emulateTheme(page, theme);
      await window.screenshot(`walk-${name}-${theme}`);
    }
    await page.setViewportSize(zoomed);
    await window.screenshot(`walk-${name}-zoomed`);
    await page.setViewportSize(normal);
  };
  return {
    editor,
    window,
    keys,
    look,
    lookAtDialog: async (name) => {
      await page.locator(".monaco-dialog-box").waitFor();
      await look(name);
    },
    mouseEvents: () => events,
    findings: () => findings,
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
