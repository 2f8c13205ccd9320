import { connect } from "node:net";

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
  const caller = createCaller(asked);
  let left = calls;
  const one = async () => {
    while (left-- > 0) await caller.call();
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - started) / 1000;
  caller.close();
  return calls / seconds;
}

/**
 * Sends a request again and again over connections that stay open, one for each call at once. It writes and reads plain bytes,
 * because on two processors an HTTP client takes what the measured servers need.
 */
export function createCaller({ url, headers, body: usual }: LoadRequest) {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${pathname}${search} HTTP/1.1\r\n${lines.join("")}`;
  const free: Connection[] = [];
  const open = new Set<Connection>();
  const openOne = () => {
    const connection = openConnection(Number(port), hostname);
    open.add(connection);
    connection.socket.once("close", () => open.delete(connection));
    return connection;
  };
  return {
    /** Sends a request and returns its response with its head; throws if the status is not 200. */
    call: async (body = usual): Promise<string> => {
      let connection = free.pop();
      // The server has closed what was idle for long.
      while (connection && !open.has(connection)) connection = free.pop();
      connection ??= openOne();
      const response = await connection.exchange(
        body === undefined
          ? `GET ${head}\r\n`
          : `POST ${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      free.push(connection);
      if (!response.startsWith("HTTP/1.1 200 ")) throw new Error(`${url} answered ${response}`);
      return response;
    },
    close: () => {
      for (const { socket } of open) socket.destroy();
    },
  };
}

type Connection = ReturnType<typeof openConnection>;

function openConnection(port: number, hostname: string) {
  const socket = connect(port, hostname).setNoDelay().setEncoding("latin1");
  let [response, done] = ["", Promise.withResolvers<string>()];
  socket.on("data", (chunk) => {
    response += chunk;
    if (isWhole(response)) done.resolve(response);
  });
  socket.on("error", (error) => done.reject(error));
  socket.on("close", () => done.reject(new Error("The connection was closed.")));
  return {
    socket,
    exchange: (request: string): Promise<string> => {
      [response, done] = ["", Promise.withResolvers<string>()];
      socket.write(request);
      return done.promise;
    },
  };
}

function isWhole(response: string): boolean {
  const end = response.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(response.slice(0, end))?.[1];
  return length === undefined ? response.endsWith("\r\n0\r\n\r\n") : response.length >= end + 4 + Number(length);
}
