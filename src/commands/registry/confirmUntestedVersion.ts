import type { ServiceClient } from "../../client/client.ts";
import { openCodeConsent } from "../../core/deployment/codeConsent.ts";
import { describeConfinement } from "../../core/deployment/confinementNotice.ts";
import { isAbortError, readErrorMessage } from "../../core/foundation/failure.ts";
import { findPassingRun } from "../../core/testrun/findPassingRun.ts";
import type { TestOwner } from "../../core/testrun/testSubject.ts";
import { readUntestedContents } from "../../core/testrun/untestedContents.ts";
import { formatFirst } from "../../text/formatFirst.ts";
import type { App } from "../app.ts";
import { isRunOnThisMachine, type RunnableCode } from "./codeConsent.ts";

interface UntestedVersionQuestion {
  readonly of: Pick<TestOwner, "kind" | "id">;
  readonly called: string;
  /** The digest of the version's content; undefined when the service does not return it. */
  readonly digest: string | undefined;
  /** The programs and files, if the version is to run. */
  readonly code?: Pick<RunnableCode, "programs" | "files">;
  /** The label of the action that continues. */
  readonly anyway: string;
  readonly runTests: () => Promise<void>;
}

const runTestsFirst = "Run Tests First";
/** The consequence that the user confirms. */
const runs = {
  server: (programs, where) => `Its code${programs} runs ${where}, to be tested and to serve.`,
  skill: (programs, where) => `Its scripts${programs} run ${where}, to be tested.`,
} as const satisfies Record<TestOwner["kind"], (programs: string, where: string) => string>;

/**
 * Confirms a version whose content passed no test run; prompts once per content. Confirming is also the consent to run
 * this content.
 */
export async function confirmUntestedVersion(
  app: Pick<App, "connections" | "log" | "memory" | "messages">,
  client: ServiceClient,
  question: UntestedVersionQuestion,
): Promise<boolean> {
  const { of, called, digest, code, anyway, runTests } = question;
  const accepted = readUntestedContents(app.memory);
  if (digest === undefined || digest === "" || accepted.has(digest) || (await isProven(app, client, of, digest)))
    return true;
  const isOfThisMachine = isRunOnThisMachine(app);
  const programs = code?.programs ?? [];
  const words = programs.length === 0 ? "" : ` (${formatFirst(programs)})`;
  const runChoice = runs[of.kind](words, isOfThisMachine ? "on this machine" : "at the service");
  const message = `${called} has no passing test run: it is not known whether this content works. ${runChoice} ${describeConfinement(app.connections.session())}`;
  const action = await app.messages.warning(message, runTestsFirst, anyway);
  if (action !== undefined && isOfThisMachine) await openCodeConsent(app.memory).add(code?.files);
  if (action === anyway) await accepted.add(digest);
  if (action === runTestsFirst) await runTests();
  return action === anyway;
}

/** A service without test runs does not block the version. */
async function isProven(
  app: Pick<App, "log">,
  client: ServiceClient,
  of: UntestedVersionQuestion["of"],
  digest: string,
): Promise<boolean> {
  try {
    return (await findPassingRun(client, of, digest)) !== undefined;
  } catch (error) {
    if (isAbortError(error)) throw error;
    app.log.warning(`Whether its tests passed could not be read: ${readErrorMessage(error)}`);
    return true;
  }
}
