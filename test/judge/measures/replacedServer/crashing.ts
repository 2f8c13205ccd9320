import { defaultDeploymentTimes } from "../../../../src/service/deployments/deploymentTimes.ts";
import type { DeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway, callTool } from "../../../support/service/gatewayCall.ts";

/** Tolerates the difference between the clocks of events and timers. */
const toleranceMs = 5;

/** Crashes a server whenever it runs, until the service gives it up. */
export async function crashUntilFailed(fixture: DeploymentFixture, backOffMs: number) {
  const findings: string[] = [];
  const { serverId, deployment } = await fixture.run("healthy");
  const { id } = deployment;
  const listStateEvents = (status: string) =>
    fixture.eventsOf(id).filter(({ kind, data }) => kind === "state" && data?.status === status);
  for (let crash = 1; crash <= defaultDeploymentTimes.crashLimit + 1; crash += 1) {
    const isLast = crash > defaultDeploymentTimes.crashLimit;
    await callTool(fixture, serverId, "crash");
    await fixture.waitForDeployment(id, () =>
      isLast ? listStateEvents("failed").length === 1 : listStateEvents("degraded").length === crash,
    );
    const { status } = await callGateway(fixture, serverId, "ping", {});
    if (status !== 503 && status !== 200)
      findings.push(`after crash ${crash} a call is answered with ${status}, not 503`);
    if (!isLast) await fixture.waitForDeployment(id, () => listStateEvents("running").length === crash + 1);
  }
  const pauses = listStateEvents("degraded").map((degraded, index) => {
    const next = fixture
      .eventsOf(id)
      .find(({ sequence, message }) => sequence > degraded.sequence && message === "Starting the process");
    const took = Date.parse(next?.at ?? "") - Date.parse(degraded.at);
    const wanted = backOffMs * 2 ** index;
    if (!(took >= wanted - toleranceMs)) findings.push(`restart ${index + 1} came after ${took} ms, not ${wanted} ms`);
    return (took / 1000).toFixed(2);
  });
  const last = fixture.supervisor.store.get(id);
  if (last?.failure?.step !== "run" || !last.failure.message.includes("is not started again"))
    findings.push(`its failure says: ${JSON.stringify(last?.failure)}`);
  const states = fixture.eventsOf(id).flatMap(({ kind, data }) => (kind === "state" ? [String(data?.status)] : []));
  const lives = Array.from({ length: defaultDeploymentTimes.crashLimit }, () => ["degraded", "running"]);
  const expected = ["queued", "building", "starting", "running", ...lives.flat(), "failed"];
  if (states.join() !== expected.join()) findings.push(`its states were ${states.join(", ")}`);
  return { restarts: pauses.length, pauses, end: last?.status ?? "gone", findings };
}
