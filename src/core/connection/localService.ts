import * as z from "zod";
import type { Disposable } from "../foundation/ports.ts";

/** The service of this machine, as one window sees it. */
export interface LocalService {
  /** Where it answers; it is started where it does not run, and kept alive for this window from then on. */
  start(signal?: AbortSignal): Promise<LocalEndpoint>;
  /** Where it answers now, if it does. */
  find(): Promise<LocalEndpoint | undefined>;
  /** This window needs it no longer. */
  release(): void;
  /** It died and was started again. */
  onDidRestart(listener: () => void): Disposable;
}

export interface LocalEndpoint {
  readonly url: string;
  /** A new key with every scope. */
  issueKey(signal?: AbortSignal): Promise<string>;
}

/** The local service cannot be had. */
export class LocalServiceError extends Error {
  override readonly name = "LocalServiceError";
}

/** `service.json` in the data folder: where the service is, and the proof that the same user asks. */
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

/** Whether the answer of `/local/status` comes from the process that the file names. */
export function isLocalServiceProcess(file: LocalServiceFile, status: string): boolean {
  return parse(z.object({ pid: z.literal(file.pid) }), status) !== undefined;
}

export function parseIssuedKey(text: string): string | undefined {
  return parse(z.object({ key: z.string().min(1) }), text)?.key;
}

const helloSchema = z.object({ url: z.url(), pid: z.number(), notice: z.string().optional() });

/** The first line of its output, which says that the service is there, and what its user has to know. */
export function parseLocalServiceHello(line: string): Readonly<z.output<typeof helloSchema>> | undefined {
  return parse(helloSchema, line);
}

const reasons = [
  { pattern: /ENOSPC|database or disk is full/i, advice: "The disk is full: free some space, then try again." },
  {
    pattern: /EACCES|EPERM|EROFS|readonly database|unable to open database/i,
    advice: "Its data folder cannot be written: check the folder's permissions, then try again.",
  },
  {
    pattern: /EADDRINUSE|cannot be used \(listen/i,
    advice: "Its port belongs to another program: end that one, then try again.",
  },
] as const;

/** What to tell when it could not be started: the cause if it is a known one, and the last lines it wrote. */
export function describeStartFailure(dataFolder: string, output: string): string {
  const lines = output.trim().split("\n").slice(-5).join("\n").trim();
  const advice =
    reasons.find(({ pattern }) => pattern.test(output))?.advice ?? "See the log for details, then try again.";
  const told = lines === "" ? "It ended without a word." : lines;
  return `The local service could not be started with the data folder ${dataFolder}. ${advice}\n${told}`;
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
