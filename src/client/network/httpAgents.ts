import { getCACertificates, rootCertificates } from "node:tls";
import type { Dispatcher } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { type NetworkSettings, type ProxyEnvironment, selectProxy } from "./proxy.ts";

export interface HttpAgents {
  /** The agent that connects to `url` as the settings want it; made when first needed. */
  agentFor(url: URL): Dispatcher;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

// Time limits are the transport's: it counts the whole call, not the pauses between packets.
const untimed = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

export function createHttpAgents(settings: NetworkSettings, environment: ProxyEnvironment): HttpAgents {
  const made = new Map<string, Dispatcher>();
  const certificates = lazily(() => trusted(settings));
  const make = (url: URL, proxy: URL | undefined): Dispatcher => {
    const encrypted = url.protocol === "https:" || proxy?.protocol === "https:";
    const tls = encrypted ? { ca: certificates(), rejectUnauthorized: settings.strictSSL !== false } : {};
    if (!proxy) return new Agent({ ...untimed, connect: tls });
    return new ProxyAgent({
      clientFactory: tunnelClient,
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
      const known = made.get(key);
      if (known) return known;
      const agent = make(url, proxy);
      made.set(key, agent);
      return agent;
    },
    close: async () => {
      const ending = [...made.values()].map((agent) => agent.destroy());
      made.clear();
      await Promise.all(ending);
    },
  };
}

/** Nobody waits for a proxy that does not answer: who gave up cannot call a tunnel off that is being opened. */
const tunnelMs = 10_000;

/** A proxy agent opens tunnels by a method that only undici's main entry would give to every dispatcher. */
function tunnelClient(origin: URL, options: object): Dispatcher {
  return Object.assign(new Pool(origin, { ...options, headersTimeout: tunnelMs }), { connect });
}

/** undici knows the bundled certificates only; companies add theirs to the system or by NODE_EXTRA_CA_CERTS. */
function trusted(settings: NetworkSettings): string[] {
  const system = settings.caCertificates === "bundled" ? [] : getCACertificates("system");
  return [...rootCertificates, ...system, ...getCACertificates("extra")];
}

/** Reading the system's certificates takes 50 ms and more, so only who connects with TLS pays for it. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
