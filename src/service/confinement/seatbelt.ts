import { realpath } from "node:fs/promises";
import { listNodeFiles } from "./nodeFiles.ts";
import type { ProgramAccess, Sandbox } from "./sandbox.ts";

/**
 * Confines programs by Seatbelt, the sandbox of macOS: only Node, its libraries and the program's folder can be read, no process can be
 * started, and the only ways to a network are the program's own ports and the socket. Memory and disk space have no limit.
 */
export async function createSeatbelt(): Promise<Sandbox> {
  const node = await realpath(process.execPath);
  const readable = listNodeFiles(node);
  return {
    name: "Seatbelt",
    hasOwnNetwork: false,
    limits: [],
    wrap: (nodeArguments, access) => [
      "/usr/bin/sandbox-exec",
      ...["-p", createSeatbeltProfile(node, readable, access), node, ...nodeArguments],
    ],
  };
}

/** A later rule of a profile wins over an earlier one. `system.sb` is Apple's own list of what each program needs to start. */
export function createSeatbeltProfile(
  node: string,
  readable: readonly string[],
  { folder, scratch, socket, ports = [] }: ProgramAccess,
): string {
  return [
    "(version 1)",
    "(deny default)",
    '(import "system.sb")',
    "(deny process-fork)",
    "(deny network*)",
    "(allow sysctl-read)",
    "(allow signal (target self))",
    // Paths are followed through folders and links, whose content stays closed.
    "(allow file-read-metadata (vnode-type DIRECTORY) (vnode-type SYMLINK))",
    `(allow process-exec (literal ${quote(node)}))`,
    ...readable.map((path) => `(allow file-read* file-map-executable (subpath ${quote(path)}))`),
    `(allow file-read* (subpath ${quote(folder)}))`,
    ...(scratch === undefined ? [] : [`(allow file-read* file-write* (subpath ${quote(scratch)}))`]),
    "(allow system-socket (socket-domain AF_UNIX))",
    ...(socket === undefined ? [] : [`(allow network-outbound (remote unix-socket (literal ${quote(socket)})))`]),
    ...ports.flatMap((port) => [
      `(allow network-bind network-inbound (local ip "localhost:${port}"))`,
      `(allow network-outbound (remote ip "localhost:${port}"))`,
    ]),
  ].join("\n");
}

const quote = (path: string) => `"${path.replaceAll(/["\\]/g, "\\$&")}"`;
