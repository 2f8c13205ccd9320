import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { type FindServerContext, findServerAndClient } from "../../server/commands/findServer.ts";
import { findCaseFile } from "../model/caseFiles.ts";
import { type RunAndAnnounceTestsContext, runAndAnnounceTests } from "./runAndAnnounceTests.ts";

/** Runs the cases of a server, or of the clicked version. */
export const testServer: CommandHandler<FindServerContext & RunAndAnnounceTestsContext> = async (app, target) => {
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
