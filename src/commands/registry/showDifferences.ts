import { say } from "../../core/foundation/showMessage.ts";
import { differences, differenceWords, type FileSide } from "../../core/registry/fileDifferences.ts";
import type { App } from "../app.ts";

/** Shows all files that differ, or says that none does. */
export async function showDifferences(app: App, left: FileSide, right: FileSide): Promise<void> {
  const pairs = differences(left, right);
  if (pairs.length === 0) {
    say(app, "info", `${right.label} and ${left.label} are the same.`);
    return;
  }
  await app.documents.compare(`${left.label} ↔ ${right.label} (${differenceWords(pairs)})`, pairs);
}
