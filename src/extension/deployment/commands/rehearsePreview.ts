import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { rehearseAll } from "../../../client/rehearseAll.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import type { RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
import type { Server } from "../../../contract/servers.ts";
import type { CaseFileInput } from "../../../contract/testRuns.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { type CommandHandler, runCancellable } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findCaseFile } from "../../testing/model/caseFiles.ts";
import type { ToolsServices } from "../../tools/toolsServices.ts";
import { countRehearsedCalls, formatRehearsal } from "../model/formatRehearsal.ts";
import { readNoticedChanges } from "../model/readNoticedChanges.ts";
import { findDeployment } from "./findDeployment.ts";
import { type KeepRehearsedCallContext, keepRehearsedCall, listKeepableCalls } from "./keepRehearsedCall.ts";

type RehearseContext = KeepRehearsedCallContext & RegistryServices & Pick<ToolsServices, "mcp">;

/** Makes the recorded calls of the live version, or its test cases, again at a preview, and shows on a page what differs. */
export const rehearsePreview: CommandHandler<RehearseContext> = async (app, target) => {
  const found = await findDeployment(app, target, l10n.t("Rehearse"));
  if (!found) return;
  const { client, deployment, serverName } = found;
  const called = joinWords(serverName, deployment.version);
  const server = await readServer(client, deployment.serverId);
  if (!server) return showMessage(app, "info", l10n.t`The server of ${called} was archived or deleted.`);
  const suite = await readSuite(app, server.id);
  const ended = await runCancellable(app.progress, l10n.t`Rehearsing ${called}`, async (report, signal) => {
    const onCalls = (count: number) => report(formatQuantity(count, l10n.t("call"), l10n.t("calls")));
    const calls = await rehearseAll(client, deployment.id, signal, { onCalls, ...(suite && { suite }) });
    return {
      calls,
      noticed: await readNoticedChanges(app, client, { server, version: deployment.version ?? "" }, signal),
    };
  });
  if (ended.kind === "cancelled") return app.messages.status(l10n.t`Rehearsing ${called} was cancelled.`);
  await app.documents.showMarkdown(formatRehearsal({ called, ...ended.value }), l10n.t`Rehearsal of ${called}.md`);
  showRehearsed(app, client, { ...ended.value, called, server, deployment });
};

/** The user's case file; undefined: that of the version is used, if it has one. */
async function readSuite(app: ConnectedServices, serverId: string): Promise<CaseFileInput | undefined> {
  const file = await findCaseFile(app, serverId);
  return file === undefined ? undefined : { path: readDocumentName(file), content: await app.documents.read(file) };
}

interface ShownRehearsal {
  readonly called: string;
  readonly calls: readonly RehearsedCall[];
  readonly server: Server;
  readonly deployment: Deployment;
}

function showRehearsed(app: RehearseContext, client: ServiceClient, shown: ShownRehearsal): void {
  const { called, calls, server, deployment } = shown;
  const { same, differs, fails, skipped } = countRehearsedCalls(calls);
  const node = { kind: "deployment", deployment, live: false, serverName: server.name } as const;
  const keepable = listKeepableCalls(calls);
  const keep = async () => {
    await keepRehearsedCall(app, client, server, keepable);
    showRehearsed(app, client, shown);
  };
  showMessage(
    app,
    differs + fails > 0 ? "warning" : "info",
    l10n.t`Rehearsed ${called}: ${same} same, ${differs} different, ${fails} failed, ${skipped} not made.`,
    {
      [l10n.t("Promote")]: () => app.run("fairlead.server.deploy", { node }),
      ...(keepable.length > 0 && { [l10n.t("Keep as Test Case...")]: keep }),
    },
  );
}
