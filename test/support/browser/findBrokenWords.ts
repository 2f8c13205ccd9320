import type { Page } from "playwright-core";

const script = String.raw`(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { index, 0: word } of node.data.matchAll(/[^\s\-/]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

/** The visible words of a page that stand on more than one line. A word may break at a hyphen or a slash. */
export function findBrokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(script);
}
