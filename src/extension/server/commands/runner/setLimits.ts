import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import type { ServiceClient } from "../../../../client/client.ts";
import { type ServerLimits, serverLimitsSchema, stopWhenIdleMinutesSchema } from "../../../../contract/runners.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { askInSequence, createTextQuestion } from "../../../base/prompts/askInSequence.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { formatLimits, formatRunner, type NamedRunner, readRunners, readServerRunner } from "../../model/runners.ts";
import { onServer } from "../findServer.ts";
import { announceSaved } from "./announceSaved.ts";

/** The texts of the input boxes. */
type LimitTexts = Readonly<Record<LimitName, string>>;
const limitNames = ["memoryMb", "cpus", "stopWhenIdleMinutes"] as const;
type LimitName = (typeof limitNames)[number];

/**
 * Sets how much memory and how many processors a server may use, and after which time without calls it stops.
 */
export const setLimits = onServer<ConnectedServices>(
  {
    title: l10n.t("Set Limits"),
    suits: ({ limits }) => limits !== undefined,
    none: l10n.t("The service keeps no limits of its servers."),
  },
  async (app, { client, server }) => {
    if (!server.limits) return showMessage(app, "info", l10n.t`The service keeps no limits of ${server.name}.`);
    const runner = await findRunner(client, server);
    const texts = await askLimits(app, server, runner);
    if (!texts) return;
    const { limits, stopWhenIdleMinutes } = readTexts(texts);
    const current = readCurrent(server);
    if (limitNames.every((name) => texts[name] === current[name])) return;
    await client.call("server.update", {
      id: server.id,
      limits,
      ...(stopWhenIdleMinutes !== (server.stopWhenIdleMinutes ?? null) && { stopWhenIdleMinutes }),
    });
    app.refresh("fairlead.servers");
    const saved = formatLimits({ limits, stopWhenIdleMinutes }) ?? l10n.t("no limits");
    const set = (["memoryMb", "cpus"] as const).filter((name) => limits[name] !== undefined);
    announceSaved(app, { names: [server.name], saved, servers: [server], note: noteEffect(runner, set) });
  },
);

async function findRunner(client: ServiceClient, server: Server): Promise<NamedRunner | undefined> {
  const [runners, runsOn] = await Promise.all([readRunners(client), readServerRunner(client, server)]);
  return runners.find(({ kind }) => kind === runsOn);
}

function readCurrent({ limits, stopWhenIdleMinutes }: Server): LimitTexts {
  return {
    memoryMb: `${limits?.memoryMb ?? ""}`,
    cpus: `${limits?.cpus ?? ""}`,
    stopWhenIdleMinutes: `${stopWhenIdleMinutes ?? ""}`,
  };
}

/** Prompts for each value; Escape anywhere cancels all of them. */
function askLimits(
  app: EditorServices,
  server: Server,
  runner: NamedRunner | undefined,
): Promise<LimitTexts | undefined> {
  const current = readCurrent(server);
  const names = limitNames.filter((name) => name !== "stopWhenIdleMinutes" || server.stopWhenIdleMinutes !== undefined);
  const questions = names.map((name) => {
    const { prompt, placeholder, schema, problem } = boxes[name];
    const effect = name === "memoryMb" || name === "cpus" ? noteEffect(runner, [name]) : undefined;
    return createTextQuestion<LimitName, LimitTexts>(app.prompts, name, () => ({
      title: l10n.t`Limits of ${server.name}`,
      prompt: joinWords(prompt, effect),
      placeholder,
      validate: (text) => (schema.safeParse(readNumber(text)).success ? undefined : problem),
    }));
  });
  return askInSequence(current, questions);
}

/** A sentence where the runner does not apply these limits. */
function noteEffect(runner: NamedRunner | undefined, names: readonly (keyof ServerLimits)[]): string | undefined {
  const [first, second] = names.filter((name) => runner?.limits?.includes(name) === false);
  if (runner === undefined || first === undefined) return undefined;
  const label = formatRunner(runner.kind);
  if (second) return l10n.t`Where it runs (${label}), limits of memory and processors have no effect.`;
  if (first === "memoryMb") return l10n.t`Where it runs (${label}), a limit of memory has no effect.`;
  return l10n.t`Where it runs (${label}), a limit of processors has no effect.`;
}

const boxes = {
  memoryMb: {
    prompt: l10n.t("The most memory in MB. Empty: no limit."),
    placeholder: "256",
    schema: serverLimitsSchema.shape.memoryMb,
    problem: l10n.t("Enter a whole number of MB from 64 to 1048576, or nothing."),
  },
  cpus: {
    prompt: l10n.t("The most processors; 0.5 is half of one. Empty: no limit."),
    placeholder: "0.5",
    schema: serverLimitsSchema.shape.cpus,
    problem: l10n.t("Enter a number from 0.01 to 1024, such as 0.5, or nothing."),
  },
  stopWhenIdleMinutes: {
    prompt: l10n.t("The minutes without calls after which it stops until the next call. Empty: it runs on."),
    placeholder: "30",
    schema: stopWhenIdleMinutesSchema.optional(),
    problem: l10n.t("Enter a whole number of minutes from 1 to 10080, or nothing."),
  },
} as const satisfies Record<
  LimitName,
  { readonly schema: z.ZodType<number | undefined>; readonly [text: string]: unknown }
>;

/** undefined: nothing was typed. NaN: no number. */
function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

function readTexts({ memoryMb, cpus, stopWhenIdleMinutes }: LimitTexts) {
  const limits: ServerLimits = serverLimitsSchema.parse({ memoryMb: readNumber(memoryMb), cpus: readNumber(cpus) });
  return {
    limits,
    stopWhenIdleMinutes: readNumber(stopWhenIdleMinutes) ?? null,
  };
}
