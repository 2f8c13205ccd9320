import { isFinished } from "../../../contract/deployments.ts";
import type { ServiceContext, Supervisor } from "../../context.ts";
import type { Accounts } from "../../oauth/connectedAccounts.ts";
import { keepTrying } from "../../storage/retryDatabaseWrite.ts";
import { spend } from "../../usage/usageQuota.ts";
import { createEventLog, type EventLog } from "../deploymentEventLog.ts";
import { createStore, type DeploymentStore } from "../deploymentStore.ts";
import { defaultTimes, type Times } from "../deploymentTimes.ts";
import { createHealthBook, type HealthBook } from "../health/healthHistory.ts";
import { removeFolder } from "./deploymentFolder.ts";
import type { Instance } from "./deploymentInstance.ts";
import { createPruning, type Pruning } from "./deploymentPruning.ts";
import { leave, type Slot } from "./deploymentSlot.ts";
import { createWork, type Deploying } from "./deploymentWork.ts";
import { orderOf, resumeAll } from "./resumeDeployments.ts";

/** The supervisor with what the handlers and the gateway need of it. */
export interface DeploymentSupervisor extends Supervisor {
  readonly events: EventLog;
  readonly store: DeploymentStore;
  readonly health: HealthBook;
  readonly pruning: Pruning;
  readonly accounts: Accounts;
  /** The instance that serves a server's requests; undefined when none does. */
  live(serverId: string): Instance | undefined;
}

export function createSupervisor(
  context: ServiceContext,
  accounts: Accounts,
  given: Partial<Times> = {},
): DeploymentSupervisor {
  const times: Times = { ...defaultTimes, probeIntervalMs: context.healthIntervalMs, ...given };
  const { db } = context;
  const events = createEventLog(context);
  const slots = new Map<string, Slot>();
  const pruning = createPruning(context, async (serverId) => {
    for (let slot = slots.get(serverId); slot && slot.leaving.size > 0; ) await Promise.all(slot.leaving);
  });
  const store = createStore(context, events, pruning.after);
  const health = createHealthBook(context, events);
  const closing = new AbortController();

  const slotOf = (serverId: string): Slot => {
    const known = slots.get(serverId);
    if (known) return known;
    const made: Slot = { working: undefined, live: undefined, leaving: new Set() };
    slots.set(serverId, made);
    return made;
  };

  const parts: Deploying = { context, times, events, store, health, accounts, slotOf, closing: closing.signal };
  const work = createWork(parts);

  /** An order not yet live ends in `status`; its process is stopped by the work itself, which nobody waits for any more. */
  const callOff = (serverId: string, status: "superseded" | "stopped", message: string) => {
    const slot = slotOf(serverId);
    const { working } = slot;
    const row = working && store.row(working.deploymentId);
    if (!working || !row || isFinished(row.status)) return;
    store.change(row.id, { status, message });
    db.afterCommit(() => {
      working.abort.abort();
      if (slot.working === working) slot.working = undefined;
      leave(context, slot, working.done);
    });
  };

  const deploy: Supervisor["deploy"] = (order) =>
    db.transaction(() => {
      const { organizationId, ...wanted } = orderOf(context, order);
      spend(context, organizationId, "deployments");
      callOff(order.serverId, "superseded", "A newer deployment was ordered before this one was live.");
      const deployment = store.insert(wanted);
      store.wish(order.serverId, "running");
      db.afterCommit(() => !closing.signal.aborted && work.deploy(deployment));
      return deployment;
    });

  const stop = (serverId: string) => {
    callOff(serverId, "stopped", "The server was stopped before this deployment was live.");
    db.afterCommit(() => {
      const slot = slotOf(serverId);
      const instance = slot.live;
      slot.live = undefined;
      if (instance) leave(context, slot, stopLive(instance));
    });
  };

  const stopLive = async (instance: Instance) => {
    events.enqueue(instance.deploymentId, { kind: "step", level: "info", message: "Stopping", data: { step: "stop" } });
    await instance.stop(times.drainMs);
    await removeFolder(context, instance.deploymentId);
    const keep = () => {
      // Meanwhile a newer one may have been started and have taken over.
      const row = store.row(instance.deploymentId);
      if (row && !isFinished(row.status))
        store.change(row.id, { status: "stopped", message: "The server was stopped." });
    };
    await keepTrying(context, `The end of ${instance.deploymentId}`, keep, closing.signal);
  };

  /** A stopped deployment has told its last event, so a new one of the same version is made. */
  const startAgain = (serverId: string) => {
    const slot = slotOf(serverId);
    if (slot.live || slot.working) return;
    const [last] = store.rows("JOIN servers s ON s.live_deployment_id = d.id WHERE s.id = ?", serverId);
    if (!last) return;
    const { version, triggered_by: triggeredBy } = last;
    deploy({ serverId, version, message: "Started again", triggeredBy });
  };

  return {
    events,
    store,
    health,
    pruning,
    accounts,
    deploy,
    live: (serverId) => slots.get(serverId)?.live,
    setDesiredState: (serverId, state) => {
      store.wish(serverId, state);
      if (state === "stopped") stop(serverId);
      else startAgain(serverId);
    },
    resume: async () => {
      resumeAll(parts, work);
      pruning.all();
    },
    close: async () => {
      closing.abort();
      await Promise.all([...slots.values()].map((slot) => closeSlot(parts, slot)));
      await pruning.close();
      events.close();
    },
  };
}

/** Ends what runs for a server. What was on its way is queued again: an orderly end is not the deployment's fault. */
async function closeSlot({ context, store, closing }: Deploying, slot: Slot): Promise<void> {
  const { live, working } = slot;
  slot.live = undefined;
  const ended = live?.stop(0).then(() => removeFolder(context, live.deploymentId));
  await Promise.all([working?.done, ended, ...slot.leaving]);
  const row = working && store.row(working.deploymentId);
  if (row?.status !== "building" && row?.status !== "starting") return;
  const message = "The service ends; this goes on when it is started again.";
  await keepTrying(context, `The end of ${row.id}`, () => store.change(row.id, { status: "queued", message }), closing);
}
