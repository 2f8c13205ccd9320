import axe from "axe-core";
import type { Page } from "playwright-core";

/** The parts of the window that have our texts; VS Code draws them. */
const parts = [
  ...[".part.sidebar .pane-body", ".quick-input-widget", ".monaco-dialog-box", ".notification-toast-container"],
  ...[".part.statusbar", ".codelens-decoration"],
];

/** The rules that depend on what an extension gives: names, and the markup of its texts. The others are VS Code's own. */
const rules = [
  ...["aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-tooltip-name", "aria-treeitem-name"],
  ...["button-name", "duplicate-id-aria", "image-alt", "label", "link-name", "svg-img-alt"],
];

/** What axe-core finds in the visible parts of the window: `rule: element`. */
export async function findAxeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const request = JSON.stringify({ parts, rules });
  const found: { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] = await page.evaluate(`
    (async ({ parts, rules }) => {
      const include = parts.filter((part) => document.querySelector(part)?.checkVisibility());
      const { violations } = await axe.run({ include }, { runOnly: { type: "rule", values: rules } });
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    })(${request})`);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
