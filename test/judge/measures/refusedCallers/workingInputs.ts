import type { ServiceClient } from "../../../../src/client/client.ts";
import type { OperationInput, OperationName } from "../../../../src/contract/operations.ts";
import { waitForGeneration } from "../../../../src/extension/server/commands/runGeneration.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";

export interface WorkingInputs {
  readonly serverId: string;
  readonly of: { readonly [N in OperationName]: OperationInput<N> };
}

const skillFiles = (name = "sample", text = "Say it.") => {
  const content = `---\nname: ${name}\ndescription: Says it. Use when something is to be said.\n---\n${text}`;
  return [{ path: "SKILL.md", encoding: "utf8" as const, content }];
};
const target = { scope: "workspace", agent: "claude", path: "/sample", machine: "m" } as const;

/** Creates items of every kind, and inputs that would read, change or delete them. */
export async function workingInputs(api: ServiceClient, url: string): Promise<WorkingInputs> {
  const [project] = (await api.call("projects.list", {})).items;
  const projectId = project?.id ?? "";
  const content = "setInterval(() => {}, 1000);";
  const source = { kind: "files" as const, entry: "server.mjs", files: [{ path: "server.mjs", content }] };
  const server = await api.call("servers.create", { projectId, name: "Own", source });
  await api.call("server.generate", { id: server.id });
  const ready = await waitForGeneration(api, server, AbortSignal.timeout(60_000));
  const createdSkill = await api.call("skills.create", { projectId, files: skillFiles() });
  const installation = await api.call("skill.install", { id: createdSkill.id, target });
  const victim = await api.call("apiKeys.create", { name: "victim", scopes: ["read", "runtime"] });
  const { id } = server;
  const artifact = { id: ready.artifactId ?? "" };
  return {
    serverId: id,
    of: {
      ...sampleInputs,
      "apiKeys.delete": { id: victim.id },
      "project.get": { id: projectId },
      "project.update": { id: projectId, name: "Taken over" },
      "servers.create": { projectId, name: "Planted" },
      "server.update": { id, name: "Taken over" },
      "server.generate": { id },
      "server.deploy": { id },
      "skills.create": { projectId, files: skillFiles("planted") },
      "skill.update": { id: createdSkill.id, files: skillFiles("sample", "Taken over.") },
      "skill.installations": { id: createdSkill.id },
      "skill.install": { id: createdSkill.id, target: { ...target, path: "/planted" } },
      "skill.uninstall": { id: createdSkill.id, installationId: installation.id },
      "serverTestRuns.list": { id },
      "serverTestRuns.start": { id },
      "skillTestRuns.list": { id: createdSkill.id },
      "skillTestRuns.start": { id: createdSkill.id },
      "registry.artifact": artifact,
      "registry.versions": artifact,
      "runtime.token": { serverId: id },
      "runtime.oauthToken": {
        ...{ grant_type: "client_credentials", resource: `${url}/mcp/${id}` },
        ...{ client_id: victim.id, client_secret: victim.key },
      },
    },
  };
}
