import { commands } from "vscode";
import type { ConnectionSession } from "../../core/connection/connectionSession.ts";
import type { TreeState } from "../../core/view/trees/treeState.ts";
import type { FairleadViewId } from "./viewIds.ts";

// What `when` clauses of the manifest ask; nothing else sets context.

export function setSessionContext(session: ConnectionSession): void {
  set("fairlead.session", session.kind);
}

export function setViewContext(view: FairleadViewId, state: TreeState, isFiltered: boolean): void {
  set(viewKeys[view].content, state.kind);
  set(viewKeys[view].filtered, isFiltered);
}

/** What steps of the walkthrough are there for. */
export function setWalkthroughContext(what: "fairlead.done.deployed" | "fairlead.done.skillTested"): void {
  set(what, true);
}

const viewKeys = {
  "fairlead.projects": { content: "fairlead.projects.content", filtered: "fairlead.projects.filtered" },
  "fairlead.servers": { content: "fairlead.servers.content", filtered: "fairlead.servers.filtered" },
  "fairlead.skills": { content: "fairlead.skills.content", filtered: "fairlead.skills.filtered" },
  "fairlead.deployments": { content: "fairlead.deployments.content", filtered: "fairlead.deployments.filtered" },
  "fairlead.registry": { content: "fairlead.registry.content", filtered: "fairlead.registry.filtered" },
  "fairlead.account": { content: "fairlead.account.content", filtered: "fairlead.account.filtered" },
} as const satisfies Record<FairleadViewId, object>;

const told = new Map<string, unknown>();

function set(name: string, value: string | boolean): void {
  if (told.get(name) === value) return;
  told.set(name, value);
  void commands.executeCommand("setContext", name, value);
}
