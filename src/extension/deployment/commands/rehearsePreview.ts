import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
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
    return rehearseAll(client, deployment.id, onCalls, signal);
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

async function rehearseAll(
  client: ServiceClient,
  id: string,
  onCalls: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly RehearsedCall[]> {
  const calls: RehearsedCall[] = [];
  for (;;) {
    const page = await client.rehearse({ id, after: calls.at(-1)?.sequence ?? 0 }, { signal });
    calls.push(...page.calls);
    onCalls(calls.length);
    // A page without calls would be asked for again for ever.
    if (!page.hasMore || page.calls.length === 0) return calls;
  }
}
