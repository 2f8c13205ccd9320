import { Pool } from "undici";

export interface Load {
  readonly url: string;
  readonly calls: number;
  readonly atOnce: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as a POST. */
  readonly body?: string;
}

/** Requests a second that are answered with 200. */
export async function rate({ url, calls, atOnce, headers, body }: Load): Promise<number> {
  const { origin, pathname: path, search } = new URL(url);
  const pool = new Pool(origin, { connections: atOnce });
  const request = {
    path: path + search,
    headers,
    ...(body === undefined ? { method: "GET" } : { method: "POST", body }),
  };
  let left = calls;
  const one = async () => {
    while (left-- > 0) {
      const answer = await pool.request(request);
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return calls / seconds;
}
