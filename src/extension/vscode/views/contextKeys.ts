import { commands } from "vscode";
import { readAbsenceContext } from "../../base/commands/paletteRows.ts";
import type { ViewId } from "../../base/ports.ts";
import { type ConnectionSession, readSessionContext } from "../../connection/model/connectionSession.ts";
import type { TreeState } from "../../workbench/tree/treeState.ts";

// The context keys of the `when` clauses in the manifest. No other file sets context.

export function setSessionContext(session: ConnectionSession): void {
  for (const [name, value] of Object.entries(readSessionContext(session))) set(name, value);
}

/** `contexts` are the context values of the view's first level; undefined: not all of it is known. */
export function setViewContext(view: ViewId, state: TreeState, contexts: readonly string[] | undefined): void {
  set(contentKeys[view], state.kind);
  for (const [name, value] of Object.entries(readAbsenceContext(view, contexts))) set(name, value);
}

/** The paths of what the Explorer's menus are about. */
export interface ExplorerResources {
  readonly openapiDocuments: readonly string[];
  readonly skillFolders: readonly string[];
  readonly serverFolders: readonly string[];
}

export function setExplorerContext(resources: ExplorerResources): void {
  set("fairlead.openapiDocuments", resources.openapiDocuments);
  set("fairlead.skillFolders", resources.skillFolders);
  set("fairlead.serverFolders", resources.serverFolders);
}

/** Ticks a step of the walkthrough. */
export function setWalkthroughContext(step: "fairlead.done.deployed" | "fairlead.done.skillTested"): void {
  set(step, true);
}

const contentKeys = {
  "fairlead.projects": "fairlead.projects.content",
  "fairlead.servers": "fairlead.servers.content",
  "fairlead.skills": "fairlead.skills.content",
  "fairlead.deployments": "fairlead.deployments.content",
  "fairlead.registry": "fairlead.registry.content",
  "fairlead.account": "fairlead.account.content",
} as const satisfies Record<ViewId, string>;

const currentValues = new Map<string, unknown>();

function set(name: string, value: string | boolean | readonly string[]): void {
  if (currentValues.get(name) === value) return;
  currentValues.set(name, value);
  void commands.executeCommand("setContext", name, value);
}
