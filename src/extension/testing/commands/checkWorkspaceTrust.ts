import { askForTrust } from "../../base/commands/askForTrust.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { TestRequest, TestSubject } from "../model/testSubject.ts";

/**
 * Whether test runs may start: requests with files of an untrusted workspace are rejected, and the user is prompted
 * for trust.
 */
export async function checkWorkspaceTrust(
  app: EditorServices,
  orders: readonly TestRequest[],
  isTrusted: boolean,
): Promise<boolean> {
  if (isTrusted || !orders.some(({ subject }) => isOfWorkspace(subject))) return true;
  await askForTrust(app, {});
  return false;
}

/** The run uploads its case file or its whole folder. */
function isOfWorkspace(subject: TestSubject): boolean {
  return (subject.kind === "server" ? subject.caseFile : subject.folder) !== undefined;
}
