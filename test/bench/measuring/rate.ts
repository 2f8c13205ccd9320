import { Pool } from "undici";

/** A request that is repeated. */
export interface LoadRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST; a request without it is a GET. */
  readonly body?: string;
}

export interface Load {
  readonly calls: number;
  readonly atOnce: number;
}

/** Measures the requests per second with status 200. */
export async function measureRate(asked: LoadRequest, { calls, atOnce }: Load): Promise<number> {
  const caller = createCaller(asked, atOnce);
  let left = calls;
  const one = async () => {
    while (left-- > 0) await caller.call();
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - started) / 1000;
  await caller.close();
  return calls / seconds;
}

export function createCaller({ url, headers, body }: LoadRequest, connections: number) {
  const { origin, pathname: path, search } = new URL(url);
  const pool = new Pool(origin, { connections });
  const request = {
    path: path + search,
    headers,
    ...(body === undefined ? { method: "GET" } : { method: "POST", body }),
  };
  return {
    /** Sends a request and reads the response; throws if the status is not 200. */
    call: async () => {
      const answer = await pool.request(request);
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text}`);
    },
    close: () => pool.close(),
  };
}
