import type { OperationName } from "../../contract/operations.ts";
import type { InputFields } from "../console/inputTemplate.ts";
import type { TreeNode, VersionedArtifact } from "./nodes.ts";

/** An operation that can be run on what was clicked, and what its input says of it. */
export interface NodeOperation {
  readonly name: OperationName;
  readonly given: InputFields;
}

/** Empty: nothing fits it in particular. */
export function findNodeOperations(node: TreeNode): readonly NodeOperation[] {
  switch (node.kind) {
    case "project":
      return ofProject(node.project.id);
    case "server":
      return ofServer(node.server.id, node.server.artifactId, node.live?.url);
    case "deployment": {
      const { id, serverId, version } = node.deployment;
      const own = each(["deployment.get", "deployment.events", "deployment.health"], { id });
      return [...own, { name: "server.deploy", given: { id: serverId, version } }];
    }
    case "skill":
      return ofSkill(node.skill.id, node.skill.artifactId);
    case "installation":
      return ofInstallation(node.skill.id, node.installation?.id);
    case "testRun":
      return each([node.of.kind === "server" ? "serverTestRun.get" : "skillTestRun.get"], { id: node.run.id });
    case "testRuns": {
      const { kind, id } = node.of;
      return each(
        kind === "server"
          ? ["serverTestRuns.list", "serverTestRuns.start"]
          : ["skillTestRuns.list", "skillTestRuns.start"],
        { id },
      );
    }
    case "artifacts":
      return each(["registry.artifacts"], { kind: node.of });
    case "artifact":
      return ofArtifact(node.artifact.id);
    case "version":
      return ofVersion(node.artifact, node.version.version);
    default:
      return ofAccount(node);
  }
}

const each = (names: readonly OperationName[], given: InputFields): NodeOperation[] =>
  names.map((name) => ({ name, given }));

function ofProject(id: string): NodeOperation[] {
  const inIt = ["servers.list", "servers.create", "skills.list", "skills.create", "deployments.list"] as const;
  return [...each(["project.get", "project.update"], { id }), ...each(inIt, { projectId: id })];
}

function ofServer(id: string, artifactId: string | null, url: string | null | undefined): NodeOperation[] {
  return [
    ...each(["servers.list", "server.update", "server.generate", "server.deploy"], { id }),
    ...each(["deployments.list"], { serverId: id }),
    ...each(["serverTestRuns.list", "serverTestRuns.start"], { id }),
    ...each(["oauthConnections.list", "runtime.token"], { serverId: id }),
    ...(url ? each(["runtime.oauthToken"], { resource: url }) : []),
    ...(artifactId === null ? [] : ofArtifact(artifactId)),
  ];
}

function ofSkill(id: string, artifactId: string | null): NodeOperation[] {
  const own = ["skills.list", "skill.update", "skill.installations", "skill.install", "skill.uninstall"] as const;
  const tests = ["skillTestRuns.list", "skillTestRuns.start"] as const;
  return [...each([...own, ...tests], { id }), ...(artifactId === null ? [] : ofArtifact(artifactId))];
}

function ofInstallation(id: string, installationId: string | undefined): NodeOperation[] {
  const uninstall = installationId === undefined ? [] : each(["skill.uninstall"], { id, installationId });
  return [...uninstall, ...each(["skill.installations"], { id })];
}

function ofArtifact(id: string): NodeOperation[] {
  return each(["registry.artifact", "registry.versions", "registry.artifacts"], { id });
}

function ofVersion({ id, kind, ownerId }: VersionedArtifact, version: string): NodeOperation[] {
  const read = each(["registry.artifact"], { id, version });
  if (ownerId === undefined) return read;
  const given = { id: ownerId, version };
  const forServer = ["server.deploy", "serverTestRuns.start"] as const;
  const forSkill = ["skill.install", "skillTestRuns.start"] as const;
  return [...read, ...each(kind === "server" ? forServer : forSkill, given)];
}

function ofAccount(node: TreeNode): readonly NodeOperation[] {
  switch (node.kind) {
    case "identity":
      return each(["me.get"], {});
    case "organization":
      return each(["organization.get", "organization.members", "organization.usage"], { id: node.organization.id });
    case "members":
      return each(["organization.members"], {});
    case "usage":
      return each(["organization.usage"], {});
    case "apiKeys":
      return each(["apiKeys.list", "apiKeys.create"], {});
    case "apiKey":
      return each(["apiKeys.delete"], { id: node.apiKey.id });
    case "oauthConnections":
      return each(["oauthConnections.list"], {});
    case "oauthConnection":
      return each(["oauthConnection.get", "oauthConnection.delete"], { id: node.connection.id });
    case "userSettings":
      return each(["userSettings.get", "userSettings.update"], {});
    default:
      return [];
  }
}
