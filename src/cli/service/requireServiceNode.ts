import { UsageError } from "../command.ts";

/** The local service needs the SQLite of Node 24, and the client its certificates of the system. */
export const oldestServiceNode = 24;

export function isServiceNode(version = process.versions.node): boolean {
  return Number.parseInt(version, 10) >= oldestServiceNode;
}

/** Comparing and generating work with an older Node; what needs a service does not. */
export function requireServiceNode(): void {
  if (isServiceNode()) return;
  throw new UsageError(
    `This command needs Node ${oldestServiceNode} or newer, and this is ${process.versions.node}. Run it with a newer Node.`,
  );
}
