import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { findRegistryVersion } from "../../registry/model/createVersionReader.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findSkillById } from "../../skill/model/findSkillOfFolder.ts";
import type { TreeNode } from "../nodes.ts";
import { type ShowNodeContext, showNode } from "./showNode.ts";

/** The link has another form, or the service does not have what it is about. */
export class LinkError extends Error {
  override readonly name = "LinkError";
}

const id = z.string().regex(/^[\w.:-]{1,200}$/);
const linkSchema = z.union([
  z.tuple([z.enum(["server", "skill", "deployment"]), id]),
  z.tuple([z.literal("version"), id, id]),
]);
type Link = z.output<typeof linkSchema>;

/** The path of a link to a row; undefined for rows of other kinds. */
export function formatLinkPath(node: TreeNode): string | undefined {
  if (node.kind === "server") return `/server/${node.server.id}`;
  if (node.kind === "skill") return `/skill/${node.skill.id}`;
  if (node.kind === "deployment") return `/deployment/${node.deployment.id}`;
  return node.kind === "version" ? `/version/${node.artifact.id}/${node.version.version}` : undefined;
}

/** Shows what a link is about, and does nothing else, because any page can hold one. */
export function openLink({ path }: { readonly path: string }): CommandHandler<ShowNodeContext> {
  return async (app) => {
    const link = linkSchema.safeParse(path.split("/").slice(1)).data;
    if (!link) throw new LinkError(l10n.t("This link is not one that Fairlead makes. Copy it again with Copy Link."));
    const client = await app.client();
    if (!client) return;
    const node = await findLinked(client, link);
    if (node) return showNode(app, node);
    const { name } = app.connections.active() ?? { name: l10n.t("the service") };
    throw new LinkError(
      l10n.t`This link is about something that ${name} does not have. Switch to the connection that has it, and open the link again.`,
    );
  };
}

async function findLinked(client: ServiceClient, [kind, wanted, version]: Link): Promise<TreeNode | undefined> {
  switch (kind) {
    case "server": {
      const server = await readServer(client, wanted);
      return server && { kind, server, live: undefined, latest: undefined };
    }
    case "skill": {
      const skill = await findSkillById(client, wanted);
      return skill && { kind, skill, source: undefined, copies: [] };
    }
    case "deployment": {
      const deployment = await client.call("deployment.get", { id: wanted });
      return { kind, deployment, live: false, serverName: undefined };
    }
    case "version": {
      const found = await findRegistryVersion(client, wanted, version);
      const artifact = { id: wanted, kind: undefined, name: wanted };
      return found && { kind, version: found, artifact, live: false };
    }
  }
}
