import { setTimeout as delay } from "node:timers/promises";
import type { ApiMetadata, ApiObject } from "./apiObject.ts";
import { type ContainerProcess, type ImageContent, runContainer } from "./containerProcess.ts";
import type { ObjectStore } from "./objectStore.ts";
import { PodVolumes } from "./podVolumes.ts";

export interface KubeletOptions {
  /** Pulls an image; undefined if it does not exist. */
  readonly pull: (reference: string) => Promise<ImageContent | undefined>;
  /** Before a container that crashed twice is started again. A real kubelet waits ten seconds and more. */
  readonly crashBackOffMs: number;
  readonly canSchedule: () => boolean;
}

/** Runs the pods of the double as processes of this machine, and reports their states as a node does. */
export class Kubelet {
  readonly #store: ObjectStore;
  readonly #options: KubeletOptions;
  readonly #containers = new Map<string, ContainerProcess>();
  readonly #running = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();

  constructor(store: ObjectStore, options: KubeletOptions) {
    this.#store = store;
    this.#options = options;
    store.subscribe(({ type, resource, object }) => {
      if (resource !== "pods") return;
      const { uid, deletionTimestamp } = object.metadata;
      if (type === "ADDED") this.#start(object);
      if (type === "MODIFIED" && deletionTimestamp) void this.#end(object.metadata);
      if (type === "DELETED") this.#running.get(uid)?.stop.abort();
    });
  }

  /** The newest container of a pod, running or not. */
  findContainer(uid: string): ContainerProcess | undefined {
    return this.#containers.get(uid);
  }

