import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import { formatCredentialHost, parseCredentialHosts } from "../../../text/hosts/credentialHost.ts";
import { readHostName } from "../../../text/hosts/hostName.ts";
import { createAddedHeader } from "../../../text/variables/addedHeader.ts";

/** Why a server cannot get a header of this name; undefined: it can. */
export function findHeaderProblem({ variables = [] }: Server, name: string): string | undefined {
  if (name === "") return l10n.t("Enter the header's name.");
  const header = createAddedHeader(name, true);
  if (!header)
    return l10n.t(
      "This header cannot be added: a name has letters and digits with - or _ between them, and is none that the connection or the body sets.",
    );
  const added = [header.variable, createAddedHeader(name, false)?.variable];
  const sender = variables.find(
    (variable) => !added.includes(variable.name) && listSentHeaders(variable.sentAs).includes(header.name),
  );
  return sender && l10n.t`${sender.name} sends this header already. Enter its value there.`;
}

/** The headers of `header X-Api-Key`, `bearer token`, `Basic user`. */
function listSentHeaders(sentAs = ""): readonly string[] {
  if (/^(?:bearer token|Basic )/.test(sentAs)) return ["authorization"];
  return sentAs.startsWith("header ") ? [sentAs.slice("header ".length).toLowerCase()] : [];
}

/**
 * The hosts of the API, as lists of hosts name them: that of `API_BASE_URL`, else those of the document. Where an empty URL says that the
 * document leaves the API's address open, `API_BASE_URL` takes the place of that one only.
 */
export function listApiHosts(server: Server, urls: readonly string[]): readonly string[] {
  const base = server.environment?.API_BASE_URL?.trim();
  const kept = base && !urls.includes("") ? [] : fillApiUrls(server, urls);
  const hosts = [...(base ? [base] : []), ...kept].flatMap((text) => {
    const url = URL.parse(text);
    return url && isHost(url) ? [formatCredentialHost(url)] : [];
  });
  return [...new Set(hosts)];
}

/** The URLs of the API with the values that the server has for their variables. */
export const fillApiUrls = ({ environment = {} }: Server, urls: readonly string[]): readonly string[] =>
  urls.map((url) => url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => environment[name] || whole));

const isHost = (url: URL) => /^https?:$/.test(url.protocol) && /^[\w.:[\]-]+$/.test(url.host);

/** Reads a list of hosts that a user typed, which may be URLs. */
export function readHeaderHosts(text: string): { readonly hosts: readonly string[] } | { readonly problem: string } {
  const typed = parseCredentialHosts(text);
  if (typed.length === 0) return { problem: l10n.t("Enter at least one host.") };
  const hosts: string[] = [];
  for (const host of typed) {
    const url = URL.parse(host.includes("://") ? host : `https://${host}`);
    if (!readHostName(host) || !url || !isHost(url) || url.username !== "" || url.password !== "")
      return { problem: l10n.t`${host} is not a host, a host with a port, or a URL.` };
    hosts.push(formatCredentialHost(url));
  }
  return { hosts: [...new Set(hosts)] };
}
