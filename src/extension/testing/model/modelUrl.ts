import * as l10n from "@vscode/l10n";
import { isLoopbackHostname } from "../../../text/hosts/isLoopbackHostname.ts";

export type ModelUrl =
  | { readonly kind: "fine"; readonly baseUrl: string }
  | { readonly kind: "unusable"; readonly reason: string };

/** Accepts a base URL, also with the path of an operation at its end. */
export function readModelUrl(text: string): ModelUrl {
  const typed = text.trim();
  const url = URL.parse(typed);
  if (!url) return unusable(l10n.t("This is not a URL. Enter one like https://api.openai.com/v1."));
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return unusable(l10n.t("The URL must start with https:// or http://."));
  if (url.protocol === "http:" && !isLoopbackHostname(url.hostname))
    return unusable(l10n.t("Without https:// others on the network could read the key and the requests."));
  if (url.username || url.password)
    return unusable(l10n.t("Leave user name and password out of the URL: the key is asked next."));
  if (url.search || url.hash) return unusable(l10n.t("Leave out what follows ? or #."));
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(?:chat\/completions|messages|responses)$/, "");
  return { kind: "fine", baseUrl: `${url.origin}${path}` };
}

const unusable = (reason: string): ModelUrl => ({ kind: "unusable", reason });
