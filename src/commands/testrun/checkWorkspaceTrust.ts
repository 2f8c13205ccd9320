import type { TestRequest, TestSubject } from "../../core/testrun/testSubject.ts";
import type { App } from "../app.ts";
import { askForTrust } from "../askForTrust.ts";

/** Whether orders may run, whoever asks: what they take from an untrusted workspace stays there, and trust is asked for. */
export async function checkWorkspaceTrust(
  app: Pick<App, "messages" | "run">,
  orders: readonly TestRequest[],
  isTrusted: boolean,
): Promise<boolean> {
  if (isTrusted || !orders.some(({ subject }) => isOfWorkspace(subject))) return true;
  await askForTrust(app, {});
  return false;
}

/** Its case file, or its whole folder, is sent. */
function isOfWorkspace(subject: TestSubject): boolean {
  return (subject.kind === "server" ? subject.caseFile : subject.folder) !== undefined;
}
