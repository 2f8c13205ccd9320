import { onTestFinished } from "vitest";
import { createPolling, runAfterTimeout } from "../../../src/extension/base/polling.ts";
import type { McpAccess } from "../../../src/extension/tools/model/mcpAccess.ts";
import { openSavedToolCalls } from "../../../src/extension/tools/model/savedToolCalls.ts";
import { openSavedToolTasks } from "../../../src/extension/tools/model/savedToolTasks.ts";
import { ToolCalls } from "../../../src/extension/tools/model/toolCalls.ts";
import type { CallView, ToolPanelSubject } from "../../../src/webview/protocol/toolPanelMessages.ts";
import { createMapMemory } from "../editor/mapMemory.ts";
import { requireValue } from "../service/requireValue.ts";

export interface TaskWindowOptions {
  readonly memory?: ReturnType<typeof createMapMemory>;
  readonly now?: () => number;
}

/** A window that waits no time between two polls; `waits` are the times that it would wait. */
export function openTaskWindow(
  mcp: Pick<McpAccess, "use">,
  subject: ToolPanelSubject,
  { memory = createMapMemory(), now = Date.now }: TaskWindowOptions = {},
) {
  const waits: number[] = [];
  const runLater = (ms: number, work: () => void) => {
    waits.push(ms);
    return runAfterTimeout(1, work);
  };
  const calls = new ToolCalls({
    mcp,
    saved: openSavedToolCalls(memory, () => ({ keepToolCalls: false })),
    tasks: openSavedToolTasks(memory),
    polling: createPolling({ refreshMs: () => 0, runLater }),
    now,
  });
  onTestFinished(() => calls.dispose());
  const newest = (of: ToolPanelSubject = subject): CallView => requireValue(calls.list(of)[0]).view;
  const waitFor = (fits: (view: CallView) => boolean, of: ToolPanelSubject = subject): Promise<CallView> =>
    new Promise((resolve) => {
      const check = () => {
        const view = calls.list(of)[0]?.view;
        if (view && fits(view)) resolve(view);
      };
      onTestFinished(calls.onDidChange(check).dispose);
      check();
    });
  const call = async (given: CallView["arguments"], of: ToolPanelSubject = subject) => {
    await calls.call(of, given);
    return newest(of);
  };
  return { calls, memory, waits, newest, waitFor, call };
}

/** A poll has said that the call is a task. */
export const isFollowed = ({ state, task }: CallView): boolean => state === "running" && task?.message !== undefined;

/** The state of a task that goes on. */
export const workingState = (statusMessage: string) => ({ status: "working", statusMessage }) as const;
