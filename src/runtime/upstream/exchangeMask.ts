import { maskedValue } from "../../contract/mcp/upstreamExchange.ts";
import { listSecretEncodings } from "../../text/secrets/listSecretEncodings.ts";
import type { ServerDefinition } from "../definition.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { listCredentialForms, type UpstreamCredential } from "./upstreamCredentials.ts";

/** Hides secrets in what a server exchanges with its API. */
export interface ExchangeMask {
  text(text: string): string;
  url(url: URL): string;
  headers(headers: Headers): Record<string, string>;
}

const sensitiveHeader = /^(proxy-)?authorization$|cookie|token|secret|api-?key|password|signature|credential/i;
const sensitiveParameter =
  /^(access_?token|auth|token|(api|access|subscription)?[-_]?key|client_?secret|secret|password|sig|(x-amz-)?signature|x-amz-(credential|security-token))$/i;

/** Masks credentials by their places, and the values of the definition's variables wherever they stand. */
export function createExchangeMask(
  definition: ServerDefinition,
  environment: RuntimeEnvironment,
): (credentials: readonly UpstreamCredential[]) => ExchangeMask {
  const values = listVariableValues(definition, environment);
  return (credentials) => {
    const secrets = [...new Set([...listCredentialForms(credentials), ...values])].sort((a, b) => b.length - a.length);
    const text = (shown: string) => secrets.reduce((masked, one) => masked.replaceAll(one, maskedValue), shown);
    const names = (location: string) =>
      new Set(credentials.filter((one) => one.in === location).map(({ name }) => name.toLowerCase()));
    const headerNames = names("header");
    const queryNames = names("query");
    const isQuerySecret = (name: string) => queryNames.has(name.toLowerCase()) || sensitiveParameter.test(name);
    return {
      text,
      url: (url) => maskUrl(url, text, isQuerySecret),
      headers: (headers) =>
        Object.fromEntries(
          Array.from(headers, ([name, value]) => [
            name,
            headerNames.has(name) || sensitiveHeader.test(name) ? maskedValue : text(value),
          ]),
        ),
    };
  };
}

function maskUrl(url: URL, mask: (text: string) => string, isSecret: (name: string) => boolean): string {
  const pairs = url.search.slice(1).split("&").filter(Boolean);
  const query = pairs.map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return isSecret(decodeName(name)) ? `${name}=${maskedValue}` : mask(pair);
  });
  return `${url.origin}${mask(url.pathname)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Shorter values and JSON literals occur everywhere. */
const isMaskable = (value: string) => value.length > 3 && !/^(-?\d+(\.\d+)?|true|false|null)$/.test(value);

function listVariableValues({ api, tools }: ServerDefinition, environment: RuntimeEnvironment): string[] {
  const schemes = Object.values(api.security).flatMap((scheme) =>
    scheme.kind === "basic" ? [scheme.user, scheme.password] : [scheme.variable],
  );
  const parameters = tools.flatMap(({ request }) => request.parameters.flatMap(({ variable }) => variable ?? []));
  const constants = parameters.filter((name) => isMaskable(environment[name]?.trim() ?? ""));
  return [...new Set([...schemes, ...constants])]
    .flatMap((name) => listSecretEncodings(environment[name]?.trim() ?? ""))
    .filter((value) => value.length > 3);
}
