import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { Server, ServerSource } from "../../../src/contract/servers.ts";
import type { TeamDefinition } from "../../../src/service/auth/team.ts";
import type { DiscoveryAccess } from "../../../src/service/discovery/discoveryRoutes.ts";
import { bundledRuntimeFiles } from "../../../src/service/programFiles.ts";
import { startService } from "../../../src/service/startService.ts";
import { machineSandbox } from "./machineSandbox.ts";
import { requireValue } from "./requireValue.ts";
import { testControl } from "./testControl.ts";

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

/** Starts the real service with a temporary data folder and the real client; with an audit log if `auditDays` is given. */
export async function startServedService(team?: TeamDefinition, auditDays?: number, discovery?: DiscoveryAccess) {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-served-"));
  const service = await startService({
    ...{ dataDir, runtimeFiles: bundledRuntimeFiles(), local: testControl, sandbox: machineSandbox },
    ...(team && { team }),
    ...(discovery && { discovery }),
    ...(auditDays !== undefined && { auditDays }),
  });
  const api = createServiceClient({ baseUrl: service.url, key: async () => service.firstKey });
  const [project] = (await api.call("projects.list", {})).items;
  if (!project) throw new Error("a new service has a project");

  const generateServer = async (name: string, source: ServerSource): Promise<Server> => {
    const { id } = await api.call("servers.create", { projectId: project.id, name });
    await api.call("server.generate", { id, source });
    for (;;) {
      const [server] = (await api.call("servers.list", { id })).items;
      if (server && server.status !== "generating") return server;
      await new Promise((next) => setTimeout(next, 20));
    }
  };

  return {
    service,
    api,
    project,
    /** Generates and deploys a server from a source, or returns the reason of a failure. */
    deploy: async (
      name: string,
      source: ServerSource,
      environment: (server: Server) => Record<string, string> = () => ({}),
    ): Promise<DeployedServer | RefusedDeployment> => {
      const server = await generateServer(name, source);
      if (server.status !== "ready") return { refused: formatFailure(server), generated: false };
      const { id } = await api.call("server.deploy", { id: server.id, environment: environment(server) });
      const timeout = AbortSignal.timeout(60_000);
      try {
        for await (const event of api.events(id, { signal: timeout })) {
          if (event.kind === "state" && event.message?.includes("running")) break;
        }
      } catch (error) {
        if (!timeout.aborted) throw error;
      }
      const deployment = await api.call("deployment.get", { id });
      if (deployment.status !== "running" || deployment.url === null) {
        return { refused: `${deployment.status}: ${deployment.failure?.message}`, generated: true };
      }
      const { accessToken } = await api.call("runtime.token", { serverId: server.id, ttlSeconds: 3600 });
      return { server, url: requireValue(deployment.url), headers: { authorization: `Bearer ${accessToken}` } };
    },
    close: async () => {
      await api.close();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function formatFailure(server: Server): string {
  const errors = (server.problems ?? []).filter((problem) => problem.severity === "error");
  return (
    errors.map(({ message, pointer }) => `${message} (${pointer || "/"})`).join("; ") || (server.statusDetail ?? "")
  );
}

export function assertDeployed(outcome: DeployedServer | RefusedDeployment): asserts outcome is DeployedServer {
  if ("refused" in outcome) throw new Error(outcome.refused);
}
