import { DeploymentFailure } from "../deployments/deploymentFailure.ts";
import type { ClusterClient } from "./client/clusterClient.ts";
import {
  type ClusterDeployment,
  clusterDeploymentSchema,
  countRestarts,
  describePodEnd,
  findDeploymentProblem,
  findPodProblem,
  isReady,
  isRunning,
  type Pod,
  type PodProblem,
  podSchema,
} from "./podState.ts";

interface ServerPodsOptions {
  readonly client: ClusterClient;
  readonly namespace: string;
  readonly labelSelector: string;
  /** Called with what happens to the pods, in words. */
  readonly onNotice: (message: string) => void;
  readonly onChange: (pods: readonly Pod[]) => void;
  /** Called when the cluster does not respond for a while. The watch goes on. */
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** The pods of a server, as the cluster reports them. */
export interface ServerPods {
  /** The name of a pod that accepts connections; `undefined` while there is none. */
  findReady(): string | undefined;
  /** Resolves when it is known which pods there are. Rejects if they may not be read. */
  waitUntilListed(signal: AbortSignal): Promise<void>;
  /** Resolves when a pod is ready. Rejects with a `DeploymentFailure` if that cannot be, or after `timeoutMs`. */
  waitUntilReady(timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Resolves when the last pod that ran has ended, with how it ended. */
  readonly ended: Promise<string>;
  /** Resolves when there is no pod any more, at the latest after `ms`. */
  waitUntilGone(ms: number): Promise<void>;
}

/** Follows the pods of a server and its Deployment until `signal` is aborted. */
export function followServerPods(options: ServerPodsOptions): ServerPods {
  const { client, namespace, labelSelector, onNotice, onChange, onFailure, signal } = options;
  const ended = Promise.withResolvers<string>();
  const listeners = new Set<() => void>();
  let pods: readonly Pod[] | undefined;
  let deployment: ClusterDeployment | undefined;
  let refusal: unknown;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const update = (current: readonly Pod[]) => {
    const ends = findPodEnds(pods ?? [], current);
    pods = current;
    onChange(current);
    for (const { name, description, isLast } of ends) {
      onNotice(`Pod ${name} ${description}.`);
      if (isLast) ended.resolve(description);
    }
    notify();
  };
  const watch = { labelSelector, onFailure, signal };
  const refuse = (error: unknown) => {
    refusal = error;
    notify();
  };
  const namespacePath = `namespaces/${encodeURIComponent(namespace)}`;
  void client
    .watch({
      ...watch,
      path: `/api/v1/${namespacePath}/pods`,
      schema: podSchema,
      onChange: update,
    })
    .catch(refuse);
  void client
    .watch({
      ...watch,
      path: `/apis/apps/v1/${namespacePath}/deployments`,
      schema: clusterDeploymentSchema,
      onChange: ([found]) => {
        deployment = found;
        notify();
      },
    })
    .catch(refuse);

  /** Resolves with true when `check` returns true, which is asked after each change, and with false when `stop` is aborted. */
  const waitUntil = async (check: () => boolean, stop: AbortSignal): Promise<boolean> => {
    while (!stop.aborted) {
      if (check()) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const onStop = () => resolve();
      listeners.add(resolve);
      stop.addEventListener("abort", onStop, { once: true });
      await promise;
      listeners.delete(resolve);
      stop.removeEventListener("abort", onStop);
    }
    return false;
  };

  const isListed = () => {
    if (refusal !== undefined) throw refusal;
    return pods !== undefined;
  };

  return {
    ended: ended.promise,
    findReady: () => pods?.find(isReady)?.metadata.name,
    waitUntilListed: async (stop) => {
      await waitUntil(isListed, stop);
      stop.throwIfAborted();
    },
    waitUntilReady: async (timeoutMs, stop) => {
      let problem: string | undefined;
      const check = () => {
        if (!isListed() || pods === undefined) return false;
        const found = findProblem(pods, deployment);
        if (found?.isFinal) throw new DeploymentFailure("start", found.message);
        if (found && found.message !== problem) onNotice(found.message);
        problem = found?.message;
        return pods.some(isReady);
      };
      const timeout = AbortSignal.timeout(timeoutMs);
      if (await waitUntil(check, AbortSignal.any([stop, timeout, signal]))) return;
      stop.throwIfAborted();
      throw new DeploymentFailure("start", problem ?? `The pod was not ready within ${timeoutMs / 1000} s.`);
    },
    waitUntilGone: async (ms) => {
      await waitUntil(
        () => refusal !== undefined || pods?.length === 0,
        AbortSignal.any([AbortSignal.timeout(ms), signal]),
      );
    },
  };
}

interface PodEnd {
  readonly name: string;
  readonly description: string;
  /** Whether no other pod ran at that time. */
  readonly isLast: boolean;
}

/** The pods that ran before and have ended since, or were started again. A change may report the end and the new start at once. */
function findPodEnds(before: readonly Pod[], after: readonly Pod[]): PodEnd[] {
  return before.filter(isRunning).flatMap((pod) => {
    const now = after.find(({ metadata }) => metadata.uid === pod.metadata.uid);
    if (now && isRunning(now) && countRestarts(now) === countRestarts(pod)) return [];
    const isLast = !after.some((other) => other.metadata.uid !== pod.metadata.uid && isRunning(other));
    return [
      { name: pod.metadata.name, description: now ? describePodEnd(now) : "was deleted from the cluster", isLast },
    ];
  });
}

/** The problem that decides, the final ones first. */
function findProblem(pods: readonly Pod[], deployment: ClusterDeployment | undefined): PodProblem | undefined {
  const refused = deployment && findDeploymentProblem(deployment);
  const problems = pods.flatMap((pod) => findPodProblem(pod) ?? []);
  if (refused !== undefined) return { message: refused, isFinal: true };
  return problems.find(({ isFinal }) => isFinal) ?? problems[0];
}
