import * as z from "zod";
import { serverContainer } from "../../kubernetes/serverObjects.ts";

const terminatedSchema = z.looseObject({
  exitCode: z.number(),
  reason: z.string().nullish(),
  signal: z.number().nullish(),
  message: z.string().nullish(),
});

const containerStatusSchema = z.looseObject({
  name: z.string(),
  ready: z.boolean(),
  restartCount: z.number(),
  state: z
    .looseObject({
      waiting: z.looseObject({ reason: z.string().nullish(), message: z.string().nullish() }).nullish(),
      running: z.looseObject({}).nullish(),
      terminated: terminatedSchema.nullish(),
    })
    .nullish(),
  lastState: z.looseObject({ terminated: terminatedSchema.nullish() }).nullish(),
});

const conditionSchema = z.looseObject({
  type: z.string(),
  status: z.string(),
  reason: z.string().nullish(),
  message: z.string().nullish(),
});

const metadataSchema = z.looseObject({
  name: z.string(),
  resourceVersion: z.string().optional(),
  deletionTimestamp: z.string().nullish(),
});

/** What the driver reads of a pod. */
export const podSchema = z.looseObject({
  metadata: metadataSchema.extend({ uid: z.string() }),
  status: z
    .looseObject({
      phase: z.string().nullish(),
      reason: z.string().nullish(),
      message: z.string().nullish(),
      conditions: z.array(conditionSchema).nullish(),
      initContainerStatuses: z.array(containerStatusSchema).nullish(),
      containerStatuses: z.array(containerStatusSchema).nullish(),
    })
    .default({}),
});
export type Pod = z.output<typeof podSchema>;

/** What the driver reads of a Deployment. */
export const clusterDeploymentSchema = z.looseObject({
  metadata: metadataSchema.extend({ generation: z.number().optional() }),
  status: z
    .looseObject({ observedGeneration: z.number().nullish(), conditions: z.array(conditionSchema).nullish() })
    .default({}),
});
export type ClusterDeployment = z.output<typeof clusterDeploymentSchema>;

const findContainer = (pod: Pod) =>
  pod.status.containerStatuses?.find(({ name }) => name === serverContainer) ?? pod.status.containerStatuses?.[0];
const findCondition = (pod: Pod, type: string) => pod.status.conditions?.find((condition) => condition.type === type);

/** Whether the server of a pod runs and the pod is to stay. */
export function isRunning(pod: Pod): boolean {
  const isLeaving =
    pod.metadata.deletionTimestamp != null || pod.status.phase === "Failed" || pod.status.phase === "Succeeded";
  return !isLeaving && findContainer(pod)?.state?.running != null;
}

/** Whether the server of a pod runs and accepts connections. */
export function isReady(pod: Pod): boolean {
  return isRunning(pod) && findCondition(pod, "Ready")?.status === "True";
}

export const countRestarts = (pod: Pod): number => findContainer(pod)?.restartCount ?? 0;

/** How the server of a pod ended last: "exited with code 1", "was evicted: The node was low on resource: memory." */
export function describePodEnd(pod: Pod): string {
  if (pod.status.phase === "Failed" && pod.status.reason) {
    const verb = pod.status.reason === "Evicted" ? "was evicted" : `failed (${pod.status.reason})`;
    return pod.status.message ? `${verb}: ${pod.status.message.trim().replace(/\.$/, "")}` : verb;
  }
  const disruption = findCondition(pod, "DisruptionTarget");
  if (disruption?.status === "True") return `was evicted (${disruption.reason ?? "DisruptionTarget"})`;
  const container = findContainer(pod);
  const terminated = container?.state?.terminated ?? container?.lastState?.terminated;
  if (!terminated) return "was deleted from the cluster";
  if (terminated.reason === "OOMKilled") return "used more memory than its limit and was ended (OOMKilled)";
  const signal = terminated.signal || (terminated.exitCode > 128 ? terminated.exitCode - 128 : 0);
  return signal === 0 ? `exited with code ${terminated.exitCode}` : `was ended by signal ${signal}`;
}

/** Why a pod does not run. `isFinal`: waiting does not help. */
export interface PodProblem {
  readonly message: string;
  readonly isFinal: boolean;
}

export function findPodProblem(pod: Pod): PodProblem | undefined {
  const scheduled = findCondition(pod, "PodScheduled");
  if (scheduled?.status === "False" && scheduled.reason === "Unschedulable") {
    // A cluster may add a node for it.
    return { message: `No node of the cluster takes the pod: ${scheduled.message ?? "Unschedulable"}`, isFinal: false };
  }
  const first = pod.status.initContainerStatuses?.find(({ state }) => state?.waiting);
  const waiting = (first ?? findContainer(pod))?.state?.waiting;
  if (!waiting?.reason) return undefined;
  if (waiting.reason === "CrashLoopBackOff")
    return {
      message: first ? describeInitFailure(first) : `The server ${describePodEnd(pod)} each time it was started.`,
      isFinal: true,
    };
  const problem = problems[waiting.reason];
  return (
    problem && {
      message: `${problem.text} (${waiting.reason})${waiting.message ? `: ${waiting.message}` : "."}`,
      isFinal: problem.isFinal,
    }
  );
}

/** The message of a container that prepares the server is its last output. */
function describeInitFailure({ name, lastState }: z.output<typeof containerStatusSchema>): string {
  const { exitCode, message } = lastState?.terminated ?? {};
  return `The server's files could not be prepared: "${name}" exited with code ${exitCode}. ${message?.trim() ?? ""}`.trim();
}

const imagePull = "The cluster cannot pull the image. Check that its nodes can reach the registry";
const problems: Readonly<Record<string, { readonly text: string; readonly isFinal: boolean }>> = {
  ErrImagePull: { text: imagePull, isFinal: false },
  ImagePullBackOff: { text: imagePull, isFinal: true },
  InvalidImageName: { text: "The name of the image is invalid", isFinal: true },
  ErrImageNeverPull: { text: imagePull, isFinal: true },
  CreateContainerConfigError: { text: "The container cannot be created", isFinal: true },
  CreateContainerError: { text: "The container cannot be created", isFinal: false },
  RunContainerError: { text: "The container cannot be started", isFinal: false },
};

/** Why no pods are created: a quota, an admission rule or a deadline. */
export function findDeploymentProblem({ metadata, status }: ClusterDeployment): string | undefined {
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) return undefined;
  const conditions = status.conditions ?? [];
  const failure = conditions.find(({ type, status: value }) => type === "ReplicaFailure" && value === "True");
  if (failure) return `The cluster does not create the pod: ${failure.message ?? failure.reason ?? "ReplicaFailure"}`;
  const progress = conditions.find(({ type }) => type === "Progressing");
  return progress?.status === "False"
    ? `The cluster gave up: ${progress.message ?? progress.reason ?? "no progress"}`
    : undefined;
}
