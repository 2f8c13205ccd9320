import { formatFirst } from "../formatFirst.ts";
import { isLoopbackHostname } from "./isLoopbackHostname.ts";

/** Formats the host of a URL that receives a credential, such as `api.example.com` or, without encryption, `http://api.example.com`. */
export const formatCredentialHost = (url: URL) => (url.protocol === "https:" ? url.host : url.origin);

/** Parses the value of a variable that lists hosts. */
export const parseCredentialHosts = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== "");

const mostNamed = 5;

/** `a.example.com, b.example.com and 3 more` */
export const formatCredentialHosts = (hosts: readonly string[]) => formatFirst(hosts, mostNamed);

/** `Sent to api.example.com, as header X-Key.`, without `sentAs` only where to. What stays on this machine needs no encryption, so its scheme is left out. */
export function formatReceivers(hosts: readonly string[], sentAs?: string): string {
  const names = hosts.map((host) => {
    const url = URL.parse(host);
    return url?.protocol === "http:" && isLoopbackHostname(url.hostname) ? url.host : host;
  });
  const parts = [names.length > 0 && `to ${formatCredentialHosts(names)}`, sentAs && `as ${sentAs}`].filter(Boolean);
  return parts.length === 0 ? "" : `Sent ${parts.join(", ")}.`;
}
