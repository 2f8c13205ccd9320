import { createServer } from "node:http";
import { createTinyServerFiles, tinyEntry } from "../support/servers/tinyServer.ts";

/** A folder's server that does not listen before it is let: its deployment stays at its start for as long as a test looks. */
export interface GatedServer {
  /** Resolves when a process of the server has come to the gate, `count` of them since the beginning. */
  waiting(count: number): Promise<void>;
  /** From now on whoever comes is let through. */
  open(): void;
  readonly files: Readonly<Record<string, string>>;
  close(): void;
}

export async function gatedServer(): Promise<GatedServer> {
  let isOpen = false;
  const came = new Set<string>();
  const waiters: { readonly count: number; resolve(): void }[] = [];
  const gate = createServer((incoming, answer) => {
    came.add(incoming.url ?? "");
    for (const { count, resolve } of waiters) if (came.size >= count) resolve();
    answer.statusCode = isOpen ? 200 : 503;
    answer.end();
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const address = gate.address();
  if (address === null || typeof address === "string") throw new Error("It does not listen.");
  const url = `http://127.0.0.1:${address.port}`;
  const files = createTinyServerFiles("healthy").map(({ path, content }) => [
    path,
    path === tinyEntry ? waitAt(url) + content : content,
  ]);
  return {
    files: Object.fromEntries(files),
    waiting: (count) => new Promise((resolve) => (came.size >= count ? resolve() : waiters.push({ count, resolve }))),
    open: () => {
      isOpen = true;
    },
    close: () => {
      gate.closeAllConnections();
      gate.close();
    },
  };
}

/** The beginning of a program that goes on once the gate answers with success. */
function waitAt(url: string): string {
  return `const isLet = async () => (await fetch("${url}/" + process.pid).catch(() => ({ ok: false }))).ok;
while (!(await isLet())) await new Promise((again) => setTimeout(again, 50));
`;
}
