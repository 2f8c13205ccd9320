import { getCACertificates, rootCertificates } from "node:tls";
import type { Dispatcher } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { type NetworkSettings, type ProxyEnvironment, selectProxy } from "./proxy.ts";

export interface HttpAgents {
  /** The agent that connects to `url` as the settings say; created on first use. */
  agentFor(url: URL): Dispatcher;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

// The transport limits the time of the whole request; undici would limit the pauses between packets.
const untimed = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

export function createHttpAgents(settings: NetworkSettings, environment: ProxyEnvironment): HttpAgents {
  const agents = new Map<string, Dispatcher>();
  const certificates = createLazily(() => listTrustedCertificates(settings));
  const createAgent = (url: URL, proxy: URL | undefined): Dispatcher => {
    const encrypted = url.protocol === "https:" || proxy?.protocol === "https:";
    const tls = encrypted ? { ca: certificates(), rejectUnauthorized: settings.strictSSL !== false } : {};
    if (!proxy) return new Agent({ ...untimed, connect: tls });
    return new ProxyAgent({
      clientFactory: createTunnelClient,
      ...untimed,
      uri: proxy.href,
      requestTls: tls,
      proxyTls: tls,
      ...(settings.proxyAuthorization ? { token: settings.proxyAuthorization } : {}),
    });
  };
  return {
    agentFor: (url) => {
      const proxy = selectProxy(url, settings, environment);
      const key = `${url.protocol}${proxy?.href ?? ""}`;
      const existing = agents.get(key);
      if (existing) return existing;
      const agent = createAgent(url, proxy);
      agents.set(key, agent);
      return agent;
    },
    close: async () => {
      const closing = [...agents.values()].map((agent) => agent.destroy());
      agents.clear();
      await Promise.all(closing);
    },
  };
}

/** Bounds the opening of a tunnel, because a cancelled call cannot abort it. */
const tunnelMs = 10_000;

/** A proxy agent opens tunnels by `connect`, which only undici's main entry adds to dispatchers. */
function createTunnelClient(origin: URL, options: object): Dispatcher {
  return Object.assign(new Pool(origin, { ...options, headersTimeout: tunnelMs }), { connect });
}

/** undici trusts only the bundled certificates; companies add theirs to the system or by NODE_EXTRA_CA_CERTS. */
function listTrustedCertificates(settings: NetworkSettings): string[] {
  const system = settings.caCertificates === "bundled" ? [] : getCACertificates("system");
  return [...rootCertificates, ...system, ...getCACertificates("extra")];
}

/** Reading the system's certificates takes 50 ms and more, so only a TLS connection does it. */
function createLazily<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
