import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { type ServiceOptions, startService } from "../../../src/service/startService.ts";
import { authorityFile } from "../network/secureServer.ts";
import { emptyDatabase } from "../storage/emptyDatabase.ts";
import { machineSandbox } from "./machineSandbox.ts";

const tlsFile = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));

export const publicUrl = "https://service.example";

interface PublicRequest {
  readonly path: string;
  readonly method?: string;
  /** `Host` is the public one by default. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface PublicServiceOptions {
  /** Whether the service ends TLS itself. */
  readonly tls?: boolean;
  readonly trustedProxies?: readonly string[];
  readonly signIn?: NonNullable<ServiceOptions["signIn"]>;
  readonly team?: NonNullable<ServiceOptions["team"]>;
  /** `loopback` lets users reach what else runs on this machine. */
  readonly userZone?: "loopback";
}

/** A service with a public address on a port of this machine, which is closed when its test has ended. */
export async function startPublicService(
  options: PublicServiceOptions = {},
  closeLater: (close: () => Promise<void>) => void = onTestFinished,
) {
  for (let tries = 1; ; tries += 1) {
    try {
      const service = await startOnce(options);
      closeLater(() => service.close());
      return service;
    } catch (error) {
      // Another test took the free port before the service listened on it.
      if (tries === 3 || !(error instanceof Error && error.name === "ListenError")) throw error;
    }
  }
}

async function startOnce({ tls = true, trustedProxies = [], ...options }: PublicServiceOptions) {
  const port = await findFreePort();
  const service = await startService({
    ...options,
    ...{ dataDir: null, databaseBytes: emptyDatabase },
    runtimeFiles: [],
    sandbox: machineSandbox,
    local: {
      control: "control",
      acquireLease: () => () => {},
      readUse: () => ({ windows: 0, isUsedByAgents: false }),
      stop() {},
    },
    publicAddress: {
      host: "127.0.0.1",
      port,
      url: publicUrl,
      tls: tls ? { certFile: tlsFile("service.pem"), keyFile: tlsFile("service.key") } : undefined,
      trustedProxies,
    },
  });
  const key = service.firstKey ?? "";
  /** Sends a request to the public address. */
  const askService = (request: PublicRequest) => ask(tls, port, key, request);
  /** Calls an operation, by POST if it has a body, and returns the body of the answer. */
  const call = async (path: string, body?: object) => {
    const headers = { "Content-Type": "application/json" };
    const sent = body && { method: "POST", body: JSON.stringify(body), headers };
    return JSON.parse((await askService({ path, ...sent })).text);
  };
  return { ...service, key, port, ask: askService, call };
}

function ask(tls: boolean, port: number, key: string, { path, method = "GET", headers, body }: PublicRequest) {
  const done = Promise.withResolvers<{ status: number; headers: IncomingHttpHeaders; text: string }>();
  const options = {
    ...{ host: "127.0.0.1", port, path, method },
    headers: { Host: "service.example", Authorization: `Bearer ${key}`, ...headers },
    ...(tls && { ca: readFileSync(authorityFile), servername: "service.example" }),
  };
  const outgoing = (tls ? requestHttps : requestHttp)(options, async (response) => {
    done.resolve({ status: response.statusCode ?? 0, headers: response.headers, text: await text(response) });
  });
  outgoing.once("error", done.reject);
  outgoing.end(body);
  return done.promise;
}
