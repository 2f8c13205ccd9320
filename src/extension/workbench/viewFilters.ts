import * as z from "zod";
import { createEmitter } from "../base/emitter.ts";
import type { Disposable, Memory, ViewId } from "../base/ports.ts";

/** The text filter of each view, and whether archived items are shown, stored across restarts. */
export interface ViewFilters {
  read(view: ViewId): string;
  /** An empty text removes the filter. */
  write(view: ViewId, text: string): Promise<void>;
  isArchivedShown(): boolean;
  showArchived(isShown: boolean): Promise<void>;
  onDidChange(listener: (view: ViewId) => void): Disposable;
}

const nameFor = (view: ViewId) => `filter:${view}`;

const archivedName = "filter:archived";
const viewsWithArchived = ["fairlead.projects", "fairlead.servers", "fairlead.skills"] as const satisfies ViewId[];

export function acceptsArchived(view: ViewId): boolean {
  return viewsWithArchived.some((one) => one === view);
}

export function createViewFilters(memory: Memory): ViewFilters {
  const changes = createEmitter<ViewId>();
  return {
    read: (view) => z.string().safeParse(memory.read("workspace", nameFor(view))).data ?? "",
    write: async (view, text) => {
      await memory.write("workspace", nameFor(view), text.trim() || undefined);
      changes.emit(view);
    },
    isArchivedShown: () => memory.read("workspace", archivedName) === true,
    showArchived: async (isShown) => {
      await memory.write("workspace", archivedName, isShown || undefined);
      for (const view of viewsWithArchived) changes.emit(view);
    },
    onDidChange: (listener) => changes.on(listener),
  };
}

/** The filters of a view's lists. */
export interface ViewNarrowing {
  /** Empty: no filter. */
  readonly filter: string;
  /** Archived items are listed too. */
  readonly withArchived?: boolean | undefined;
  readonly project: { readonly id: string; readonly name: string } | undefined;
}
