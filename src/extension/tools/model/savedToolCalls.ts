import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { type CallView, callViewSchema } from "../../../webview/protocol/toolPanelMessages.ts";
import type { EditorSettings } from "../../base/editorSettings.ts";
import type { Memory } from "../../base/ports.ts";

const savedSchema = z.array(z.object({ key: z.string(), calls: z.array(callViewSchema) }));

export type SavedToolCalls = ReturnType<typeof openSavedToolCalls>;

const name = "toolCalls";
/** The editor loads its memory as a whole, so there are few tools, and what is large is omitted. */
const mostTools = 20;
const mostBytes = 20_000;

/** The calls of tools that outlive the window, if the user keeps them. The key says which tool of which server. */
export function openSavedToolCalls(memory: Memory, settings: () => Pick<EditorSettings, "keepToolCalls">) {
  const readAll = () => (settings().keepToolCalls ? savedSchema.catch([]).parse(memory.read("workspace", name)) : []);
  return {
    /** Newest first. */
    read: (key: string): readonly CallView[] => readAll().find((one) => one.key === key)?.calls ?? [],
    /** Saves the calls that have ended. Deletes the calls of all tools if the user keeps none. Never rejects. */
    write: async (key: string, calls: readonly CallView[]): Promise<void> => {
      const others = readAll().filter((one) => one.key !== key);
      const ended = calls.filter(({ state }) => state !== "running").flatMap(shorten);
      const kept = [{ key, calls: ended }, ...others].slice(0, mostTools);
      await memory.write("workspace", name, settings().keepToolCalls ? kept : undefined).catch(() => {});
    },
  };
}

/** What makes the call too large is replaced with the reason; large arguments stay, and then the call is not kept. */
function shorten(call: CallView): readonly CallView[] {
  return [call, omitExchanges(call), omitExchanges(omitResult(call))].filter(isSmall).slice(0, 1);
}

function omitExchanges({ exchanges, ...call }: CallView): CallView {
  if (!exchanges?.length) return call;
  const why = l10n.t`The HTTP request and response were not kept, because the call is larger than ${mostBytes / 1000} kB.`;
  return { ...call, content: [...(call.content ?? []), { kind: "omitted", why }] };
}

function omitResult({ structured: _, ...call }: CallView): CallView {
  const why = l10n.t`The result was not kept, because it is larger than ${mostBytes / 1000} kB.`;
  return { ...call, content: [{ kind: "omitted", why }] };
}

const isSmall = (call: CallView) => Buffer.byteLength(JSON.stringify(call)) <= mostBytes;
