import { isRecord } from "../../../text/record.ts";

/** Cursor's API for extensions, which VS Code does not have: https://cursor.com/docs/extension-api */
export interface CursorMcp {
  registerServer(config: { readonly name: string; readonly server: { readonly url: string } }): void;
  unregisterServer(name: string): void;
}

/** undefined: this editor is not Cursor, or an older one. */
export function findCursorMcp(editor: object): CursorMcp | undefined {
  const cursor = "cursor" in editor ? editor.cursor : undefined;
  const mcp = isRecord(cursor) ? cursor.mcp : undefined;
  if (!isRecord(mcp)) return undefined;
  const { registerServer, unregisterServer } = mcp;
  if (typeof registerServer !== "function" || typeof unregisterServer !== "function") return undefined;
  return {
    registerServer: (config) => void registerServer.call(mcp, config),
    unregisterServer: (name) => void unregisterServer.call(mcp, name),
  };
}

/** Returns a function that registers exactly these servers; Cursor signs in to them itself. */
export function createCursorServers(
  mcp: CursorMcp,
): (servers: readonly { readonly label: string; readonly url: string }[]) => void {
  const registered = new Map<string, string>();
  return (servers) => {
    const wanted = new Map(servers.map(({ label, url }) => [label, url]));
    for (const [name, url] of [...registered])
      if (wanted.get(name) !== url) {
        mcp.unregisterServer(name);
        registered.delete(name);
      }
    for (const [name, url] of wanted)
      if (!registered.has(name)) {
        mcp.registerServer({ name, server: { url } });
        registered.set(name, url);
      }
  };
}

/** Runs an update after the one before it, so that the newest list comes last. A failed one is reported and does not stop the next. */
export function createUpdateQueue(update: () => Promise<void>, onFailure: (error: unknown) => void | Promise<void>) {
  let last = Promise.resolve();
  return (): Promise<void> => {
    last = last.then(update).catch(onFailure);
    return last;
  };
}
