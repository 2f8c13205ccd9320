import type { RunningServer } from "./startMcpServer.ts";

/** Ends the process cleanly when it is told to, and at once when the process that started it is gone, so that none is left behind. */
export function endWithParent(server: RunningServer): void {
  const stop = () => void server.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  if (!process.connected) return;
  process.once("disconnect", () => process.exit(0));
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
