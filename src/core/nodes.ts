import type { Deployment } from "../contract/deployments.ts";
import type { Project } from "../contract/projects.ts";
import type { Version } from "../contract/registry.ts";
import type { Server } from "../contract/servers.ts";

/**
 * Tree elements: plain data. VS Code hands a command the element itself, so commands, filters and tests need nothing else.
 * Only `ui/treeItem.ts` turns them into TreeItems.
 */
export type Node =
  | { readonly kind: "project"; readonly project: Project; readonly selected: boolean }
  | {
      readonly kind: "server";
      readonly server: Server;
      /** The deployment that serves, and the newest one; undefined where there is none, or none among the recent ones. */
      readonly live: Deployment | undefined;
      readonly latest: Deployment | undefined;
    }
  | {
      readonly kind: "group";
      readonly group: "deployments" | "versions";
      readonly server: Server;
      readonly liveVersion: string | undefined;
    }
  | {
      readonly kind: "deployment";
      readonly deployment: Deployment;
      readonly live: boolean;
      readonly serverName: string;
      /** Listed below its server, whose name needs no repeating. */
      readonly isNested?: true;
    }
  | { readonly kind: "version"; readonly version: Version; readonly server: Server; readonly live: boolean }
  | { readonly kind: "file"; readonly path: string; readonly version: string; readonly server: Server }
  /** `of` names the view and the list in it that goes on. */
  | { readonly kind: "more"; readonly of: string; readonly label: string }
  | {
      readonly kind: "note";
      readonly id: string;
      readonly icon: string;
      readonly label: string;
      readonly detail: string;
      /** What a click does about it. */
      readonly command?: string;
    };

/** The identity of a node across refreshes: what VS Code keeps expansion and selection by. */
export function nodeId(node: Node): string {
  switch (node.kind) {
    case "project":
      return `project:${node.project.id}`;
    case "server":
      return `server:${node.server.id}`;
    case "group":
      return `group:${node.group}:${node.server.id}`;
    case "deployment":
      return `deployment:${node.deployment.id}`;
    case "version":
      return `version:${node.server.id}:${node.version.version}`;
    case "file":
      return `file:${node.server.id}:${node.version}:${node.path}`;
    case "more":
      return `more:${node.of}`;
    case "note":
      return `note:${node.id}`;
  }
}
