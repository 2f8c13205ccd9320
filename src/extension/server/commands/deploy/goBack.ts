import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { listNewestItems } from "../../../../contract/isNewestFirst.ts";
import type { Server } from "../../../../contract/servers.ts";
import { formatRelativeTime } from "../../../../text/formatTime.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { findLiveVersion } from "../../model/findLiveVersion.ts";
import { type DeployVersionContext, deployVersion } from "../deployVersion.ts";
import { onServer } from "../findServer.ts";

/** Deploys a version of a server that ran before: the one of the row, or one that the user picks. */
export const goBack = onServer<DeployVersionContext>(
  {
    title: l10n.t("Go Back"),
    none: l10n.t("There is no server yet."),
  },
  async (app, { client, server }, target) => {
    const isVersion = target.node?.kind === "version";
    const reading = findLiveVersion(client, server);
    const version = isVersion ? target.node.version.version : await askEarlierVersion(app, client, server, reading);
    const live = await reading;
    // Who picks a version has read which one is live.
    if (version !== undefined) await deployVersion(app, client, server, version, isVersion ? { replaces: live } : {});
  },
);

/** The number of recent deployments to choose from. */
const mostDeployments = 100;

async function askEarlierVersion(
  app: EditorServices,
  client: ServiceClient,
  server: Server,
  readingLive: Promise<string | undefined>,
): Promise<string | undefined> {
  const listing = client.call("deployments.list", { serverId: server.id, limit: mostDeployments });
  const [deployments, live] = await Promise.all([listing, readingLive]);
  const ran = listNewestItems(deployments).filter(
    ({ version, startedAt }) => startedAt && version !== undefined && version !== live,
  );
  const newest = [...Map.groupBy(ran, ({ version }) => version)];
  if (newest.length === 0) {
    const message =
      deployments.nextCursor === null
        ? l10n.t`No other version of ${server.name} ran before.`
        : l10n.t`The last ${mostDeployments} deployments of ${server.name} have no other version. Choose one below its versions.`;
    return showMessage(app, "info", message);
  }
  const now = Date.now();
  return app.prompts.pick({
    title: l10n.t`Go Back to an Earlier Version of ${server.name}`,
    placeholder: live === undefined ? l10n.t("Which version?") : l10n.t`Which version? ${live} is live.`,
    choices: newest.flatMap(([version, [last]]) =>
      version === undefined
        ? []
        : [{ label: version, description: formatRelativeTime(last?.startedAt, now), icon: "tag", value: version }],
    ),
  });
}
