import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { formatFirst, listFirst } from "../../../text/formatFirst.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { isOnThisMachine } from "../../connection/model/connection.ts";
import { describeConfinement } from "../../deployment/model/confinementNotice.ts";
import { readServerRunner } from "../../server/model/runners.ts";
import { type CodeContent, listPrograms, openCodeConsent, unknownProgramNames } from "../model/codeConsent.ts";
import type { RegistryServices } from "../registryServices.ts";

/** The code that is about to run. */
export interface RunnableCode extends CodeContent {
  /** The owner's id or folder. */
  readonly owner: string;
  readonly called: string;
  /** The programs, for the question; empty if nothing runs. */
  readonly programs: readonly string[];
  /** Where a server's code runs; undefined: as a process, or the service does not say. */
  readonly runsOn?: string | undefined;
  /** Scripts of a skill, which have no network where they are confined. */
  readonly isSkill?: true;
}

/** Whether the service runs code on this machine. */
export function isRunOnThisMachine(app: ConnectionServices): boolean {
  const connection = app.connections.active();
  return connection !== undefined && isOnThisMachine(connection);
}

/** Whether code would run on this machine whose content the user neither agreed to nor edited here. */
export function isUnapprovedCode(app: ConnectedServices, code: RunnableCode): boolean {
  return code.programs.length > 0 && isRunOnThisMachine(app) && !openCodeConsent(app.memory).covers(code);
}

/** Confirms that code may run on this machine: prompts once per content, with the programs and whether something confines them. */
export async function confirmRunCode(app: ConnectedServices, all: readonly RunnableCode[]): Promise<boolean> {
  const news = all.filter((one) => isUnapprovedCode(app, one));
  if (news.length === 0) return true;
  const listed = news.map(({ called, programs }) => `${called}: ${formatFirst(programs)}`);
  const names = formatFirst(news.map(({ called }) => called));
  const session = app.connections.session();
  const notices = new Set(news.map((code) => describeConfinement(session, code)));
  const isAgreed = await app.prompts.confirm({
    message: news.some(isRunElsewhere)
      ? l10n.t`Run the code of ${names}?`
      : l10n.t`Run the code of ${names} on this machine?`,
    detail: [listFirst(listed, mostListed).join("\n"), ...notices].join("\n\n"),
    action: l10n.t("Run"),
  });
  if (isAgreed) for (const { files } of news) await openCodeConsent(app.memory).add(files);
  return isAgreed;
}

/** Whether the code does not run as a process of this machine. */
export const isRunElsewhere = ({ runsOn = "process" }: RunnableCode) => runsOn !== "process";

const mostListed = 12;

/** The programs and files of a server's version that would run, and where; empty for a remote service, which needs no consent. */
export async function readVersionCode(
  app: ConnectedServices & RegistryServices,
  client: ServiceClient,
  server: Pick<Server, "artifactId" | "projectId" | "runsOn">,
  version: string | null | undefined,
): Promise<Pick<RunnableCode, "programs" | "files" | "runsOn">> {
  if (!isRunOnThisMachine(app)) return { programs: [], files: [] };
  const { artifactId } = server;
  if (!artifactId || !version) return unknownCode;
  const runsOn = await readServerRunner(client, server);
  try {
    const files = await app.versions.list(client, artifactId, version);
    return { programs: listPrograms(files), files, runsOn };
  } catch (error) {
    if (isAbortError(error)) throw error;
    app.log.warning(`The files of version ${version} could not be read: ${readErrorMessage(error)}`);
    return { ...unknownCode, runsOn };
  }
}

/** Code whose files cannot be read is confirmed each time. */
export const unknownCode = { programs: unknownProgramNames, files: undefined } as const;
