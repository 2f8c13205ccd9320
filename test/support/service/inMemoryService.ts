import { assembleService } from "../../../src/service/assembleService.ts";
import { issueOwnerKey } from "../../../src/service/auth/owner.ts";
import type { RunnerOptions } from "../../../src/service/createRunners.ts";
import type { RateLimit } from "../../../src/service/http/rateLimiter.ts";
import { createServiceContext } from "../../../src/service/startService.ts";
import { openTemporaryServiceStorage } from "../../../src/service/storage/serviceStorage.ts";
import { pollUntil } from "../pollUntil.ts";
import { emptyDatabase } from "../storage/emptyDatabase.ts";
import { runsInProcess } from "./servedService.ts";

interface Options {
  readonly clock?: () => Date;
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
  readonly runtimeFiles?: readonly string[];
  readonly auditDays?: number;
  readonly runners?: RunnerOptions;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of the body.
  readonly body: any;
}

/** The whole service without a port: requests go directly to the app. */
export function createInMemoryService(options: Options = {}) {
  const store = openTemporaryServiceStorage(emptyDatabase);
  const logged: string[] = [];
  const url = "http://127.0.0.1:4321";
  const context = createServiceContext(
    store,
    {
      runtimeFiles: options.runtimeFiles ?? [],
      ...runsInProcess,
      log: (level, message) => logged.push(`${level} ${message}`),
      ...(options.clock && { clock: options.clock }),
      ...(options.auditDays !== undefined && { auditDays: options.auditDays }),
      ...(options.runners && { runners: options.runners }),
    },
    () => url,
  );
  const { app, close, firstKey } = assembleService(context, {
    ...(options.rateLimit && { rateLimit: options.rateLimit }),
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
  });

  const request = async (
    method: string,
    path: string,
    { body, key, headers }: RequestOptions = {},
  ): Promise<ServiceResponse> => {
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

  /** Waits until the server's generation has ended. */
  const waitForGeneration = (id: string) =>
    pollUntil(
      async () => (await request("GET", `/api/v1/servers?id=${id}`)).body.items[0],
      ({ status }) => status !== "generating",
    );

  return {
    url,
    app,
    context,
    logged,
    firstKey: firstKey ?? "",
    request,
    waitForGeneration: waitForGeneration,
    issueKey: (name: string) => issueOwnerKey(context, name),
    close: async () => {
      await close();
      store.close();
    },
  };
}
