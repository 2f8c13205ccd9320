import { userInfo } from "node:os";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { Server, ServerSource } from "../../../src/contract/servers.ts";
import { issueFullKey } from "../../../src/service/auth/apiKeys.ts";
import { createOrganization, createUser } from "../../../src/service/auth/owner.ts";
import { type ServiceOptions, startService } from "../../../src/service/startService.ts";
import { deployVersion, generateServerFrom } from "../servers/generateServer.ts";
import { emptyDatabase } from "../storage/emptyDatabase.ts";
import { builtRuntime } from "../testBuild.ts";
import { generateInProcess } from "./generateInProcess.ts";
import { noSandbox } from "./noSandbox.ts";
import { patientTimes } from "./patientTimes.ts";
import { requireValue } from "./requireValue.ts";
import { testControl } from "./testControl.ts";
import { threadDriver } from "./threadRunner.ts";

/** A running server with the URL and headers for an MCP client. */
export interface DeployedServer {
  readonly server: Server;
  readonly url: string;
  readonly headers: { readonly authorization: string };
}

/** The reason of a failed deployment. */
export interface RefusedDeployment {
  readonly refused: string;
  /** Whether a server was generated, which then did not start. */
  readonly generated: boolean;
}

/** What a service has that the shared one has not. */
type OwnServiceOptions = Partial<
  Pick<ServiceOptions, "team" | "auditDays" | "discovery" | "sandbox" | "healthIntervalMs" | "drivers">
>;

/** Servers run as threads of this process, and are generated in it. */
export const runsInProcess = { sandbox: noSandbox, drivers: { process: threadDriver }, generate: generateInProcess };

/** The real service in memory, with its servers in this process. */
export const startServiceInMemory = async (options: Partial<ServiceOptions> = {}) =>
  startService({
    ...{
      dataDir: null,
      databaseBytes: emptyDatabase,
      runtimeFiles: [await builtRuntime()],
      local: testControl,
      deploymentTimes: patientTimes,
    },
    ...runsInProcess,
    ...options,
  });

/** The option of a service whose servers run as processes, as they do for users. */
export const runsProcesses = { drivers: {} } as const;

let sharedService: ReturnType<typeof startServiceInMemory> | undefined;

/** The service of this process, which ends with it. Each file has an organization and a user of its own there. */
async function joinSharedService() {
  sharedService ??= startServiceInMemory();
  const service = await sharedService;
  const { context } = service;
  const organizationId = createOrganization(context, "Personal");
  const userId = createUser(context, organizationId, { name: userInfo().username, email: null, role: "owner" });
  const issueKey = (name: string) => issueFullKey(context, userId, name);
  return { service: { url: service.url, firstKey: issueKey("First key"), issueKey }, close: async () => {} };
}

async function startOwnService(options: OwnServiceOptions) {
  const service = await startServiceInMemory(options);
  const { url, firstKey, issueKey } = service;
  return { service: { url, firstKey: requireValue(firstKey), issueKey }, close: service.close };
}

/**
 * The real service with the real client. Without options it is shared with other files, with an organization of its own, so that
 * nothing starts. A file that closes it, or whose subject belongs to the owner of the service, gives options, perhaps none: `{}`.
 */
export async function startServedService(options?: OwnServiceOptions) {
  const { service, close } = await (options ? startOwnService(options) : joinSharedService());
  const api = createServiceClient({ baseUrl: service.url, key: async () => service.firstKey });
  const project = requireValue((await api.call("projects.list", {})).items[0]);

  /** Generates and deploys a server from a source, or returns the reason of a failure. */
  const tryDeploy = async (
    name: string,
    source: ServerSource,
    environment: (server: Server) => Record<string, string> = () => ({}),
  ): Promise<DeployedServer | RefusedDeployment> => {
    const server = await generateServerFrom({ api, project }, name, { source });
    if (server.status !== "ready") return { refused: formatFailure(server), generated: false };
    const deployment = await deployVersion(api, server.id, { environment: environment(server) });
    if (deployment.status !== "running" || deployment.url === null) {
      return { refused: `${deployment.status}: ${deployment.failure?.message}`, generated: true };
    }
    const { accessToken } = await api.call("runtime.token", { serverId: server.id, ttlSeconds: 3600 });
    return { server, url: requireValue(deployment.url), headers: { authorization: `Bearer ${accessToken}` } };
  };

  return {
    service,
    api,
    project,
    tryDeploy,
    /** Generates and deploys a server from a source. */
    deploy: async (...given: Parameters<typeof tryDeploy>): Promise<DeployedServer> => {
      const outcome = await tryDeploy(...given);
      if ("refused" in outcome) throw new Error(outcome.refused);
      return outcome;
    },
    close: async () => {
      for await (const server of api.list("servers.list", {}))
        if (server.desiredState === "running")
          await api.call("server.update", { id: server.id, desiredState: "stopped" });
      await api.close();
      await close();
    },
  };
}

function formatFailure(server: Server): string {
  const errors = (server.problems ?? []).filter((problem) => problem.severity === "error");
  return (
    errors.map(({ message, pointer }) => `${message} (${pointer || "/"})`).join("; ") || (server.statusDetail ?? "")
  );
}
