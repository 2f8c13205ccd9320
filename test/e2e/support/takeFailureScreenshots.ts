import { beforeEach } from "vitest";
import { readTexts } from "../verbs/text.ts";
import { openWindows } from "../window.ts";

/** The parts of the window that the tests operate. */
const parts =
  ".monaco-dialog-box, .quick-input-widget, .notification-list-item, .part.sidebar, .part.editor, .part.panel";

// Prints what the windows show after a failed test, and writes it as `failed-<name of the test>.png`.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async ({ task }) => {
    for (const [at, window] of [...openWindows].entries()) {
      const shown = (await readTexts(window.page.locator(parts).filter({ visible: true }))).join("\n---\n");
      process.stderr.write(`On the screen when "${task.name}" failed:\n${shown}\n`);
      await window.picture(`failed-${task.name.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}${at || ""}`);
    }
  });
});
