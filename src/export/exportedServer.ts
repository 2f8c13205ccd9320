import type { ServerLimits } from "../contract/runners.ts";
import type { FileContent } from "../text/files/fileContent.ts";

/** What a version is exported for. */
export const exportFormats = ["folder", "compose", "kubernetes"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A version of a server, and what its service says of it. */
export interface ExportedServer {
  readonly name: string;
  /** The short name; by default from `name`. */
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly version: string;
  /** The file that starts the server, if the service says so. */
  readonly entry?: string | undefined;
  readonly files: readonly FileContent[];
  readonly variables: readonly ExportedVariable[];
  /** The hosts that Fairlead lets the server connect to besides those of its API. */
  readonly allowedHosts: readonly string[];
  /** The titles of the accounts that Fairlead connects the server to. */
  readonly accounts: readonly string[];
  readonly limits: ServerLimits;
}

export interface ExportedVariable {
  readonly name: string;
  readonly description?: string | undefined;
  /** Where to get the value: a URL. */
  readonly documentation?: string | undefined;
  readonly isRequired: boolean;
  /** Whether the server has a value, as far as the service says so. */
  readonly isSet: boolean;
  /** The value, if it is no secret. */
  readonly value?: string | undefined;
}

/** Whether the server would not run, or not as it does now, without a value. */
export const needsValue = ({ isRequired, isSet }: ExportedVariable) => isRequired || isSet;
