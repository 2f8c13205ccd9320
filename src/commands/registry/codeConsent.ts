import type { Client } from "../../client/client.ts";
import { isHere } from "../../core/connection/connection.ts";
import { agreedPrograms, codeLimits, firstOf, programsIn, unknownPrograms } from "../../core/deployment/codeConsent.ts";
import { isAborted, messageOf } from "../../core/foundation/failure.ts";
import type { App } from "../app.ts";

/** Programs that are about to run. */
export interface Code {
  /** Whose they are: an id or a folder. */
  readonly owner: string;
  /** Name and version. */
  readonly called: string;
  readonly programs: readonly string[];
}

/** What somebody agreed to on this connection. */
export function agreedHere(app: App) {
  return agreedPrograms(app.memory, app.connections.scope() ?? "");
}

/** Whether what the service runs runs on this machine. */
export function runsHere(app: App): boolean {
  const connection = app.connections.active();
  return connection !== undefined && isHere(connection);
}

/** Whether some of it would run on this machine that was never agreed to here. */
export function isNewCode(app: App, { owner, programs }: Code): boolean {
  return runsHere(app) && !agreedHere(app).covers(owner, programs);
}

/** Whether code may run on this machine: asked once for what one has, with what will run and what nothing keeps it from. */
export async function mayRunCode(app: App, all: readonly Code[]): Promise<boolean> {
  const news = all.filter((one) => isNewCode(app, one));
  if (news.length === 0) return true;
  const agreed = agreedHere(app);
  const more = news.length > mostListed ? [`and ${news.length - mostListed} more`] : [];
  const listed = news.slice(0, mostListed).map(({ called, programs }) => `${called}: ${firstOf(programs)}`);
  const isAgreed = await app.prompts.confirm({
    message: `Run the code of ${firstOf(news.map(({ called }) => called))} on this machine?`,
    detail: `${[...listed, ...more].join("\n")}\n\n${codeLimits} You are asked again when there are other programs.`,
    action: "Run",
  });
  if (isAgreed) for (const { owner, programs } of news) await agreed.keep(owner, programs);
  return isAgreed;
}

const mostListed = 12;

/** The programs of a version, where they would run on this machine: elsewhere nobody is asked. */
export async function programsOf(
  app: App,
  client: Client,
  artifactId: string | null,
  version: string | null,
): Promise<readonly string[]> {
  if (!runsHere(app)) return [];
  if (artifactId === null || version === null) return unknownPrograms;
  try {
    return programsIn(await app.versions.list(client, artifactId, version));
  } catch (error) {
    if (isAborted(error)) throw error;
    app.log.warning(`The files of version ${version} could not be read: ${messageOf(error)}`);
    return unknownPrograms;
  }
}
