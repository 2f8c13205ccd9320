import { setTimeout as pause } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server, ServerSource } from "../../../contract/servers.ts";
import type { AttachedSkill } from "../../../contract/skills.ts";
import { CommandError } from "../../base/failure.ts";
import { createPolling, type Polling } from "../../base/polling.ts";
import { formatState } from "../../base/serviceState.ts";
import { readServer } from "../model/readServer.ts";

const longestMs = 30 * 60_000;
/** So long a state whose meaning is not known is watched for another one. */
const longestUnknownMs = 60_000;

/** Whether a generation may go on. What an unknown state means is not known. */
export const mayGenerate = ({ status }: Pick<Server, "status">) =>
  status === "generating" || typeof status === "object";

/** Whether the state says how a generation ended, or another latest version than before says that it succeeded. */
const hasEnded = ({ status, latestVersion }: Server, before: Server["latestVersion"]) =>
  status === "ready" || status === "failed" || (Boolean(latestVersion) && latestVersion !== before);

/** Polls until the generation of a server, as it was before, succeeds or fails, or its state stays unknown. */
export async function waitForGeneration(
  client: ServiceClient,
  { id, name, latestVersion }: Server,
  signal: AbortSignal,
  polling: Pick<Polling, "wait"> = createPolling({ refreshMs: () => 3000 }),
  now = () => performance.now(),
): Promise<Server> {
  const startedAt = now();
  for (let waitMs = 150; ; waitMs *= 2) {
    const server = await readServer(client, id, signal);
    if (!server) throw new CommandError(l10n.t`${name} was archived or deleted while it was generated.`);
    const waitedMs = now() - startedAt;
    const isUnknown = mayGenerate(server) && !hasEnded(server, latestVersion) && waitedMs <= longestUnknownMs;
    if (server.status !== "generating" && !isUnknown) return server;
    if (waitedMs > longestMs)
      throw new CommandError(
        l10n.t`${name} is still being generated after half an hour. The Servers view shows how it ends.`,
      );
    await polling.wait(waitMs, 1, signal);
  }
}

interface GenerationContext {
  readonly client: ServiceClient;
  readonly polling: Polling;
  readonly signal: AbortSignal;
  /** Shows what goes on. */
  readonly report: (message: string) => void;
}

/** What differs from the latest version: its source, its skills or its number. */
interface WantedVersion {
  readonly source?: ServerSource;
  readonly skills?: AttachedSkill[];
  readonly version?: string;
}

/** Starts a generation and waits for it; by default the service numbers the version. Then the server is `failed`, or a version was created. */
export async function runGeneration(
  { client, polling, signal, report }: GenerationContext,
  server: Server,
  wanted: WantedVersion,
): Promise<Server> {
  report(l10n.t("Sending it to the service"));
  const ordered = await client.call("server.generate", { id: server.id, ...wanted }, { signal, deadlineMs });
  // No operation of a service ends a generation.
  report(l10n.t("The service is generating the code, and goes on after Cancel."));
  const ended = mayGenerate(ordered)
    ? await waitForGeneration(client, server, signal, countRequests(polling))
    : ordered;
  if (hasEnded(ended, server.latestVersion)) return ended;
  const { name } = server;
  const word = formatState(ended.status);
  throw new CommandError(
    word === undefined
      ? l10n.t`The service does not say the state of ${name}: look at the service whether a version was created.`
      : l10n.t`The state of ${name} is ${word}: look at the service whether a version was created.`,
  );
}

/** The user waits for the end, so the requests count in the budget, and do not wait there behind what the views read again. */
function countRequests({ budget, restMs }: Polling): Pick<Polling, "wait"> {
  return {
    wait: async (ms, requests, signal) => {
      await pause(Math.min(ms, restMs()), undefined, { signal });
      budget.spend(requests);
    },
  };
}

/** A document of up to 30 MB has to be uploaded. */
const deadlineMs = 120_000;
