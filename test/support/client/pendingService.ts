import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { notOfferedCode, ServiceError } from "../../../src/client/errors.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import { createDeploymentEvent, finishedDeployment } from "./finishedDeployment.ts";
import type { VirtualClock } from "./virtualClock.ts";

interface PendingServiceOptions {
  readonly clock: VirtualClock;
  /** How many deployments, and test runs of one server, do not end. */
  readonly count: number;
  /** Operations that the service does not have. */
  readonly missing?: readonly OperationName[];
  /** Events do not say states, and test runs have no revision: each reading returns all their cases. */
  readonly isBare?: boolean;
}

interface Input {
  readonly id?: string;
  readonly cursor?: string;
  readonly limit?: number;
  readonly after?: number;
}

/** A service in memory, whose deployments and test runs do not end and whose events come in no stream. */
export function createPendingService({ clock, count, missing = [], isBare = false }: PendingServiceOptions) {
  const requests: { readonly at: number; readonly name: OperationName }[] = [];
  const servers = [{ id: "srv_1", name: "Weather", status: "ready", liveDeploymentId: null, desiredState: "running" }];
  const deployments = new Map<string, typeof finishedDeployment>();
  const events = new Map<string, readonly object[]>();
  const runs = new Map<string, object>();
  const createRun = (id: string, status: string, revision: number) =>
    isBare
      ? { id, status, cases: [{ id: "smoke:starts", name: "starts", kind: "smoke", status: "passed" }] }
      : { id, status, revision, cases: [] };
  for (let index = 1; index <= count; index += 1) {
    const id = `dep_${index}`;
    deployments.set(id, { ...finishedDeployment, id, status: "queued" });
    runs.set(`run_${index}`, createRun(`run_${index}`, "running", 1));
  }
  const page = (items: readonly object[], { cursor = "0", limit = 200 }: Input) => {
    const end = Number(cursor) + limit;
    return { items: items.slice(Number(cursor), end), nextCursor: end < items.length ? `${end}` : null };
  };
  const responses: Partial<Record<OperationName, (input: Input) => unknown>> = {
    "servers.list": (input) => page(servers, input),
    "deployments.list": (input) => page([...deployments.values()], input),
    "deployment.get": ({ id = "" }) => deployments.get(id),
    "deployment.events": ({ id = "", after = 0 }) => ({ items: (events.get(id) ?? []).slice(after), nextCursor: null }),
    "deployment.health": () => ({ deploymentId: "dep_1", status: "unknown", checks: [], history: [], restarts: 0 }),
    "serverTestRuns.list": (input) => page([...runs.values()], input),
    "serverTestRun.get": ({ id = "" }) => runs.get(id),
  };
  const call = async (name: OperationName, input: Input): Promise<unknown> => {
    requests.push({ at: clock.now(), name });
    const respond = missing.includes(name) ? undefined : responses[name];
    if (respond) return structuredClone(respond(input));
    const facts = { operation: name, host: "service.example", status: 501, code: notOfferedCode };
    throw new ServiceError(`service.example does not have ${name}.`, facts as never);
  };
  const client: ServiceClient = createServiceClient(
    { baseUrl: "http://service.example", key: async () => "flk_canary0123456789", clock, random: () => 0.5 },
    () => ({
      ...{ call: call as never, fetchJson: call as never, fetchResponse: call as never },
      stream: async function* () {
        requests.push({ at: clock.now(), name: "deployment.events" });
        yield* [];
        return "noStream";
      },
    }),
  );
  return {
    client,
    requests,
    /** The requests of the last minute. */
    countOfLastMinute: () => requests.filter(({ at }) => at > clock.now() - 60_000).length,
    changeDeployment: (id: string, status: string) => {
      deployments.set(id, { ...finishedDeployment, id, status });
      const earlier = events.get(id) ?? [];
      const event = createDeploymentEvent(earlier.length + 1, status);
      events.set(id, [
        ...earlier,
        { ...event, deploymentId: id, ...(isBare ? { kind: "log" } : { kind: "state", data: { status } }) },
      ]);
    },
    changeRun: (id: string, status: string) => runs.set(id, createRun(id, status, 2)),
  };
}
