import { formatCredentialHost, parseCredentialHosts } from "../../text/hosts/credentialHost.ts";
import { listAddedHeaders } from "../../text/variables/addedHeader.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { checkPrintable, type UpstreamCredential } from "./upstreamCredentials.ts";

/** The headers that the environment adds to requests to a host. Other hosts never get them, also if `API_BASE_URL` names one. */
export function readAddedHeaders(environment: RuntimeEnvironment, url: URL): UpstreamCredential[] {
  const host = formatCredentialHost(url);
  return listAddedHeaders(environment).flatMap(({ name, variable, hostsVariable, isSecret }): UpstreamCredential[] => {
    const value = environment[variable]?.trim();
    if (!value || !parseCredentialHosts(environment[hostsVariable] ?? "").includes(host)) return [];
    const variables = [variable];
    return [
      { in: "header", name, value: checkPrintable(value, variables), secret: isSecret ? value : undefined, variables },
    ];
  });
}
