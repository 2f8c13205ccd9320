import type { OauthScheme } from "../../contract/oauthConnections.ts";
import type { SetLimits } from "./planLimits.ts";

/** A version of a server or skill. */
export interface CopyVersion {
  readonly version: string;
  /** Of its files, computed as `computeContentDigest` does; undefined: not read. */
  readonly digest: string | undefined;
  readonly notes?: string | undefined;
  /** The module to run, of a server's version. */
  readonly entry?: string | undefined;
  readonly accounts?: readonly OauthScheme[] | undefined;
}

/** What a server is set to, as far as its service says. */
export interface ServerSettings {
  /** The values that are not secret, by their variables. */
  readonly values: Readonly<Record<string, string>>;
  /** The variables with a value that the service does not show. */
  readonly secrets: readonly string[];
  /** undefined: the service does not say. */
  readonly allowedHosts: readonly string[] | undefined;
  /** undefined: the service does not say them. */
  readonly limits: SetLimits | undefined;
}

/** Why the versions of an item cannot be read, in a sentence. */
export interface ReadingObstacle {
  /** `forbidden`: the key may not read them; `hiddenVersions`: the service does not show them. */
  readonly kind: "forbidden" | "hiddenVersions";
  readonly reason: string;
}

/** A server or a skill of one of two services, with all its versions. */
export interface CopyItem {
  readonly kind: "server" | "skill";
  readonly id: string;
  readonly name: string;
  readonly slug: string | undefined;
  readonly description: string | undefined;
  readonly artifactId: string | undefined;
  /** Oldest first. */
  readonly versions: readonly CopyVersion[];
  /** Why the versions are not known. */
  readonly unreadable?: ReadingObstacle | undefined;
  /** It has content that is no version, which other services cannot read and a first version would replace. */
  readonly hasDraft: boolean;
  readonly settings: ServerSettings;
  /** The OAuth security schemes that an account is connected for. */
  readonly connectedAccounts: readonly string[];
  readonly isDeployed: boolean;
  /** It has a runner of its own. */
  readonly hasRunner: boolean;
  /** It was generated from an OpenAPI document, which the service does not return. */
  readonly hasDocument: boolean;
}
