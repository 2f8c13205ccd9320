import type { Deployment } from "../../contract/deployments.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { Project } from "../../contract/projects.ts";
import type { Artifact, RegistryVersion } from "../../contract/registry.ts";
import type { Server } from "../../contract/servers.ts";
import type { Installation, Skill, SkillProblem } from "../../contract/skills.ts";
import type { TestRun } from "../../contract/testRuns.ts";
import { type AccountNode, accountNodeId } from "../account/accountNodes.ts";
import { folderPathUri } from "../foundation/folderPath.ts";
import type { LocalSkill } from "../skill/localSkills.ts";
import type { SkillCopy } from "../skill/skillCopies.ts";
import type { TestOwner } from "../testrun/testSubject.ts";

/**
 * Tree elements: plain data. VS Code hands a command the element itself, so commands, filters and tests need nothing else.
 * Only `ui/treeItem.ts` turns them into TreeItems.
 */
export type TreeNode =
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
  /** All artifacts of a kind, with the first page of them. */
  | { readonly kind: "artifacts"; readonly of: Artifact["kind"]; readonly first: Page<Artifact> }
  | { readonly kind: "artifact"; readonly artifact: Artifact }
  | {
      readonly kind: "version";
      readonly version: RegistryVersion;
      readonly artifact: VersionedArtifact;
      /** What serves was made of it. */
      readonly live: boolean;
    }
  | {
      readonly kind: "folder";
      readonly path: string;
      /** As far as the row above does not say it. */
      readonly name: string;
      readonly files: readonly { readonly path: string; readonly size: number }[];
      readonly version: string;
      readonly artifact: VersionedArtifact;
    }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly size: number;
      readonly version: string;
      readonly artifact: VersionedArtifact;
    }
  | {
      readonly kind: "skill";
      readonly skill: Skill;
      /** The folder of the workspace that it comes from. */
      readonly source: LocalSkill | undefined;
      /** What is installed of it here. */
      readonly copies: readonly SkillCopy[];
    }
  /** A skill's folder: below the skill that is hosted of it, or alone where none is. */
  | { readonly kind: "source"; readonly source: LocalSkill; readonly skill: Skill | undefined }
  | {
      readonly kind: "installation";
      readonly skill: Skill;
      /** What the service knows of it; undefined where the files came with the workspace. */
      readonly installation: Installation | undefined;
      /** The files; undefined where they are on another machine or in another workspace. */
      readonly copy: SkillCopy | undefined;
    }
  | {
      readonly kind: "problem";
      readonly problem: SkillProblem;
      readonly of: { readonly skill: Skill | undefined; readonly source: LocalSkill | undefined };
    }
  | { readonly kind: "testRuns"; readonly of: TestOwner }
  | { readonly kind: "testRun"; readonly run: TestRun; readonly of: TestOwner }
  | AccountNode
  /** `of` names the view and the list in it that goes on. */
  | { readonly kind: "more"; readonly of: string; readonly label: string }
  | {
      readonly kind: "note";
      readonly id: string;
      readonly icon: string;
      readonly label: string;
      readonly description?: string;
      readonly detail: string;
      /** What a click does about it. */
      readonly command?: string;
      /** The operation whose answer it is about. */
      readonly operation?: OperationName;
    };

/** What versions and files belong to, as far as it is known where they are shown. */
export interface VersionedArtifact {
  readonly id: string;
  readonly kind: Artifact["kind"];
  readonly name: string;
  /** The server or skill it is of, where they are listed below one. */
  readonly ownerId?: string;
}

/** An artifact as its versions name it: by its title, which is what people know it by. */
export function toVersionedArtifact({ id, kind, name, title }: Artifact): VersionedArtifact {
  return { id, kind, name: title || name };
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The identity of a node across refreshes: what VS Code keeps expansion and selection by. */
export function nodeId(node: TreeNode): string {
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
      return `version:${node.artifact.id}:${node.version.version}`;
    case "folder":
    case "file":
      return `${node.kind}:${node.artifact.id}:${node.version}:${node.path}`;
    case "artifacts":
      return `artifacts:${node.of}`;
    case "artifact":
      return `artifact:${node.artifact.id}`;
    case "skill":
      return `skill:${node.skill.id}`;
    case "source":
      return `source:${node.source.folder}`;
    case "installation":
      return `installation:${node.installation?.id ?? (node.copy && folderPathUri(node.copy.place))}`;
    case "problem": {
      const { code, path, line, column, message } = node.problem;
      return `problem:${node.of.skill?.id ?? node.of.source?.folder}:${code}:${path}:${line}:${column}:${message}`;
    }
    case "testRuns":
      return `testRuns:${node.of.id}`;
    case "testRun":
      return `testRun:${node.run.id}`;
    case "more":
      return `more:${node.of}`;
    case "note":
      return `note:${node.id}`;
    default:
      return accountNodeId(node);
  }
}
