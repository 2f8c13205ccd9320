import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { type CallView, callViewSchema } from "../../../webview/protocol/toolPanelMessages.ts";
import type { EditorSettings } from "../../foundation/editorSettings.ts";
import type { Memory } from "../../foundation/ports.ts";

const savedSchema = z.array(z.object({ key: z.string(), calls: z.array(callViewSchema) }));

/** The calls of tools that outlive the window, if the user keeps them. The key says which tool of which server. */
export interface SavedToolCalls {
  /** Newest first. */
  read(key: string): readonly CallView[];
  /** Saves the calls that have ended. Deletes the calls of all tools if the user keeps none. Never rejects. */
  write(key: string, calls: readonly CallView[]): Promise<void>;
}

const name = "toolCalls";
/** The editor loads its memory as a whole, so there are few tools, and large results are omitted. */
const mostTools = 20;
const mostBytes = 20_000;

export function openSavedToolCalls(
  memory: Memory,
  settings: () => Pick<EditorSettings, "keepToolCalls">,
): SavedToolCalls {
  const readAll = () => (settings().keepToolCalls ? savedSchema.catch([]).parse(memory.read("workspace", name)) : []);
  return {
    read: (key) => readAll().find((one) => one.key === key)?.calls ?? [],
    write: async (key, calls) => {
      const others = readAll().filter((one) => one.key !== key);
      const ended = calls.filter(({ state }) => state !== "running").flatMap(shorten);
      const kept = [{ key, calls: ended }, ...others].slice(0, mostTools);
      await memory.write("workspace", name, settings().keepToolCalls ? kept : undefined).catch(() => {});
    },
  };
}

/** Without its result if that is large; not at all if its arguments are large, because *Call Again* would send others. */
function shorten(call: CallView): readonly CallView[] {
  if (isSmall(call)) return [call];
  const { structured: _, exchanges: __, ...rest } = call;
  const why = l10n.t`The result was not kept, because it is larger than ${mostBytes / 1000} kB.`;
  const short: CallView = { ...rest, content: [{ kind: "omitted", why }] };
  return isSmall(short) ? [short] : [];
}

const isSmall = (call: CallView) => Buffer.byteLength(JSON.stringify(call)) <= mostBytes;
