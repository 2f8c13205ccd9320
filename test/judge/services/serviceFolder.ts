import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseTruth, type Truth } from "./truth.ts";

export interface ReceivedRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The query with its question mark. */
  readonly search?: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string;
  readonly status?: number;
  /** The name of the operation in the contract. */
  readonly operation?: string;
  /** The items that the request changed. */
  readonly effects?: readonly string[];
  /** The response was lost after the effect. */
  readonly lost?: boolean;
}

/** How a user presents the key. */
export interface ServiceCredential {
  readonly header: string;
  /** The whole value of the header. */
  readonly value: string;
  /** `Bearer {key}`. */
  readonly format: string;
  /** The user name that belongs to the key, for Basic authentication. */
  readonly user?: string;
  /** Other headers that the service accepts. */
  readonly also?: readonly string[];
}

/** A started service as its folder offers it. */
interface RawService {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly credential: ServiceCredential;
  readonly requiredHeaders?: Readonly<Record<string, string>>;
  /** Parameters of the URL that every request needs. */
  readonly requiredQuery?: Readonly<Record<string, string>>;
  readonly tenant?: ServiceTenant | null;
  /** The address of the OpenAPI document. */
  readonly document?: string;
  /** The user knows that the service follows the contract. */
  readonly dialect?: "contract";
  readonly truth: unknown;
  readonly requests: readonly ReceivedRequest[];
  readonly effects: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The number of responses that are lost, by operation. */
  readonly lose: Record<string, number>;
  readonly faults: readonly unknown[];
  stop(): Promise<void>;
}

/** The header that names the organization. */
export interface ServiceTenant {
  readonly header: string;
  readonly required: boolean;
  readonly values: readonly string[];
}

/** A running service that somebody else wrote. */
export interface ForeignService extends Omit<RawService, "truth" | "tenant" | "requiredQuery"> {
  readonly tenant: ServiceTenant | undefined;
  readonly requiredHeaders: Readonly<Record<string, string>>;
  readonly requiredQuery: Readonly<Record<string, string>> | undefined;
  /** What a user should see now. */
  readTruth(): Truth;
}

export interface ServiceFolder {
  readonly names: readonly string[];
  start(name: string): Promise<ForeignService>;
}

interface ServiceModule {
  readonly serviceNames: readonly string[];
  startService(name: string, options: { readonly port: number; readonly speed: number }): Promise<RawService>;
}

/** The services of a folder with an `index.mjs`. */
export async function openServiceFolder(folder: string): Promise<ServiceFolder> {
  const file = join(resolve(folder), "index.mjs");
  if (!existsSync(file)) throw new Error(`${file} does not exist: name a folder of services.`);
  // The folder promises this interface; the truth is parsed at each reading.
  const module = (await import(pathToFileURL(file).href)) as ServiceModule;
  return {
    names: module.serviceNames,
    start: async (name) => toForeignService(await module.startService(name, { port: 0, speed: 1 })),
  };
}

export function toForeignService(raw: RawService): ForeignService {
  const { name, url, key, credential, requests, effects, lose, faults, document, dialect } = raw;
  return {
    ...{ name, url, key, credential, requests, effects, lose, faults },
    ...(document !== undefined && { document }),
    ...(dialect !== undefined && { dialect }),
    tenant: raw.tenant ?? undefined,
    requiredHeaders: raw.requiredHeaders ?? {},
    requiredQuery: raw.requiredQuery,
    readTruth: () => parseTruth(raw.truth),
    stop: () => raw.stop(),
  };
}
