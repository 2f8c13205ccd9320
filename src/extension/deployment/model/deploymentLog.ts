import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type Deployment, type DeploymentEvent, isDeploymentFinished } from "../../../contract/deployments.ts";
import type { Polling } from "../../base/polling.ts";
import type { Logger } from "../../base/ports.ts";
import { formatState } from "../../base/serviceState.ts";
import { readServer } from "../../server/model/readServer.ts";
import { formatFailureLines, splitPlainLines, toPlainLine } from "./eventLines.ts";
import { createEventPolling } from "./eventPolling.ts";
import { sectionHeading } from "./logSections.ts";

interface LogFollowing {
  readonly signal: AbortSignal;
  readonly polling: Polling;
}

export type DeploymentLogText = ReturnType<typeof createDeploymentLogText>;

/** Each update sends the whole text to the editor, so a long log updates less often. */
const pauseMs = { shortest: 250, perMegabyte: 1000 } as const;

/** A deployment's log as a text that grows. */
export function createDeploymentLogText(deploymentId: string, log: Logger) {
  let head: readonly string[] = [];
  let body = "";
  let last = 0;
  let isFollowed = false;

  const take = (event: DeploymentEvent) => {
    if (event.sequence <= last) return;
    last = event.sequence;
    body += `${formatLogLines(event).join("\n")}\n`;
  };
  const readHead = async (client: ServiceClient, signal?: AbortSignal) => {
    const options = signal ? { signal } : {};
    const deployment: Deployment = await client.call("deployment.get", { id: deploymentId }, options);
    const server = await readServer(client, deployment.serverId, signal);
    head = formatLogHead(deployment, server?.name ?? deployment.serverId);
  };

  return {
    text: () => `${head.join("\n")}\n${body}`,
    /** Grows with each event. */
    get length() {
      return body.length;
    },
    /** Reads events since the last update; not needed while the log is followed. */
    update: async (client: ServiceClient): Promise<void> => {
      if (isFollowed) return;
      for await (const event of client.list("deployment.events", { id: deploymentId, after: last, limit: 1000 }))
        take(event);
      await readHead(client);
    },
    /** Reads events until aborted; throttles `onGrowth`. */
    follow: async (client: ServiceClient, { signal, polling }: LogFollowing, onGrowth: () => void): Promise<void> => {
      isFollowed = true;
      const pacer = paced(onGrowth, () => pauseMs.shortest + (body.length / 2 ** 20) * pauseMs.perMegabyte);
      try {
        const following = { after: last, signal, polling: createEventPolling({ polling }) };
        for await (const event of client.events(deploymentId, following)) {
          take(event);
          if (event.kind === "state") await readHead(client, signal);
          pacer.call();
        }
      } catch (error) {
        if (!signal.aborted) log.error(`The log of ${deploymentId} no longer grows.`, error);
      } finally {
        isFollowed = false;
        pacer.end();
      }
    },
  };
}

/** Throttles calls of `work`, with a last call for the rest. */
function paced(work: () => void, ms: () => number) {
  let timer: NodeJS.Timeout | undefined;
  return {
    call: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, ms());
    },
    end: () => {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      work();
    },
  };
}

/** The header above the events. */
export function formatLogHead(deployment: Deployment, serverName: string | undefined): string[] {
  const { id, version, status, createdAt, finishedAt, triggeredBy, failure } = deployment;
  const word = formatState(status);
  const state = word && isDeploymentFinished(status) && finishedAt ? l10n.t`${word} at ${finishedAt}` : word;
  const title = [serverName, version].filter(Boolean).join(" ");
  return [
    toPlainLine([title, l10n.t`deployment ${id}`].filter(Boolean).join(", ")),
    toPlainLine([state, formatOrder(createdAt, triggeredBy)].filter(Boolean).join("; ")),
    ...(failure ? formatFailureLines(failure).map((line) => line.trimStart()) : []),
    "",
  ];
}

function formatOrder(at: string | undefined, by: string | null | undefined): string | undefined {
  if (!by) return at && l10n.t`ordered at ${at}`;
  return at ? l10n.t`ordered at ${at} by ${by}` : l10n.t`ordered by ${by}`;
}

/** An event as log lines, under a heading when it starts a step or a state. */
export function formatLogLines(event: DeploymentEvent): string[] {
  const [first = "", ...more] = splitPlainLines(event.message ?? "");
  const title = titleOf(event);
  return [
    ...(title === undefined ? [] : [`${sectionHeading}${toPlainLine(title)}`]),
    `${toPlainLine(event.at?.slice(11, 23) ?? "").padEnd(12)} ${(formatState(event.level) ?? "").padEnd(7)} ${first}`,
    ...more.map((line) => `${" ".repeat(21)}${line}`),
  ];
}

function titleOf({ kind, data }: DeploymentEvent): string | undefined {
  if (kind === "state" && typeof data?.status === "string") return data.status;
  const begins = kind === "step" && data?.phase !== "end" && typeof data?.step === "string";
  return begins ? `step ${String(data?.step)}` : undefined;
}
