import { type Agent, request } from "node:http";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import { waitUnlessAborted } from "../network/waitUnlessAborted.ts";

interface ServerRead {
  readonly agent: Agent;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes. */
  readonly limit: number;
}

/** Reads a path of a server beside its MCP endpoint; undefined: the answer is not JSON. */
export async function readServerJson({ limit, ...options }: ServerRead, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ ...options, signal, method: "GET" })
    .once("response", (response) => {
      const tooLarge = () => new Error("The answer is too long.");
      readWholeBody(response, { limit, tooLarge, signal }).then((body) => resolve(body.toString("utf8")), reject);
    })
    .once("error", reject)
    .end();
  return tryParseJson(await waitUnlessAborted(promise, signal));
}
