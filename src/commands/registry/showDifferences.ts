import { showMessage } from "../../core/foundation/showMessage.ts";
import { type FileSet, findFileDifferences, formatFileChanges } from "../../core/registry/fileDifferences.ts";
import type { App } from "../app.ts";

/** Compares all files that differ, or reports that none does. */
export async function showDifferences(
  app: Pick<App, "documents" | "log" | "messages">,
  left: FileSet,
  right: FileSet,
): Promise<void> {
  const pairs = findFileDifferences(left, right);
  if (pairs.length === 0) {
    showMessage(app, "info", `${right.label} and ${left.label} are the same.`);
    return;
  }
  await app.documents.compare(`${left.label} ↔ ${right.label} (${formatFileChanges(pairs)})`, pairs);
}
