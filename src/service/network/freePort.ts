import { createServer } from "node:net";

/** Finds a free port. Another process may take it before the server listens, in which case the caller tries again. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("No free port was found on 127.0.0.1."));
      });
    });
  });
}
