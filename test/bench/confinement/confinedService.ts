import { createStarter } from "../../support/servers/createStarter.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../../support/service/gatewayCall.ts";
import { createMachineSandbox, hasSandbox } from "../../support/service/machineSandbox.ts";
import { noSandbox } from "../../support/service/noSandbox.ts";
import { publishFiles } from "../../support/service/publishFiles.ts";
import { measureMs, runInTurn } from "../measuring/figure.ts";
import { report } from "../reportingProcess.ts";

/**
 * Two services in a process of their own, one of which confines its servers. Prints the times of deployments, and the addresses of one
 * server each; without a sandbox on this machine neither. Runs until its input ends.
 */
const starter = await createStarter();

async function startServer(sandbox: typeof noSandbox) {
  const fixture = await startDeploymentFixture({ probeIntervalMs: 15_000 }, undefined, sandbox);
  const serverId = fixture.makeServer("starter");
  publishFiles(fixture.context, serverId, "1.0.0", starter.files, starter.entry);
  return { fixture, serverId };
}

type StartedServer = Awaited<ReturnType<typeof startServer>>;

const measureDeploy = ({ fixture, serverId }: StartedServer) =>
  measureMs(() => fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running"));

async function describeWay({ fixture, serverId }: { fixture: DeploymentFixture; serverId: string }) {
  return { url: `${fixture.context.baseUrl()}/mcp/${serverId}`, token: await getRuntimeToken(fixture, serverId) };
}

const plain = await startServer(noSandbox);
const confined = hasSandbox ? await startServer(createMachineSandbox()) : undefined;
const measured = confined && {
  times: await runInTurn(
    15,
    () => measureDeploy(confined),
    () => measureDeploy(plain),
  ),
  ways: { ours: await describeWay(confined), floor: await describeWay(plain) },
};
report({ measured: measured ?? null }, async () => {
  await plain.fixture.close();
  await confined?.fixture.close();
});
