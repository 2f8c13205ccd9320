import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isLoopbackHostname } from "../../../text/hosts/isLoopbackHostname.ts";

/** A service that the editor connects to. Its key is in the keyring. */
export const connectionSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  baseUrl: z.string(),
  kind: z.enum(["local", "remote"]),
});
export type Connection = Readonly<z.output<typeof connectionSchema>>;

/** The one connection to the service of this machine; its URL is known once the service runs. */
export const localConnectionId = "local";
export const localConnection: Connection = {
  id: localConnectionId,
  name: "Local service",
  baseUrl: "http://127.0.0.1",
  kind: "local",
};

/** The result of parsing the URL of a service. */
export type ServiceUrl =
  | { readonly kind: "secure"; readonly baseUrl: string }
  /** Plain HTTP would send the key unencrypted. */
  | { readonly kind: "plain"; readonly baseUrl: string }
  | { readonly kind: "unusable"; readonly reason: string };

/** Accepts the usual forms: without a scheme, with the API's path, with spaces around. */
export function readServiceUrl(text: string): ServiceUrl {
  const typed = text.trim();
  if (typed === "") return unusable(l10n.t("Enter the service's URL, for example https://fairlead.example.com."));
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${guessScheme(typed)}://${typed}`;
  const url = URL.parse(withScheme);
  if (!url) return unusable(l10n.t("This is not a URL. Enter one like https://fairlead.example.com."));
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return unusable(l10n.t("The URL must start with https:// or http://."));
  if (url.username || url.password)
    return unusable(l10n.t("Leave user name and password out of the URL: the key is asked next."));
  if (url.search || url.hash)
    return unusable(l10n.t("Leave out what follows ? or #: only the service's address is needed."));
  const path = url.pathname.replace(/^\/+/, "/").replace(/\/(api(\/v1)?)?\/*$/, "");
  const baseUrl = `${url.origin}${path}`;
  return { kind: url.protocol === "https:" || isLoopbackHostname(url.hostname) ? "secure" : "plain", baseUrl };
}

/** The origin that a key may be sent to. */
export function readUrlOrigin(baseUrl: string): string | undefined {
  return URL.parse(baseUrl)?.origin;
}

export function readUrlHost(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/** Whether the host of the URL is this machine. */
export function isOnThisMachine({ baseUrl }: Pick<Connection, "baseUrl">): boolean {
  return isLoopbackHostname(URL.parse(baseUrl)?.hostname ?? "");
}

function guessScheme(typed: string): string {
  const host = /^(\[[^\]]*\]|[^:/]*)/.exec(typed)?.[0] ?? "";
  return isLoopbackHostname(host) ? "http" : "https";
}

const unusable = (reason: string): ServiceUrl => ({ kind: "unusable", reason });
