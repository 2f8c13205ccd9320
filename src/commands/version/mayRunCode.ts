import type { Client } from "../../api/client.ts";
import { agreedPrograms, codeLimits, programsIn, programWords } from "../../core/agreedPrograms.ts";
import type { App } from "../../core/app.ts";
import { isHere } from "../../core/connection.ts";
import { isAborted, messageOf } from "../../core/failure.ts";
import { say } from "../../core/say.ts";

/** Programs that are about to run. */
export interface Code {
  /** Whose they are: an id or a folder. */
  readonly owner: string;
  /** Name and version. */
  readonly called: string;
  readonly programs: readonly string[];
}

/** What would run on this machine and was never agreed to here. */
function newCode(app: App, all: readonly Code[]): readonly Code[] {
  const connection = app.connections.active();
  if (!connection || !isHere(connection)) return [];
  const agreed = agreedPrograms(app.memory);
  return all.filter(({ owner, programs }) => !agreed.covers(owner, programs));
}

/** Whether there is some, where nobody is to be asked now; it is said once why nothing runs. */
export function isNewCode(app: App, all: readonly Code[]): boolean {
  const news = newCode(app, all);
  for (const { called } of news) {
    const note = `The code of ${called} runs on save once you have agreed to run it: run its tests.`;
    if (app.model.isNews(note)) say(app, "info", note, { "Run Tests": () => app.run("fairlead.skill.test") });
  }
  return news.length > 0;
}

/** Whether code may run on this machine: asked once for what one has, with what will run and what nothing keeps it from. */
export async function mayRunCode(app: App, all: readonly Code[]): Promise<boolean> {
  const news = newCode(app, all);
  if (news.length === 0) return true;
  const isAgreed = await app.prompts.confirm({
    message: `Run the code of ${news.map(({ called }) => called).join(", ")} on this machine?`,
    detail: `${news.map(listed).join("\n")}\n\n${codeLimits} You are asked again when there are other programs.`,
    action: "Run",
  });
  if (isAgreed) for (const one of news) await agreedPrograms(app.memory).keep(one.owner, one.programs);
  return isAgreed;
}

function listed({ called, programs }: Code): string {
  return `${called}: ${programWords(programs)}`;
}

/** The programs of a version; none where the service does not show its files. */
export async function programsOf(app: App, client: Client, artifactId: string, version: string) {
  try {
    return programsIn(await app.versions.list(client, artifactId, version));
  } catch (error) {
    if (isAborted(error)) throw error;
    app.log.warning(`The files of version ${version} could not be read: ${messageOf(error)}`);
    return [];
  }
}
