import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { isServerCasePath } from "../../../testcases/readServerCases.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { useLocalByDefault } from "../../connection/commands/useLocalService.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findServer, findServerAndClient } from "../../server/commands/findServer.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findSkillFolder } from "../../skill/model/skillPart.ts";
import { findCaseFile, getCaseFileServers } from "../model/caseFiles.ts";
import type { TestSubject } from "../model/testSubject.ts";
import { type FindSkillRequestContext, findSkillRequest, readFolderSubject } from "./findSkillRequest.ts";
import { type RunAndAnnounceTestsContext, runAndAnnounceTests } from "./runAndAnnounceTests.ts";

/** Runs a case of a case file, or a group; without an id, all cases of the file's server or skill. */
export const runTestCase: CommandHandler<ConnectedServices & RunAndAnnounceTestsContext> = async (
  app,
  { resource, caseId },
) => {
  const file = resource ?? app.documents.active()?.uri;
  if (file === undefined) return;
  const client = await app.client();
  if (!client) return;
  const folder = findSkillFolder(file);
  if (folder === undefined && !isServerCasePath(file))
    return showMessage(app, "info", l10n.t`${readDocumentName(file)} holds no cases of a server or a skill.`);
  const subject =
    folder === undefined ? await serverOf(app, client, file) : await readFolderSubject(app, client, folder);
  if (subject) await runAndAnnounceTests(app, { subject, cases: caseId === undefined ? undefined : [caseId] });
};

/** The server of a case file; prompts once. undefined: cancelled. */
async function serverOf(app: ConnectedServices, client: ServiceClient, file: string): Promise<TestSubject | undefined> {
  const caseFileServers = await getCaseFileServers(app);
  const id = caseFileServers.serverOf(file);
  const remembered = id === undefined ? undefined : await readServer(client, id);
  const question = {
    title: l10n.t`Run ${readDocumentName(file)}`,
    suits: ({ latestVersion }: Server) => Boolean(latestVersion),
    none: l10n.t("There is no server to test yet. Deploy the folder of this file, then run its cases."),
  };
  const server = remembered ?? (await findServer(app, client, {}, question));
  if (!server) return undefined;
  if (!remembered) await caseFileServers.save(file, server.id);
  return { kind: "server", server, caseFile: file };
}

/** Runs the cases of a server, or of the clicked version. */
export const testServer: CommandHandler<ConnectedServices & RunAndAnnounceTestsContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Test a Server"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("No server has code to test yet."),
  });
  if (!found) return;
  const { server } = found;
  const { node } = target;
  const version = node?.kind === "version" ? { version: node.version.version } : {};
  const caseFile = await findCaseFile(app, server.id);
  await runAndAnnounceTests(app, { subject: { kind: "server", server, caseFile }, cases: undefined, ...version });
};

/** Runs the cases of a skill: of its workspace folder if there is one, else of a version. */
export const testSkill: CommandHandler<FindSkillRequestContext & RunAndAnnounceTestsContext> = async (app, target) => {
  await useLocalByDefault(app);
  const client = await app.client();
  if (!client) return;
  const order = await findSkillRequest(app, client, target, l10n.t("Test a Skill"));
  if (order) await runAndAnnounceTests(app, order);
};
