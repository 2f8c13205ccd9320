import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { isAllowedHost } from "../../../text/hosts/hostName.ts";
import { CommandError } from "../../base/failure.ts";
import { promptBack } from "../../base/ports.ts";
import { askInSequence, createQuestion, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { showMessage } from "../../base/showMessage.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import {
  changeAllowedHosts,
  formatAllowedHostsChange,
  parseAllowedHosts,
  readRefusedHost,
} from "../model/allowedHosts.ts";
import { onServer } from "./findServer.ts";

interface HostsAnswer {
  /** The refused hosts that the user chose. */
  readonly chosen: readonly string[];
  /** The whole list as the user typed it; undefined before. */
  readonly text: string | undefined;
}

/** Edits the hosts that a server may connect to, and offers those that its live deployment was refused. */
export const editAllowedHosts = onServer<ConnectedServices>(
  {
    title: l10n.t("Allowed Hosts"),
    suits: ({ allowedHosts }) => allowedHosts !== undefined,
    none: l10n.t("No server here has a list of allowed hosts."),
  },
  async (app, { client, server }) => {
    const { allowedHosts } = server;
    if (!allowedHosts)
      return showMessage(app, "info", l10n.t`The service keeps no list of hosts that ${server.name} may connect to.`);
    const refused = (await listRefusedHosts(client, server)).filter((host) => !isAllowedHost(allowedHosts, host));
    const hosts = await askHosts(app, server.name, allowedHosts, refused);
    if (!hosts) return;
    const change = await changeAllowedHosts(client, server.id, (current) => {
      if (current.join() === allowedHosts.join()) return hosts;
      throw new CommandError(
        l10n.t`The allowed hosts of ${server.name} were changed while you edited them. Nothing was changed: edit them again.`,
      );
    });
    app.refresh("fairlead.servers");
    app.messages.status(formatAllowedHostsChange(change));
  },
);

/** Prompts for the refused hosts, if there are any, and then for the whole list. undefined: cancelled. */
async function askHosts(
  app: ConnectedServices,
  serverName: string,
  current: readonly string[],
  refused: readonly string[],
): Promise<readonly string[] | undefined> {
  const title = l10n.t`Allowed Hosts of ${serverName}`;
  const refusedQuestion: SequenceQuestion<HostsAnswer> = async ({ chosen }, step) => {
    const picked = await app.prompts.pickMany({
      title,
      step,
      placeholder: l10n.t("Which refused hosts does the server need? None is also an answer."),
      choices: refused.map((host) => ({ label: host, value: host })),
      picked: (host) => chosen.includes(host),
    });
    return picked === undefined || picked === promptBack ? picked : { chosen: picked, text: undefined };
  };
  const listQuestion = createQuestion<"text", HostsAnswer>("text", ({ chosen, text }, step) =>
    app.prompts.input({
      title,
      step,
      value: text ?? [...current, ...chosen].join(", "),
      prompt: l10n.t`The hosts that the server may connect to besides those of its API, separated by commas. ${noteEffect(app)}`,
      placeholder: "api.example.com, 10.0.0.5:8080",
      validate: (typing) => {
        const parsed = parseAllowedHosts(typing);
        return "problem" in parsed ? parsed.problem : undefined;
      },
    }),
  );
  const questions = [...(refused.length > 0 ? [refusedQuestion] : []), listQuestion];
  const answer = await askInSequence<HostsAnswer>({ chosen: [], text: undefined }, questions);
  const parsed = answer && parseAllowedHosts(answer.text ?? "");
  return parsed && "hosts" in parsed ? parsed.hosts : undefined;
}

function noteEffect({ connections }: ConnectionServices): string {
  const session = connections.session();
  const sandbox = session.kind === "connected" ? session.me.confinement?.sandbox : undefined;
  return sandbox === "none"
    ? l10n.t("Nothing confines servers on this machine, so the list has no effect there.")
    : l10n.t("The list applies at once.");
}

/** The most events that are read. A log can be very long. */
const mostEvents = 20_000;

/** The hosts that the live deployment of a server was refused, each once. */
async function listRefusedHosts(client: ServiceClient, { liveDeploymentId }: Server): Promise<readonly string[]> {
  if (!liveDeploymentId) return [];
  const read = async () => {
    const hosts = new Set<string>();
    let count = 0;
    for await (const { data } of client.list("deployment.events", { id: liveDeploymentId, limit: 1000 })) {
      const refused = readRefusedHost(data);
      if (refused) hosts.add(refused.host);
      count += 1;
      if (count >= mostEvents) break;
    }
    return [...hosts];
  };
  const available = await readAvailable(read());
  return available.kind === "available" ? available.value : [];
}
