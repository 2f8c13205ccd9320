import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

/** Starts an HTTP server on loopback and returns its URL. It ends with the test, unless `closeLater` gets what ends it. */
export async function startHttpServer(
  listener: RequestListener,
  closeLater: (close: () => void) => void = onTestFinished,
): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen.");
  return `http://127.0.0.1:${address.port}`;
}
