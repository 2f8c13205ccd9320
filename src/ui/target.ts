import { Uri } from "vscode";
import type { Target } from "../core/app.ts";
import type { Node } from "../core/nodes.ts";

const kinds = new Set<unknown>([
  "project",
  "server",
  "group",
  "deployment",
  "version",
  "artifacts",
  "artifact",
  "folder",
  "file",
  "skill",
  "source",
  "installation",
  "problem",
  "testRuns",
  "testRun",
  "more",
  "note",
]);

/** What VS Code gives a command: a tree element, a resource, both with extra arguments, or nothing. */
export function targetOf([first, second]: readonly unknown[]): Target {
  if (first instanceof Uri)
    return { resource: first.toString(), ...(typeof second === "string" && { caseId: second }) };
  if (!isNode(first)) return {};
  const nodes: readonly unknown[] = Array.isArray(second) ? second : [];
  return nodes.length > 1 ? { node: first, nodes: nodes.filter(isNode) } : { node: first };
}

/** Tree elements are ours: VS Code hands back what it was given. */
function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "kind" in value && kinds.has(value.kind);
}
