import type { ServiceClient } from "../../client/client.ts";
import { isOnThisMachine } from "../../core/connection/connection.ts";
import {
  codeConfinementNotice,
  formatFirstNames,
  listPrograms,
  openCodeConsent,
  unknownProgramNames,
} from "../../core/deployment/codeConsent.ts";
import { isAbortError, readErrorMessage } from "../../core/foundation/failure.ts";
import type { App } from "../app.ts";

/** The programs that are about to run. */
export interface RunnableCode {
  /** The owner's id or folder. */
  readonly owner: string;
  readonly called: string;
  readonly programs: readonly string[];
}

/** The user's consents at this connection. */
export function getAgreedPrograms(app: Pick<App, "connections" | "memory">) {
  return openCodeConsent(app.memory, app.connections.scope() ?? "");
}

/** Whether the service runs code on this machine. */
export function isRunOnThisMachine(app: Pick<App, "connections">): boolean {
  const connection = app.connections.active();
  return connection !== undefined && isOnThisMachine(connection);
}

/** Whether some of the programs would run on this machine without an earlier consent. */
export function isUnapprovedCode(app: Pick<App, "connections" | "memory">, { owner, programs }: RunnableCode): boolean {
  return isRunOnThisMachine(app) && !getAgreedPrograms(app).covers(owner, programs);
}

/**
 * Confirms that code may run on this machine: prompts once per owner, with the programs and what does not restrict
 * them.
 */
export async function confirmRunCode(
  app: Pick<App, "connections" | "memory" | "prompts">,
  all: readonly RunnableCode[],
): Promise<boolean> {
  const news = all.filter((one) => isUnapprovedCode(app, one));
  if (news.length === 0) return true;
  const agreed = getAgreedPrograms(app);
  const more = news.length > mostListed ? [`and ${news.length - mostListed} more`] : [];
  const listed = news.slice(0, mostListed).map(({ called, programs }) => `${called}: ${formatFirstNames(programs)}`);
  const isAgreed = await app.prompts.confirm({
    message: `Run the code of ${formatFirstNames(news.map(({ called }) => called))} on this machine?`,
    detail: `${[...listed, ...more].join("\n")}\n\n${codeConfinementNotice} You are asked again when there are other programs.`,
    action: "Run",
  });
  if (isAgreed) for (const { owner, programs } of news) await agreed.add(owner, programs);
  return isAgreed;
}

const mostListed = 12;

/** The programs of a version that would run on this machine; empty for a remote service, which needs no consent. */
export async function readVersionPrograms(
  app: Pick<App, "connections" | "log" | "versions">,
  client: ServiceClient,
  artifactId: string | null | undefined,
  version: string | null | undefined,
): Promise<readonly string[]> {
  if (!isRunOnThisMachine(app)) return [];
  if (!artifactId || !version) return unknownProgramNames;
  try {
    return listPrograms(await app.versions.list(client, artifactId, version));
  } catch (error) {
    if (isAbortError(error)) throw error;
    app.log.warning(`The files of version ${version} could not be read: ${readErrorMessage(error)}`);
    return unknownProgramNames;
  }
}
