import { setTimeout as delay } from "node:timers/promises";
import { DeploymentFailure } from "../deploymentFailure.ts";
import type { ProbeResult } from "../health/serverProbe.ts";
import { type Launched, type LaunchParts, launch } from "./launchServer.ts";

/** What an instance tells whoever keeps the books. */
export interface InstanceHooks {
  probed(result: ProbeResult): void;
  /** The process is gone and will be started again after a pause. */
  crashed(message: string): void;
  recovered(): void;
  /** It will not be started again. */
  gaveUp(failure: DeploymentFailure): void;
}

/** A deployment's process through crashes and restarts, from its first healthy answer to its end. */
export interface Instance {
  readonly deploymentId: string;
  /** Where it answers right now; undefined while it is being restarted. */
  port(): number | undefined;
  uptimeMs(): number | null;
  /** Counts a request under way; the answer takes it back. */
  enter(): () => void;
  /** First start; rejects with the reason when it does not get healthy. */
  start(signal: AbortSignal): Promise<void>;
  /**
   * Brings back what was live before the service was restarted; failed attempts count as crashes. Resolves after the first attempt,
   * whichever way it went.
   */
  revive(): Promise<void>;
  /** Starts counting as live: probes on an interval, restarts after a crash. */
  watch(): void;
  /** Lets requests under way finish, for `drainMs` at most, then ends the process. */
  stop(drainMs: number): Promise<void>;
}

export function createInstance(parts: LaunchParts, hooks: InstanceHooks): Instance {
  const { times } = parts;
  const life = new AbortController();
  let current: Launched | undefined;
  let crashes = 0;
  let underWay = 0;
  let idle: (() => void) | undefined;
  let work: Promise<void> = Promise.resolve();

  /** The server goes on while a full disk does not take what there is to tell of it. */
  const tell = (telling: () => void) => {
    try {
      telling();
    } catch (error) {
      parts.context.log("error", `The state of ${parts.deploymentId} could not be kept: ${messageOf(error)}`);
    }
  };

  const probeOn = async (launched: Launched, signal: AbortSignal) => {
    const probed = (result: ProbeResult) => {
      if (!signal.aborted) tell(() => hooks.probed(result));
    };
    probed(launched.first);
    // Quick at first, when trouble is likely, then slower up to the interval.
    for (let wait = times.probeIntervalMs / 8; ; wait = Math.min(wait * 2, times.probeIntervalMs)) {
      await delay(wait, undefined, { signal, ref: false });
      probed(await launched.probe.run(signal));
    }
  };

  const attend = async (launched: Launched) => {
    const up = new AbortController();
    const probing = probeOn(launched, AbortSignal.any([life.signal, up.signal])).catch((error) => {
      if (!life.signal.aborted && !up.signal.aborted) parts.context.log("error", `Probing stopped: ${String(error)}`);
    });
    const exit = await launched.process.exited;
    up.abort();
    await probing;
    launched.probe.close();
    parts.log.settle();
    if (current === launched) current = undefined;
    if (performance.now() - launched.startedAt >= times.goodRunMs) crashes = 0;
    return `The process ${exit.words}.`;
  };

  const restart = async (reason: string): Promise<Launched | undefined> => {
    crashes += 1;
    if (crashes > times.crashLimit) {
      const message = `${reason} It crashed ${crashes} times and is not started again.`;
      hooks.gaveUp(new DeploymentFailure("run", message, parts.log.tail()));
      return undefined;
    }
    const pause = Math.min(times.backOffMs * 2 ** (crashes - 1), times.backOffMaxMs);
    tell(() => hooks.crashed(`${reason} Starting it again in ${pause / 1000} s (${crashes} of ${times.crashLimit}).`));
    await delay(pause, undefined, { signal: life.signal, ref: false });
    try {
      return await launch(parts, life.signal);
    } catch (error) {
      life.signal.throwIfAborted();
      return restart(messageOf(error));
    }
  };

  /** Attends one process after the other until it is stopped or given up. */
  const live = async (next: Promise<Launched | undefined>) => {
    for (let launched = await next; launched && !life.signal.aborted; ) {
      const reason = await attend(launched);
      if (life.signal.aborted) return;
      launched = await again(reason);
    }
  };

  const again = async (reason: string) => {
    const launched = await restart(reason);
    if (!launched) return undefined;
    // Stopped just as it came up: nobody else knows of this process yet.
    current = launched;
    if (!life.signal.aborted) tell(hooks.recovered);
    return launched;
  };

  const revive = async () => {
    current = await launch(parts, life.signal);
    if (!life.signal.aborted) tell(hooks.recovered);
    return current;
  };

  const run = (next: Promise<Launched | undefined>) => {
    work = live(next).catch(async (error) => {
      if (life.signal.aborted) return;
      await current?.process.stop(times.stopGraceMs);
      current = undefined;
      hooks.gaveUp(new DeploymentFailure("run", messageOf(error), parts.log.tail(), error));
    });
  };

  const drained = (ms: number) =>
    new Promise<void>((resolve) => {
      if (underWay === 0) return resolve();
      const timer = setTimeout(resolve, ms);
      idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    deploymentId: parts.deploymentId,
    port: () => (life.signal.aborted ? undefined : current?.process.port),
    uptimeMs: () => (current ? Math.round(performance.now() - current.startedAt) : null),
    enter: () => {
      underWay += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        underWay -= 1;
        if (underWay === 0) idle?.();
      };
    },
    start: async (signal) => {
      current = await launch(parts, AbortSignal.any([signal, life.signal]));
    },
    revive: async () => {
      if (life.signal.aborted) return;
      const first = revive();
      run(first.catch((error) => (life.signal.aborted ? undefined : again(messageOf(error)))));
      await first.catch(() => undefined);
    },
    watch: () => run(Promise.resolve(current)),
    stop: async (drainMs) => {
      life.abort();
      await drained(drainMs);
      await current?.process.stop(times.stopGraceMs);
      current?.probe.close();
      await work;
      await current?.process.stop(times.stopGraceMs);
      current = undefined;
      parts.log.settle();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
