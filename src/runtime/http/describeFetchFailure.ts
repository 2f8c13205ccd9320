import { readUpstreamProxyStatus, upstreamProxyStatus } from "./upstreamProxyStatus.ts";

/** Describes why a request failed. Node reports only a code, two errors deep. */
export function describeFetchFailure(error: unknown): string {
  const status = listErrorChain(error).flatMap(({ message }) => readUpstreamProxyStatus(message) ?? [])[0];
  if (status === upstreamProxyStatus.refused)
    return "the service that runs this server does not let it connect to that host";
  const proxied = Object.entries(upstreamProxyStatus.failures).find(([, one]) => one === status)?.[0];
  if (proxied !== undefined) return reasons[proxied] ?? `the connection failed (${proxied})`;
  const codes = listErrorChain(error).flatMap((one) =>
    "code" in one && typeof one.code === "string" ? [one.code] : [],
  );
  const code = codes.find((one) => one in reasons) ?? codes[0];
  if (code !== undefined) return reasons[code] ?? certificateReason(code) ?? `the connection failed (${code})`;
  return `the connection failed (${listErrorChain(error).at(-1)?.message ?? String(error)})`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ECONNRESET: "the connection was broken off (ECONNRESET)",
  EPIPE: "the connection was broken off (EPIPE)",
  UND_ERR_SOCKET: "the connection was broken off before the answer was complete",
  ENOTFOUND: "there is no host of that name (ENOTFOUND)",
  EAI_AGAIN: "the name could not be looked up just now (EAI_AGAIN)",
  ETIMEDOUT: "no connection could be made in time (ETIMEDOUT)",
  UND_ERR_CONNECT_TIMEOUT: "no connection could be made in time",
  EHOSTUNREACH: "the host cannot be reached (EHOSTUNREACH)",
  ENETUNREACH: "the network cannot be reached (ENETUNREACH)",
  CERT_HAS_EXPIRED: "its TLS certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its TLS certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its TLS certificate comes from an authority that is not trusted here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its TLS certificate cannot be verified",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its TLS certificate comes from an authority that is not trusted here",
  ERR_TLS_CERT_ALTNAME_INVALID: "its TLS certificate is for another host",
};

function certificateReason(code: string): string | undefined {
  return /^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(code) ? `TLS failed (${code})` : undefined;
}

function listErrorChain(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(listErrorChain) : [];
  return [error, ...inner, ...listErrorChain(error.cause)];
}
