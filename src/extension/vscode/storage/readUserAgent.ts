import type { ExtensionContext } from "vscode";

/** The version of this extension. */
export function readOwnVersion({ extension }: Pick<ExtensionContext, "extension">): string {
  const { version }: { version?: unknown } = extension.packageJSON;
  return String(version);
}

/** The header `User-Agent` of every request to a service. */
export function readUserAgent(context: Pick<ExtensionContext, "extension">): string {
  return `Fairlead/${readOwnVersion(context)}`;
}
