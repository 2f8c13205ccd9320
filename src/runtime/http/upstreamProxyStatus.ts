/**
 * The statuses with which the service that runs a server explains why it did not connect the server to a host. A client of a proxy
 * reports nothing but the status.
 */
export const upstreamProxyStatus = {
  refused: 403,
  failures: {
    ENOTFOUND: 404,
    EAI_AGAIN: 424,
    ECONNREFUSED: 502,
    ECONNRESET: 503,
    ETIMEDOUT: 504,
    EHOSTUNREACH: 523,
    ENETUNREACH: 521,
  },
} as const;

/** The status in an error of Node's client: `Proxy response (403) !== 200 when HTTP Tunneling`. */
export function readUpstreamProxyStatus(message: string): number | undefined {
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}
