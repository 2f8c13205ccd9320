import type { ServiceClient } from "../../../../src/client/client.ts";
import { settingsAccess } from "../../../../src/extension/documents/model/settingsAccess.ts";
import { createPetDocument } from "../../../support/documents/petDocument.ts";
import { quote } from "../shownStates.ts";
import { isNamed, type TrueName, type Truth } from "../truth.ts";
import type { ChangeCase } from "./changeCase.ts";

type Named = TrueName & { readonly id: string };

/** The items that changes are made on; each case takes another one. */
const itemAt = <T>(items: readonly T[] | undefined, at: number): T | undefined => items?.[at] ?? items?.[0];

const findNamed = (items: readonly Named[] | undefined, name: string) =>
  items?.filter((one) => isNamed(one, name)) ?? [];

const checkOneNamed = (items: readonly Named[] | undefined, name: string) => {
  const { length } = findNamed(items, name);
  return length === 1 ? undefined : `${length} items are called ${quote(name)}`;
};

/** Renames an item as its settings document does. */
function rename(
  kind: "project" | "server",
  itemsOf: (truth: Truth) => readonly Named[] | undefined,
  at: number,
): ChangeCase {
  const name = `judge-renamed-${kind}`;
  return {
    name: `rename ${kind}`,
    operation: `${kind}.update`,
    plan: (truth) => {
      const item = itemAt(itemsOf(truth), at);
      if (!item) return undefined;
      return {
        wish: `rename ${quote(item.name)} to ${quote(name)}`,
        items: [item.id],
        call: async (client) => ({ name: (await settingsAccess[kind].update(client, item.id, { name }, {})).name }),
        check: (after) => checkOneNamed(itemsOf(after), name),
      };
    },
  };
}

const createProject: ChangeCase = {
  name: "create project",
  operation: "projects.create",
  plan: () => {
    const name = "judge-project";
    return {
      wish: `create the project ${quote(name)}`,
      items: [name],
      call: (client) => client.call("projects.create", { name, description: "Made by the judge." }),
      check: (after) => checkOneNamed(after.projects, name),
    };
  },
};

const source = { kind: "openapi", document: createPetDocument() } as const;

const createServer: ChangeCase = {
  name: "create server",
  operation: "servers.create",
  plan: ({ projects }) => {
    const project = itemAt(projects, 1);
    const name = "judge-server";
    if (!project) return undefined;
    return {
      wish: `create the server ${quote(name)} in ${quote(project.name)}`,
      items: [name],
      call: (client) => client.call("servers.create", { projectId: project.id, name, source }),
      check: (after) => {
        const [made] = findNamed(after.servers, name);
        const owner = after.servers?.find(({ id }) => id === made?.id)?.project;
        const isOwn = owner === undefined || isNamed(project, owner);
        return checkOneNamed(after.servers, name) ?? (isOwn ? undefined : `it is in the project ${quote(owner)}`);
      },
    };
  },
};

const generateServer: ChangeCase = {
  name: "generate server",
  operation: "server.generate",
  plan: ({ servers }) => {
    const server = itemAt(servers, 7);
    if (!server) return undefined;
    return {
      wish: `generate ${quote(server.name)}`,
      items: [server.id],
      call: async (client) => ({ name: (await client.call("server.generate", { id: server.id, source })).name }),
      check: () => undefined,
    };
  },
};

function findInstalled({ skills = [] }: Truth) {
  return skills.find(({ installations = [] }) => installations.length > 1);
}

const uninstallSkill: ChangeCase = {
  name: "uninstall skill",
  operation: "skill.uninstall",
  plan: (truth) => {
    const skill = findInstalled(truth);
    const [installation] = skill?.installations ?? [];
    if (!skill || !installation) return undefined;
    const isThere = (after: Truth) =>
      after.skills?.some(({ installations = [] }) => installations.some(({ id }) => id === installation.id));
    return {
      wish: `uninstall ${quote(skill.name)} for ${quote(installation.agent)}`,
      items: [installation.id],
      call: async (client) => {
        await client.call("skill.uninstall", { id: skill.id, installationId: installation.id });
        return {};
      },
      check: (after) => (isThere(after) ? "the installation is still there" : undefined),
    };
  },
};

/** Removes an item. */
function remove(
  name: string,
  operation: "apiKeys.delete" | "oauthConnection.delete",
  itemsOf: (truth: Truth) => readonly { readonly id: string }[] | undefined,
): ChangeCase {
  return {
    ...{ name, operation },
    plan: (truth) => {
      const item = itemAt(itemsOf(truth), 1);
      if (!item) return undefined;
      return {
        wish: `${name} ${item.id}`,
        items: [item.id],
        call: async (client) => {
          await client.call(operation, { id: item.id });
          return {};
        },
        check: (after) => (itemsOf(after)?.some(({ id }) => id === item.id) ? "it is still there" : undefined),
      };
    },
  };
}

const createApiKey: ChangeCase = {
  name: "create API key",
  operation: "apiKeys.create",
  plan: () => {
    const name = "judge-key";
    let key: string | undefined;
    const call = async (client: ServiceClient) => {
      const made = await client.call("apiKeys.create", { name, scopes: ["read"] });
      key = made.key;
      return { key };
    };
    return {
      wish: `create the API key ${quote(name)}`,
      items: [name],
      call,
      check: ({ apiKeys = [] }) => {
        const prefix = apiKeys.find((one) => isNamed(one, name))?.prefix;
        if (key !== undefined && prefix && !key.startsWith(prefix))
          return `the shown key does not begin with ${quote(prefix)}`;
        return checkOneNamed(apiKeys, name);
      },
    };
  },
};

/** The setting of the contract that the service has under the same name, else any. */
const updateSettings: ChangeCase = {
  name: "update settings",
  operation: "userSettings.update",
  plan: ({ userSettings = {} }) => {
    const changes = { notifyOn: "failures", keepDeployments: 7, testTimeoutMs: 7000 } as const;
    const [name, value] = Object.entries(changes).find(([field]) => field in userSettings) ?? ["notifyOn", "failures"];
    return {
      wish: `set ${name} to ${JSON.stringify(value)}`,
      items: ["settings"],
      call: async (client) => {
        await settingsAccess.user.update(client, "", { [name]: value }, {});
        return {};
      },
      check: ({ userSettings: after = {} }) =>
        after[name] === value ? undefined : `${name} is ${JSON.stringify(after[name]) ?? "not there"}`,
    };
  },
};

export const itemChanges: readonly ChangeCase[] = [
  createProject,
  rename("project", ({ projects }) => projects, 2),
  createServer,
  rename("server", ({ servers }) => servers, 5),
  generateServer,
  uninstallSkill,
  createApiKey,
  remove("delete API key", "apiKeys.delete", ({ apiKeys }) => apiKeys),
  remove("delete OAuth connection", "oauthConnection.delete", ({ oauthConnections }) => oauthConnections),
  updateSettings,
];
