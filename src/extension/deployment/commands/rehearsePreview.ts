import * as l10n from "@vscode/l10n";
import { rehearseAll } from "../../../client/rehearseAll.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { readDeploymentToolChanges } from "../../server/model/deploymentToolChanges.ts";
import { readServer } from "../../server/model/readServer.ts";
import { countRehearsedCalls, formatRehearsal } from "../model/formatRehearsal.ts";
import { findDeployment } from "./findDeployment.ts";

/** Makes the recorded calls of the live version again at a preview, and shows on a page what differs. */
export const rehearsePreview: CommandHandler<ConnectedServices & RegistryServices> = async (app, target) => {
  const found = await findDeployment(app, target, l10n.t("Rehearse"));
  if (!found) return;
  const { client, deployment, serverName } = found;
  const called = joinWords(serverName, deployment.version);
  const task = { title: l10n.t`Rehearsing ${called}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, (report, signal) => {
    const onCalls = (count: number) => report(formatQuantity(count, l10n.t("call"), l10n.t("calls")));
    return rehearseAll(client, deployment.id, signal, onCalls);
  });
  if (ended.kind === "cancelled") return app.messages.status(l10n.t`Rehearsing ${called} was cancelled.`);
  const calls = ended.value;
  const server = await readServer(client, deployment.serverId);
  const version = deployment.version ?? "";
  const changes = server && (await readDeploymentToolChanges(app, client, { server, version }));
  const text = formatRehearsal({ called, calls, changes });
  await app.documents.showMarkdown(text, l10n.t`Rehearsal of ${called}.md`);
  const counts = countRehearsedCalls(calls);
  const level = counts.differs + counts.fails > 0 ? "warning" : "info";
  const node = { kind: "deployment", deployment, live: false, serverName } as const;
  showMessage(
    app,
    level,
    l10n.t`Rehearsed ${called}: ${counts.same} same, ${counts.differs} different, ${counts.fails} failed, ${counts.skipped} not made.`,
    { [l10n.t("Promote")]: () => app.run("fairlead.server.deploy", { node }) },
  );
};
