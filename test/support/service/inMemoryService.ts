import { setTimeout as pause } from "node:timers/promises";
import { assembleService } from "../../../src/service/assembleService.ts";
import { issueOwnerKey } from "../../../src/service/auth/owner.ts";
import type { RateLimit } from "../../../src/service/http/rateLimiter.ts";
import { createServiceContext } from "../../../src/service/startService.ts";
import { openTemporaryServiceStorage } from "../../../src/service/storage/serviceStorage.ts";

interface Options {
  readonly clock?: () => Date;
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
  readonly runtimeFiles?: readonly string[];
}

interface Ask {
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find.
  readonly body: any;
}

/** The whole service without a port: requests go straight into the app. */
export function createInMemoryService(options: Options = {}) {
  const store = openTemporaryServiceStorage();
  const logged: string[] = [];
  const url = "http://127.0.0.1:4321";
  const context = createServiceContext(
    store,
    {
      runtimeFiles: options.runtimeFiles ?? [],
      log: (level, message) => logged.push(`${level} ${message}`),
      ...(options.clock && { clock: options.clock }),
    },
    () => url,
  );
  const { app, close, firstKey } = assembleService(context, {
    ...(options.rateLimit && { rateLimit: options.rateLimit }),
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
  });

  const ask = async (method: string, path: string, { body, key, headers }: Ask = {}): Promise<Reply> => {
    const bearer = key === null ? {} : { Authorization: `Bearer ${key ?? firstKey}` };
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const response = await app.request(url + path, {
      method,
      headers: { "Content-Type": "application/json", ...bearer, ...headers },
      ...(text !== undefined && { body: text }),
    });
    const answer = await response.text();
    const isJson = /json/.test(response.headers.get("Content-Type") ?? "");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(answer) : answer };
  };

  /** The server once its generation has ended. */
  const settled = async (id: string) => {
    for (;;) {
      const [server] = (await ask("GET", `/api/v1/servers?id=${id}`)).body.items;
      if (server.status !== "generating") return server;
      await pause(5);
    }
  };

  return {
    url,
    app,
    context,
    logged,
    firstKey: firstKey ?? "",
    ask,
    settled,
    issueKey: (name: string) => issueOwnerKey(context, name),
    close: async () => {
      await close();
      store.close();
    },
  };
}
