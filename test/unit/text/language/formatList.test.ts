import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

/** Modules read the language once, so each language has a thread. */
const source = `
const { parentPort, workerData } = require("node:worker_threads");
(async () => {
  (await import("@vscode/l10n")).config({ contents: workerData.contents });
  const { formatFirst } = await import(workerData.module);
  parentPort.postMessage(workerData.lists.map((names) => formatFirst(names)));
})();`;
const module = new URL("../../../../src/text/formatFirst.ts", import.meta.url).href;
const lists = [["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d", "e"]];

async function formatIn(contents: Readonly<Record<string, string>>): Promise<unknown> {
  const thread = new Worker(source, { eval: true, workerData: { contents, module, lists } });
  const [formatted] = await once(thread, "message");
  return formatted;
}

test("names in a sentence are joined with the word of the language", async () => {
  expect(await formatIn({})).toEqual(["a", "a and b", "a, b and c", "a, b, c and 2 more"]);
  expect(
    await formatIn({
      "en-GB/The BCP 47 tag of the language of this translation": "de",
      " and {0} more": " und {0} weitere",
    }),
  ).toEqual(["a", "a und b", "a, b und c", "a, b, c und 2 weitere"]);
});
