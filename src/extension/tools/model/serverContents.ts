import { isDeepStrictEqual } from "node:util";
import type { McpConnection, McpContents } from "../../../client/mcp/mcpConnection.ts";
import type { Polling } from "../../base/polling.ts";
import { createRereading } from "./followServer.ts";

export interface ServerContentsOptions {
  readonly connection: Promise<McpConnection>;
  readonly polling: Polling;
  /** Aborted when the connection is closed. */
  readonly signal: AbortSignal;
  /** Called with contents that differ from those before. */
  readonly onChange: (contents: McpContents) => void;
}

export type ServerContents = ReturnType<typeof createServerContents>;

/** What a server offers to one connection: read once, and again when the server reports a change. */
export function createServerContents({ connection, polling, signal, onChange }: ServerContentsOptions) {
  let contents: Promise<McpContents> | undefined;
  let last: McpContents | undefined;
  let followers = 0;
  const load = (): Promise<McpContents> => {
    const loading = connection.then((open) => open.readContents(signal));
    contents = loading;
    loading.then(
      (read) => {
        if (isDeepStrictEqual(last, read)) return;
        last = read;
        onChange(read);
      },
      () => {
        if (contents === loading) contents = undefined;
      },
    );
    return loading;
  };
  const readAgain = createRereading(async () => void (await load()), { polling, signal });
  return {
    read: (again: boolean): Promise<McpContents> => (again ? undefined : contents) ?? load(),
    /** What is not shown is read when it is needed. */
    markChanged: (): void => {
      if (followers > 0) readAgain();
      else contents = undefined;
    },
    /** Until aborted, or until the stream of the server ends. */
    follow: async (stop: AbortSignal): Promise<void> => {
      const open = await connection;
      followers += 1;
      await open.followLists(stop).finally(() => {
        followers -= 1;
      });
    },
  };
}
