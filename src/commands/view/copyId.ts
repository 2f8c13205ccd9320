import { readServiceId } from "../../contract/received.ts";
import type { TreeNode } from "../../core/view/nodes.ts";
import type { CommandHandler } from "../app.ts";

/** The id by which the service knows what was clicked. */
export const copyId: CommandHandler = async (app, { node }) => {
  const id = node && readServiceId(idOf(node));
  if (id === undefined) return;
  await app.clipboard(id);
  await app.messages.info(`Copied ${id}`);
};

function idOf(node: TreeNode): string | undefined {
  switch (node.kind) {
    case "project":
      return node.project.id;
    case "server":
    case "group":
      return node.server.id;
    case "deployment":
      return node.deployment.id;
    case "skill":
      return node.skill.id;
    case "installation":
      return node.installation?.id;
    case "artifact":
      return node.artifact.id;
    case "version":
      return node.version.digest;
    case "testRun":
      return node.run.id;
    case "testRuns":
      return node.of.id;
    case "identity":
      return node.me.id;
    case "organization":
      return node.organization.id;
    case "member":
      return node.member.id;
    case "apiKey":
      return node.apiKey.id;
    case "oauthConnection":
      return node.connection.id;
    default:
      return undefined;
  }
}
