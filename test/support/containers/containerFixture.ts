import { createContainerDriver } from "../../../src/service/containers/containerDriver.ts";
import type { DeploymentTimes } from "../../../src/service/deployments/deploymentTimes.ts";
import type { TinyVariant } from "../servers/tinyServer.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../service/deploymentFixture.ts";

export interface ContainerFixture extends DeploymentFixture {
  /** Publishes a server of this variant in this version, deploys it and waits until it runs. */
  deployVersion(serverId: string, version: string, variant: TinyVariant, label?: string): Promise<string>;
}

/** The real deployment service, whose servers run in containers of the engine at this socket. */
export async function startContainerFixture(
  socket: string,
  baseImage: string,
  dataDir?: string,
  times: Partial<DeploymentTimes> = {},
): Promise<ContainerFixture> {
  const fixture = await startDeploymentFixture(
    { startTimeoutMs: 30_000, stopGraceMs: 2000, ...times },
    dataDir,
    undefined,
    ({ db }) => ({
      container: createContainerDriver({
        ...{ db, log: () => {}, engineSocket: socket, baseImage },
      }),
    }),
  );
  fixture.context.db.run("UPDATE projects SET runs_on = 'container'");
  return {
    ...fixture,
    deployVersion: async (serverId, version, variant, label) => {
      fixture.publish(serverId, version, variant, label);
      const { id } = fixture.deploy(serverId, version);
      await fixture.waitForStatus(id, "running");
      return id;
    },
  };
}
