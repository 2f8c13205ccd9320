import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import { createEmitter } from "../../base/emitter.ts";
import { readErrorMessage } from "../../base/failure.ts";
import type { Disposable, Logger } from "../../base/ports.ts";
import {
  createLocalEndpoint,
  isLocalServiceRunning,
  openLease,
  readLocalServiceFile,
  readLocalServiceUse,
} from "../../connection/model/localControlClient.ts";
import {
  describeStartFailure,
  type LocalService,
  LocalServiceError,
  type LocalServiceFile,
  parseLocalServiceHello,
} from "../../connection/model/localService.ts";

export interface LocalServiceParts {
  /** The path of the service's program, which runs in the Node of VS Code. */
  readonly program: string;
  readonly dataFolder: string;
  /** Further arguments of a start, from the user's settings. */
  readonly listArguments: () => readonly string[];
  readonly log: Logger;
  /** Shows the user a notice of the service about its start. */
  readonly showNotice: (notice: string) => void;
  /** Called when the service has another URL than in its last run, because another program uses its port. */
  readonly onMove: (previousUrl: string, url: string) => void;
}

/** How long the service runs without a window. A reload takes less, also on a busy machine, where it can take a minute. */
const graceSeconds = 180;
const startTimeoutMs = 30_000;
/** The pauses before the attempts to start it again. */
const pausesMs = [0, 1_000, 5_000, 15_000, 60_000] as const;

/**
 * The local service: one process for all windows of a user. The first window that needs it starts it. The service locks its
 * data folder, so that no second one runs. Each window that uses it holds a lease.
 */
export class LocalServiceOfThisMachine implements LocalService {
  readonly #parts: LocalServiceParts;
  readonly #restarts = createEmitter<string>();
  #lease: AbortController | undefined;
  #pendingStart: Promise<LocalServiceFile> | undefined;

  constructor(parts: LocalServiceParts) {
    this.#parts = parts;
  }

  async start(signal?: AbortSignal) {
    const file = await this.#findOrStart();
    // A window that has left meanwhile would keep the service running.
    signal?.throwIfAborted();
    if (!this.#lease) {
      this.#lease = new AbortController();
      void this.#holdLease(file, this.#lease.signal);
    }
    return createLocalEndpoint(file);
  }

  async find() {
    const file = await this.#findRunning();
    return file && createLocalEndpoint(file);
  }

  async readUse() {
    const file = readLocalServiceFile(this.#parts.dataFolder);
    return file && readLocalServiceUse(file);
  }

  release(): void {
    this.#lease?.abort();
    this.#lease = undefined;
  }

  onDidRestart(listener: (url: string) => void): Disposable {
    return this.#restarts.on(listener);
  }

  #findOrStart(): Promise<LocalServiceFile> {
    this.#pendingStart ??= this.#findOrLaunch().finally(() => {
      this.#pendingStart = undefined;
    });
    return this.#pendingStart;
  }

  async #findOrLaunch(): Promise<LocalServiceFile> {
    const running = await this.#findRunning();
    if (running) return running;
    const { dataFolder, program, log, showNotice, onMove, listArguments } = this.#parts;
    const startedAt = performance.now();
    const { notice, previousUrl } = await launch(program, dataFolder, listArguments());
    if (notice !== undefined) {
      log.warning(notice);
      showNotice(notice);
    }
    const file = await this.#findRunning();
    if (!file)
      throw new LocalServiceError(
        l10n.t`The local service started but did not write its address to ${dataFolder}. Try again.`,
      );
    if (previousUrl !== undefined) onMove(previousUrl, file.url);
    log.info(
      `Local service ready at ${file.url}, process ${file.pid}, in ${Math.round(performance.now() - startedAt)} ms.`,
    );
    return file;
  }

  async #findRunning(): Promise<LocalServiceFile | undefined> {
    const file = readLocalServiceFile(this.#parts.dataFolder);
    return file && (await isLocalServiceRunning(file)) ? file : undefined;
  }

  /** Holds the lease until the window releases it, and starts the service again when it ends. */
  async #holdLease(first: LocalServiceFile, signal: AbortSignal): Promise<void> {
    for (let file = first; ; ) {
      await openLease(file, signal);
      if (signal.aborted) return;
      this.#parts.log.warning(`The local service, process ${file.pid}, ended. Starting it again.`);
      const next = await this.#restart(signal);
      if (!next) return;
      file = next;
      this.#restarts.emit(next.url);
    }
  }

  /** Tries until the window releases the lease, with growing pauses. Logs the first failure only. */
  async #restart(signal: AbortSignal): Promise<LocalServiceFile | undefined> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const ms = pausesMs[Math.min(failures, pausesMs.length - 1)];
      await pause(ms, undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        return await this.#findOrStart();
      } catch (error) {
        if (failures === 0) this.#parts.log.error(readErrorMessage(error), error);
      }
    }
    return undefined;
  }
}

/** Starts the program detached from this window; resolves once it listens. */
async function launch(program: string, dataFolder: string, more: readonly string[]): Promise<Hello> {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new LocalServiceError(describeStartFailure(dataFolder, readErrorMessage(cause)), { cause });
  }
  const child = spawn(process.execPath, [program, "--data", dataFolder, "--grace", String(graceSeconds), ...more], {
    cwd: dataFolder,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  const stderrChunks: string[] = [];
  child.stderr.on("data", (chunk) => stderrChunks.push(String(chunk)));
  try {
    const hello = await waitForHello(child);
    detach(child);
    return hello;
  } catch (cause) {
    child.kill();
    const output = stderrChunks.join("") || readErrorMessage(cause);
    throw new LocalServiceError(describeStartFailure(dataFolder, output), { cause });
  }
}

type Hello = NonNullable<ReturnType<typeof parseLocalServiceHello>>;

async function waitForHello(child: ChildProcess): Promise<Hello> {
  const hello = Promise.withResolvers<Hello>();
  const limit = setTimeout(
    () => hello.reject(new Error(l10n.t`It was not ready after ${startTimeoutMs / 1000} s.`)),
    startTimeoutMs,
  );
  child.once("error", hello.reject);
  child.once("close", (code) => hello.reject(new Error(l10n.t`It ended with code ${String(code)}.`)));
  const onLine = (line: string) => {
    const parsed = parseLocalServiceHello(line);
    if (parsed) hello.resolve(parsed);
  };
  if (child.stdout) createInterface(child.stdout).on("line", onLine);
  try {
    return await hello.promise;
  } finally {
    clearTimeout(limit);
  }
}

/** Detaches the child, so that neither process keeps the other one alive. */
function detach(child: ChildProcess): void {
  child.removeAllListeners();
  child.on("error", () => {});
  child.stdout?.destroy();
  child.stderr?.removeAllListeners().resume();
  if (child.stderr && "unref" in child.stderr && typeof child.stderr.unref === "function") child.stderr.unref();
  child.unref();
}
