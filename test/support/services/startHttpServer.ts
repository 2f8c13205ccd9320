import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";

/** Starts an HTTP server on loopback and returns its URL. It ends with the test, unless `closeLater` gets what ends it. */
export async function startHttpServer(
  listener: RequestListener,
  closeLater: (close: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const { url, close } = await listenOnLoopback(createServer(listener));
  closeLater(close);
  return url;
}
