import { createServer } from "node:http";
import { listenOnLoopback } from "../../support/network/listenOnLoopback.ts";
import { createTinyServerFiles, tinyEntry } from "../../support/servers/tinyServer.ts";

/** A server that does not listen before `open`, so that a test can observe its deployment while it starts. */
export interface GatedServer {
  /** Resolves when `count` processes of the server have reached the gate. */
  waiting(count: number): Promise<void>;
  /** Lets all processes through. */
  open(): void;
  readonly files: Readonly<Record<string, string>>;
  close(): void;
}

export async function createGatedServer(): Promise<GatedServer> {
  let isOpen = false;
  const reached = new Set<string>();
  const waiters: { readonly count: number; resolve(): void }[] = [];
  const gate = createServer((incoming, response) => {
    reached.add(incoming.url ?? "");
    for (const { count, resolve } of waiters) if (reached.size >= count) resolve();
    response.statusCode = isOpen ? 200 : 503;
    response.end();
  });
  const { url, close } = await listenOnLoopback(gate);
  const files = createTinyServerFiles("healthy").map(({ path, content }) => [
    path,
    path === tinyEntry ? waitAt(url) + content : content,
  ]);
  return {
    files: { ...Object.fromEntries(files), "server.json": JSON.stringify(createManifest(url)) },
    waiting: (count) =>
      new Promise((resolve) => (reached.size >= count ? resolve() : waiters.push({ count, resolve }))),
    open: () => {
      isOpen = true;
    },
    close,
  };
}

/** The gate is not on the machine of a confined server, but a host that it may connect to. */
const createManifest = (url: string) => ({
  _meta: { "io.modelcontextprotocol.registry/publisher-provided": { apiUrls: [url] } },
});

/** The start of a program that continues when the gate responds with success. */
function waitAt(url: string): string {
  return `const id = Math.random();
const isLet = async () => (await fetch("${url}/" + id).catch(() => ({ ok: false }))).ok;
while (!(await isLet())) await new Promise((again) => setTimeout(again, 50));
`;
}
