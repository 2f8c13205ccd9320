import type { Client } from "../../api/client.ts";
import { acceptedContents } from "../../core/acceptedContents.ts";
import type { App } from "../../core/app.ts";
import { isAborted, messageOf } from "../../core/failure.ts";
import { passingRun } from "../../core/passingRun.ts";
import type { TestOwner } from "../../core/tests/subject.ts";

interface Wanted {
  readonly of: Pick<TestOwner, "kind" | "id">;
  /** Name and version. */
  readonly called: string;
  /** Of the version's content; undefined where the service does not say it. */
  readonly digest: string | undefined;
  /** The action that goes on all the same. */
  readonly anyway: string;
  readonly runTests: () => Promise<void>;
}

const runTestsFirst = "Run Tests First";
/** What is agreed to. */
const runs = {
  server: "Its code runs at the service, to be tested and to serve.",
  skill: "Its scripts run at the service, to be tested.",
} as const satisfies Record<TestOwner["kind"], string>;
const limits =
  "Fairlead's own service lets code read its own files only and start nothing; the network, local ports included, is not limited.";

/** Whether to go on with a version: asked only where no test run passed with this very content, and once for each content. */
export async function mayUse(app: App, client: Client, wanted: Wanted): Promise<boolean> {
  const { of, called, digest, anyway, runTests } = wanted;
  const accepted = acceptedContents(app.memory);
  if (digest === undefined || digest === "" || accepted.has(digest) || (await isProven(app, client, of, digest)))
    return true;
  const message = `${called} has no passing test run: nobody has shown that just this content works. ${runs[of.kind]} ${limits}`;
  const action = await app.messages.warning(message, runTestsFirst, anyway);
  if (action === anyway) await accepted.keep(digest);
  if (action === runTestsFirst) await runTests();
  return action === anyway;
}

/** A service that knows of no test runs cannot say so; that is no reason not to go on. */
async function isProven(app: App, client: Client, of: Wanted["of"], digest: string): Promise<boolean> {
  try {
    return (await passingRun(client, of, digest)) !== undefined;
  } catch (error) {
    if (isAborted(error)) throw error;
    app.log.warning(`Whether its tests passed could not be read: ${messageOf(error)}`);
    return true;
  }
}
