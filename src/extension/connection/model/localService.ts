import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { Disposable } from "../../base/ports.ts";

/** The local service, as one window uses it. */
export interface LocalService {
  /** Starts the service if it does not run, and keeps it running for this window; returns its endpoint. */
  start(signal?: AbortSignal): Promise<LocalEndpoint>;
  /** The endpoint of the running service. */
  find(): Promise<LocalEndpoint | undefined>;
  /** What keeps the running service running; undefined: it does not run. */
  readUse(): Promise<LocalServiceUse | undefined>;
  /** This window needs the service no longer. */
  release(): void;
  /** Fires with its URL when the service died and was started again. */
  onDidRestart(listener: (url: string) => void): Disposable;
}

export interface LocalServiceUse {
  /** This one included. */
  readonly windows: number;
  /** An agent uses a server, or did so in the last minutes. */
  readonly isUsedByAgents: boolean;
}

export interface LocalEndpoint {
  readonly url: string;
  /** Issues a new key with every scope; by default it is the editor's. */
  issueKey(name?: string): Promise<string>;
  /** Gives an agent access to a server through the bridge; returns the id of the grant, which is no secret. */
  createGrant(serverId: string, agent: string): Promise<string>;
  /** Deletes an archived project, server or skill for good. */
  deleteArchived(id: string): Promise<void>;
}

/** The local service is not available. */
export class LocalServiceError extends Error {
  override readonly name = "LocalServiceError";
}

/** `service.json` in the data folder: the endpoint, and the secret that proves the caller is the same user. */
const serviceFileSchema = z.object({
  url: z.url(),
  pid: z.number().int(),
  version: z.string(),
  control: z.string().min(1),
});
export type LocalServiceFile = Readonly<z.output<typeof serviceFileSchema>>;

export function parseLocalServiceFile(text: string): LocalServiceFile | undefined {
  return parse(serviceFileSchema, text);
}

/** Whether the response of `/local/status` comes from the process that the file names. */
export function isLocalServiceProcess(file: LocalServiceFile, status: string): boolean {
  return parse(z.object({ pid: z.literal(file.pid) }), status) !== undefined;
}

export function parseLocalServiceUse(status: string): LocalServiceUse | undefined {
  return parse(z.object({ windows: z.number().int(), isUsedByAgents: z.boolean() }), status);
}

export function parseIssuedKey(text: string): string | undefined {
  return parse(z.object({ key: z.string().min(1) }), text)?.key;
}

export function parseCreatedGrant(text: string): string | undefined {
  return parse(z.object({ id: z.string().min(1) }), text)?.id;
}

/** The reason that a problem response of the control API gives. */
export function parseControlProblem(text: string): string | undefined {
  return parse(z.object({ detail: z.string().min(1) }), text)?.detail;
}

const helloSchema = z.object({
  url: z.url(),
  pid: z.number(),
  notice: z.string().optional(),
  previousUrl: z.url().optional(),
});

/** Parses the first line of the service's output: that it runs, and notices for the user. */
export function parseLocalServiceHello(line: string): Readonly<z.output<typeof helloSchema>> | undefined {
  return parse(helloSchema, line);
}

const reasons = [
  { pattern: /ENOSPC|database or disk is full/i, advice: l10n.t("The disk is full: free some space, then try again.") },
  {
    pattern: /EACCES|EPERM|EROFS|readonly database|unable to open database/i,
    advice: l10n.t("Its data folder cannot be written: check the folder's permissions, then try again."),
  },
  {
    pattern: /EADDRINUSE|cannot be used \(listen/i,
    advice: l10n.t("Its port belongs to another program: end that one, then try again."),
  },
] as const;

/** The message of a failed start: the cause if it is a known one, and the last lines of output. */
export function describeStartFailure(dataFolder: string, output: string): string {
  const lines = output.trim().split("\n").slice(-5).join("\n").trim();
  const advice =
    reasons.find(({ pattern }) => pattern.test(output))?.advice ?? l10n.t("See the log for details, then try again.");
  const outputLines = lines === "" ? l10n.t("It wrote no output.") : lines;
  const failure = l10n.t`The local service could not be started with the data folder ${dataFolder}. ${advice}`;
  return `${failure}\n${outputLines}`;
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  return schema.safeParse(tryParseJson(text)).data;
}
