import { get, type IncomingMessage, type RequestOptions, request } from "node:http";
import {
  isLocalServiceProcess,
  type LocalEndpoint,
  LocalServiceError,
  type LocalServiceFile,
  parseIssuedKey,
} from "../../core/connection/localService.ts";

// The door that the service keeps for its own user's editor: loopback, proven by the token of the data folder. It has no
// key yet and no part in the contract, so it does not go through the client.

const answerMs = 5_000;
/** The service says something every 10 s. */
const silenceMs = 30_000;

/** A file that a killed process left behind may name a port that is somebody else's by now. */
export async function isLocalServiceRunning(file: LocalServiceFile): Promise<boolean> {
  try {
    const { status, text } = await ask(file, "GET", "/local/status");
    return status === 200 && isLocalServiceProcess(file, text);
  } catch {
    return false;
  }
}

export function createLocalEndpoint(file: LocalServiceFile): LocalEndpoint {
  return {
    url: file.url,
    issueKey: async () => {
      const { text } = await ask(file, "POST", "/local/key");
      const key = parseIssuedKey(text);
      if (key === undefined) throw new LocalServiceError(`The local service at ${file.url} gave no key. Try again.`);
      return key;
    },
  };
}

/** A request that lasts as long as this window needs the service; resolves when it ended, for whatever reason. */
export function openLease(file: LocalServiceFile, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const lease = get(new URL("/local/lease", file.url), { ...optionsFor(file), signal }, (response) => {
    response.resume().once("close", ended.resolve);
  });
  lease.setTimeout(silenceMs, () => lease.destroy());
  lease.once("error", () => ended.resolve()).once("close", ended.resolve);
  return ended.promise;
}

function ask(file: LocalServiceFile, method: "GET" | "POST", path: string): Promise<{ status: number; text: string }> {
  const answer = Promise.withResolvers<{ status: number; text: string }>();
  const options = { ...optionsFor(file), method, signal: AbortSignal.timeout(answerMs) };
  request(new URL(path, file.url), options, (response) => {
    readText(response).then((text) => answer.resolve({ status: response.statusCode ?? 0, text }), answer.reject);
  })
    .once("error", answer.reject)
    .end(method === "POST" ? "{}" : undefined);
  return answer.promise;
}

function optionsFor({ control }: LocalServiceFile): RequestOptions {
  // No agent: a lease must not share its socket.
  return { agent: false, headers: { Authorization: `Bearer ${control}`, "Content-Type": "application/json" } };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
