import type { ServiceClient } from "../../../src/client/client.ts";
import type { Deployment } from "../../../src/contract/deployments.ts";
import type { OperationInput } from "../../../src/contract/operations.ts";
import type { Server } from "../../../src/contract/servers.ts";
import { isDeploymentUnderWay } from "../../../src/extension/server/model/serverState.ts";
import { pollUntil } from "../pollUntil.ts";
import { requireValue } from "../service/requireValue.ts";

type Api = Pick<ServiceClient, "call">;
type GenerateInput = Omit<OperationInput<"server.generate">, "id">;

/** A client, and the project of what it creates. */
export interface ServerScene {
  readonly api: Api;
  readonly project: { readonly id: string };
}

/** Generates a version of a server, and waits until it is there or has failed. */
export async function generateVersion(api: Api, id: string, input: GenerateInput = {}): Promise<Server> {
  await api.call("server.generate", { id, ...input });
  return pollUntil(
    async () => requireValue((await api.call("servers.list", { id })).items[0]),
    ({ status }) => status !== "generating",
  );
}

/** Creates a server and its first version. */
export async function generateServerFrom(
  { api, project }: ServerScene,
  name: string,
  input: GenerateInput,
  environment: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const { id } = await api.call("servers.create", { projectId: project.id, name, environment });
  return generateVersion(api, id, input);
}

/** Generates a server from a document. */
export function generateServer(scene: ServerScene, name: string, document: object): Promise<Server> {
  return generateServerFrom(scene, name, { source: createDocumentSource(document) });
}

export const createDocumentSource = (document: object) =>
  ({ kind: "openapi", document: JSON.stringify(document) }) as const;

/** Deploys a version, by default the latest, and waits until it runs, fails or ends. */
export async function deployVersion(
  api: Api,
  id: string,
  input: Omit<OperationInput<"server.deploy">, "id"> = {},
): Promise<Deployment> {
  const started = await api.call("server.deploy", { id, ...input });
  return pollUntil(
    () => api.call("deployment.get", { id: started.id }),
    (deployment) => !isDeploymentUnderWay(deployment),
  );
}
