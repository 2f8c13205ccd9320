import * as l10n from "@vscode/l10n";
import type { CallOptions, ServiceClient } from "../../../client/client.ts";
import { storedItemShape } from "../../../contract/operation.ts";
import { type Project, projectOperations } from "../../../contract/projects.ts";
import { type Server, serverOperations } from "../../../contract/servers.ts";
import { type Skill, skillOperations } from "../../../contract/skills.ts";
import { type UserSettings, userSettingsOperations } from "../../../contract/userSettings.ts";
import type { ViewId } from "../../base/ports.ts";
import type { DocumentFields } from "./fieldChanges.ts";
import type { SettingsKind } from "./remoteDocumentUri.ts";

/** The editable settings of a resource, as the service returned them. */
export interface ResourceSettings {
  /** The resource's name. */
  readonly name: string;
  readonly etag: string | undefined;
  readonly fields: DocumentFields;
  /** The server of the environment. */
  readonly server?: Server;
}

interface Access {
  /** undefined: the resource does not exist (any more). */
  read(client: ServiceClient, id: string, options: CallOptions): Promise<ResourceSettings | undefined>;
  update(client: ServiceClient, id: string, patch: DocumentFields, options: CallOptions): Promise<ResourceSettings>;
  /** The views that show the resource. */
  readonly views: readonly ViewId[];
}

/** How the settings of each kind are read and changed. */
export const settingsAccess: Readonly<Record<SettingsKind, Access>> = {
  project: {
    read: async (client, id, options) => ofProject(await client.call("project.get", { id }, options)),
    update: async (client, id, patch, options) => {
      const body = projectOperations["project.update"].body.parse(patch);
      return ofProject(await client.call("project.update", { id, ...body }, options));
    },
    views: ["fairlead.projects", "fairlead.servers"],
  },
  server: {
    read: async (client, id, options) => {
      const { items } = await client.call("servers.list", { id, limit: 1 }, options);
      return items.filter((server) => server.id === id).map(ofServer)[0];
    },
    update: async (client, id, patch, options) => {
      const body = serverOperations["server.update"].body.parse(patch);
      return ofServer(await client.call("server.update", { id, ...body }, options));
    },
    views: ["fairlead.servers", "fairlead.deployments"],
  },
  skill: {
    read: async (client, id, options) => {
      const { items } = await client.call("skills.list", { id, limit: 1 }, options);
      return items.filter((skill) => skill.id === id).map(ofSkill)[0];
    },
    update: async (client, id, patch, options) => {
      const body = skillOperations["skill.update"].body.parse(patch);
      return ofSkill(await client.call("skill.update", { id, ...body }, options));
    },
    views: ["fairlead.skills", "fairlead.projects"],
  },
  user: {
    read: async (client, _id, options) => ofUser(await client.call("userSettings.get", {}, options)),
    update: async (client, _id, patch, options) => {
      const body = userSettingsOperations["userSettings.update"].body.loose().parse(patch);
      return ofUser(await client.call("userSettings.update", body, options));
    },
    views: ["fairlead.account"],
  },
};

function ofProject({ name, etag, description }: Project): ResourceSettings {
  return { name, etag, fields: { name, description } };
}

function ofServer(server: Server): ResourceSettings {
  const { name, etag, description, desiredState, environment } = server;
  return { name, etag, fields: { name, description, desiredState, environment }, server };
}

function ofSkill({ name, etag, projectId }: Skill): ResourceSettings {
  return { name, etag, fields: { projectId } };
}

/** Another service can have other settings; they are shown and sent as they are. */
function ofUser(settings: UserSettings): ResourceSettings {
  const { etag, defaultProjectId, testTimeoutMs, keepDeployments, notifyOn } = settings;
  const own = { defaultProjectId, testTimeoutMs, keepDeployments, notifyOn };
  const others = Object.entries(settings).filter(
    ([name, value]) =>
      !storedNames.has(name) &&
      !/^[_@$]/.test(name) &&
      !Object.hasOwn(own, name) &&
      (value === null || typeof value !== "object"),
  );
  return { name: l10n.t("your settings"), etag, fields: { ...own, ...Object.fromEntries(others) } };
}

/** What every stored item has, and what JSON formats put beside it. */
const storedNames: ReadonlySet<string> = new Set([
  ...Object.keys(storedItemShape),
  "name",
  "object",
  "type",
  "kind",
  "apiVersion",
]);