  /** Ends a pod for its node, as when memory is low: the pod stays as a failed one. */
  async evict(metadata: ApiMetadata, message: string): Promise<void> {
    this.#running.get(metadata.uid)?.stop.abort();
    this.#store.change("pods", metadata, (pod) => {
      const ended = pod.status.containerStatuses?.map((one: ApiObject) => ({
        ...one,
        ready: false,
        state: { terminated: { exitCode: 137, reason: "Error" } },
      }));
      pod.status = {
        ...pod.status,
        phase: "Failed",
        reason: "Evicted",
        message,
        containerStatuses: ended,
        conditions: [],
      };
    });
    await this.#running.get(metadata.uid)?.done;
  }

  async close(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  #start(pod: ApiObject): void {
    const stop = new AbortController();
    const done = this.#run(pod, stop.signal).catch((error) => {
      if (!stop.signal.aborted) throw error;
    });
    this.#running.set(pod.metadata.uid, { stop, done });
  }

  /** Ends a deleted pod within its grace period and removes it from the API. */
  async #end({ uid, namespace, name, deletionGracePeriodSeconds }: ApiMetadata): Promise<void> {
    const running = this.#running.get(uid);
    if (!running) return;
    running.stop.abort();
    const container = this.#containers.get(uid);
    container?.kill("SIGTERM");
    const limit = new AbortController();
    const graceMs = Number(deletionGracePeriodSeconds ?? 30) * 1000;
    void delay(graceMs, undefined, { signal: limit.signal }).then(
      () => container?.kill("SIGKILL"),
      () => undefined,
    );
    await container?.exited;
    limit.abort();
    await running.done;
    if (this.#store.find("pods", namespace, name)?.metadata.uid === uid) this.#store.remove("pods", namespace, name);
  }

  async #run({ metadata, spec }: ApiObject, signal: AbortSignal): Promise<void> {
    const [container] = spec.containers;
    const report = (status: object) => {
      if (!signal.aborted) this.#store.change("pods", metadata, (pod) => Object.assign(pod.status, status));
    };
    const createStatus = (state: object, more: object = {}) => ({
      containerStatuses: [
        { name: container.name, image: container.image, ready: false, restartCount: 0, state, ...more },
      ],
    });
    await Promise.resolve();
    const placed = (status: string, more: object = {}) => [{ type: "PodScheduled", status, ...more }];
    while (!this.#options.canSchedule()) {
      report({
        phase: "Pending",
        conditions: placed("False", {
          reason: "Unschedulable",
          message: "0/1 nodes are available: 1 Insufficient memory.",
        }),
      });
      await delay(20, undefined, { signal });
    }
    report({
      phase: "Pending",
      conditions: placed("True"),
      ...createStatus({ waiting: { reason: "ContainerCreating" } }),
    });
    const image = await this.#pull(
      container.image,
      (reason, message) => report(createStatus({ waiting: { reason, message } })),
      signal,
    );
    const volumes = new PodVolumes(this.#store, metadata.namespace, spec.volumes);
    signal.addEventListener("abort", () => volumes.remove(), { once: true });
    const failure = this.#prepare(spec.initContainers, volumes, image);
    if (failure) return report({ initContainerStatuses: [failure] });
    const variables = this.#readVariables(metadata.namespace, container);
    if (variables instanceof Error)
      return report(createStatus({ waiting: { reason: "CreateContainerConfigError", message: variables.message } }));
    let lastState = {};
    for (let restartCount = 0; ; restartCount += 1) {
      const process = await runContainer(volumes.findProgram(container, image), {
        HOSTNAME: metadata.name,
        ...variables,
      });
      this.#containers.set(metadata.uid, process);
      const onStop = () =>
        process.kill(
          this.#store.find("pods", metadata.namespace, metadata.name)?.metadata.deletionTimestamp
            ? "SIGTERM"
            : "SIGKILL",
        );
      if (signal.aborted) onStop();
      else signal.addEventListener("abort", onStop, { once: true });
      const state = { running: { startedAt: process.startedAt } };
      report({ phase: "Running", ...createStatus(state, { restartCount, lastState }) });
      const ready = new AbortController();
      void process.waitUntilListening(AbortSignal.any([signal, ready.signal])).then((isListening) => {
        if (!isListening) return;
        report({
          conditions: [...placed("True"), { type: "Ready", status: "True" }],
          ...createStatus(state, { restartCount, lastState, ready: true }),
        });
      });
      const { exitCode, signal: number } = await process.exited;
      ready.abort();
      signal.removeEventListener("abort", onStop);
      if (signal.aborted) return;
      const terminated = {
        exitCode,
        reason: exitCode === 0 ? "Completed" : "Error",
        ...(number > 0 && { signal: number }),
        startedAt: process.startedAt,
        finishedAt: new Date().toISOString(),
      };
      const unready = [...placed("True"), { type: "Ready", status: "False" }];
      report({ conditions: unready, ...createStatus({ terminated }, { restartCount, lastState }) });
      lastState = { terminated };
      if (restartCount === 0) continue;
      const message = `back-off restarting failed container ${container.name}`;
      report({
        conditions: unready,
        ...createStatus({ waiting: { reason: "CrashLoopBackOff", message } }, { restartCount, lastState }),
      });
      await delay(this.#options.crashBackOffMs, undefined, { signal });
    }
  }

  /** Runs the init containers. Returns the status of the first that fails, as after its second failure. */
  #prepare(
    containers: readonly ApiObject["spec"][] = [],
    volumes: PodVolumes,
    image: ImageContent,
  ): object | undefined {
    for (const container of containers) {
      const terminated = volumes.runToEnd(container, image);
      if (terminated.exitCode === 0) continue;
      const waiting = { reason: "CrashLoopBackOff", message: `back-off restarting failed container ${container.name}` };
      return { name: container.name, ready: false, restartCount: 1, state: { waiting }, lastState: { terminated } };
    }
    return undefined;
  }

  /** Tries until the image is there. */
  async #pull(
    reference: string,
    onFailure: (reason: string, message: string) => void,
    signal: AbortSignal,
  ): Promise<ImageContent> {
    for (let attempt = 0; ; attempt += 1) {
      const image = await this.#options.pull(reference);
      if (image) return image;
      if (attempt === 0) onFailure("ErrImagePull", `failed to pull and unpack image "${reference}": not found`);
      else onFailure("ImagePullBackOff", `Back-off pulling image "${reference}"`);
      await delay(30, undefined, { signal });
    }
  }

  #readVariables(namespace: string, container: ApiObject): Record<string, string> | Error {
    const variables: Record<string, string> = {};
    for (const { secretRef } of container.envFrom ?? []) {
      const secret = this.#store.find("secrets", namespace, secretRef.name);
      if (!secret) return new Error(`secret "${secretRef.name}" not found`);
      for (const [name, value] of Object.entries(secret.data ?? {}))
        variables[name] = Buffer.from(String(value), "base64").toString();
    }
    for (const { name, value } of container.env ?? []) variables[name] = value;
    return variables;
  }
}
