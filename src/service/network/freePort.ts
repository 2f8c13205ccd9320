import { createServer } from "node:net";

/** Ports that were found lately: the programs that they were found for may not listen yet. */
const recent = new Set<number>();
const recentMs = 60_000;

/** Finds a free port, another one each time. Another program may take it before the server listens, in which case the caller tries again. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = await findPort();
    if (recent.has(port)) continue;
    recent.add(port);
    setTimeout(() => recent.delete(port), recentMs).unref();
    return port;
  }
}

function findPort(): Promise<number> {
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
