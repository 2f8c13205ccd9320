import type { ServiceClient } from "../../client/client.ts";
import { codeConfinementNotice, formatFirstNames } from "../../core/deployment/codeConsent.ts";
import { isAbortError, readErrorMessage } from "../../core/foundation/failure.ts";
import { findPassingRun } from "../../core/testrun/findPassingRun.ts";
import type { TestOwner } from "../../core/testrun/testSubject.ts";
import { readUntestedContents } from "../../core/testrun/untestedContents.ts";
import type { App } from "../app.ts";
import { getAgreedPrograms, isRunOnThisMachine } from "./codeConsent.ts";

interface Wanted {
  readonly of: Pick<TestOwner, "kind" | "id">;
  /** Name and version. */
  readonly called: string;
  /** Of the version's content; undefined where the service does not say it. */
  readonly digest: string | undefined;
  /** What would run, where it is to run now. */
  readonly programs?: readonly string[];
  /** The action that goes on all the same. */
  readonly anyway: string;
  readonly runTests: () => Promise<void>;
}

const runTestsFirst = "Run Tests First";
/** What is agreed to. */
const runs = {
  server: (programs, where) => `Its code${programs} runs ${where}, to be tested and to serve.`,
  skill: (programs, where) => `Its scripts${programs} run ${where}, to be tested.`,
} as const satisfies Record<TestOwner["kind"], (programs: string, where: string) => string>;

/**
 * Whether to go on with a version: asked only where no test run passed with this very content, and once for each content. Who goes
 * on has agreed that its programs run.
 */
export async function confirmUntestedVersion(
  app: Pick<App, "connections" | "log" | "memory" | "messages">,
  client: ServiceClient,
  wanted: Wanted,
): Promise<boolean> {
  const { of, called, digest, programs = [], anyway, runTests } = wanted;
  const accepted = readUntestedContents(app.memory);
  if (digest === undefined || digest === "" || accepted.has(digest) || (await isProven(app, client, of, digest)))
    return true;
  const agreed = getAgreedPrograms(app);
  const isOfThisMachine = isRunOnThisMachine(app);
  const words = programs.length === 0 ? "" : ` (${formatFirstNames(programs)})`;
  const what = runs[of.kind](words, isOfThisMachine ? "on this machine" : "at the service");
  const message = `${called} has no passing test run: nobody has shown that just this content works. ${what} ${codeConfinementNotice}`;
  const action = await app.messages.warning(message, runTestsFirst, anyway);
  if (action !== undefined && isOfThisMachine) await agreed.keep(of.id, programs);
  if (action === anyway) await accepted.keep(digest);
  if (action === runTestsFirst) await runTests();
  return action === anyway;
}

/** A service that knows of no test runs cannot say so; that is no reason not to go on. */
async function isProven(
  app: Pick<App, "log">,
  client: ServiceClient,
  of: Wanted["of"],
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
