import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

/** Starts an HTTP server on loopback for one test and returns its URL. */
export async function startHttpServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen.");
  return `http://127.0.0.1:${address.port}`;
}
