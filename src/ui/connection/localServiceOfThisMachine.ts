import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import {
  describeStartFailure,
  type LocalService,
  LocalServiceError,
  type LocalServiceFile,
  parseLocalServiceFile,
  parseLocalServiceHello,
} from "../../core/connection/localService.ts";
import { createEmitter } from "../../core/foundation/emitter.ts";
import { readErrorMessage } from "../../core/foundation/failure.ts";
import type { Disposable, Logger } from "../../core/foundation/ports.ts";
import { createLocalEndpoint, isLocalServiceRunning, openLease } from "./localControlClient.ts";

export interface LocalServiceParts {
  /** The service's program, which runs in the editor's own Node. */
  readonly program: string;
  readonly dataFolder: string;
  readonly log: Logger;
  /** Shows the user what the service has to say of its start. */
  readonly tell: (notice: string) => void;
}

/** How long the service lives on without a window: a reload takes less. */
const graceSeconds = 20;
const startMs = 30_000;
/** Pauses before the attempts to have it back. */
const pausesMs = [0, 1_000, 5_000, 15_000, 60_000] as const;

/**
 * The local service: one process for all windows of a user. Whoever needs it first starts it; the service itself keeps
 * out a second one by a lock on its data folder. Each window that uses it holds a lease.
 */
export class LocalServiceOfThisMachine implements LocalService {
  readonly #parts: LocalServiceParts;
  readonly #restarts = createEmitter<void>();
  #lease: AbortController | undefined;
  #starting: Promise<LocalServiceFile> | undefined;

  constructor(parts: LocalServiceParts) {
    this.#parts = parts;
  }

  async start() {
    const file = await this.#ensure();
    if (!this.#lease) {
      this.#lease = new AbortController();
      void this.#keep(file, this.#lease.signal);
    }
    return createLocalEndpoint(file);
  }

  async find() {
    const file = await this.#running();
    return file && createLocalEndpoint(file);
  }

  release(): void {
    this.#lease?.abort();
    this.#lease = undefined;
  }

  onDidRestart(listener: () => void): Disposable {
    return this.#restarts.on(listener);
  }

  #ensure(): Promise<LocalServiceFile> {
    this.#starting ??= this.#find().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #find(): Promise<LocalServiceFile> {
    const running = await this.#running();
    if (running) return running;
    const { dataFolder, program, log, tell } = this.#parts;
    const began = performance.now();
    const notice = await launch(program, dataFolder);
    if (notice !== undefined) {
      log.warning(notice);
      tell(notice);
    }
    const file = await this.#running();
    if (!file)
      throw new LocalServiceError(`The local service started but cannot be found in ${dataFolder}. Try again.`);
    log.info(
      `Local service ready at ${file.url}, process ${file.pid}, in ${Math.round(performance.now() - began)} ms.`,
    );
    return file;
  }

  async #running(): Promise<LocalServiceFile | undefined> {
    const file = readServiceFile(this.#parts.dataFolder);
    return file && (await isLocalServiceRunning(file)) ? file : undefined;
  }

  /** Until the window lets go: holds the lease, and brings the service back when it is gone. */
  async #keep(first: LocalServiceFile, signal: AbortSignal): Promise<void> {
    for (let file = first; ; ) {
      await openLease(file, signal);
      if (signal.aborted) return;
      this.#parts.log.warning(`The local service, process ${file.pid}, is gone. Starting it again.`);
      const next = await this.#bringBack(signal);
      if (!next) return;
      file = next;
      this.#restarts.emit();
    }
  }

  /** Tries for as long as the window wants it, less and less often; the log tells of the first failure. */
  async #bringBack(signal: AbortSignal): Promise<LocalServiceFile | undefined> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const ms = pausesMs[Math.min(failures, pausesMs.length - 1)];
      await pause(ms, undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        return await this.#ensure();
      } catch (error) {
        if (failures === 0) this.#parts.log.error(readErrorMessage(error), error);
      }
    }
    return undefined;
  }
}

function readServiceFile(dataFolder: string): LocalServiceFile | undefined {
  try {
    return parseLocalServiceFile(readFileSync(join(dataFolder, "service.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** Starts the program apart from this window, which may end before it; resolves with its notice when it says that it listens. */
async function launch(program: string, dataFolder: string): Promise<string | undefined> {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new LocalServiceError(describeStartFailure(dataFolder, readErrorMessage(cause)), { cause });
  }
  const child = spawn(process.execPath, [program, "--data", dataFolder, "--grace", String(graceSeconds)], {
    cwd: dataFolder,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  const told: string[] = [];
  child.stderr.on("data", (chunk) => told.push(String(chunk)));
  try {
    const { notice } = await untilHello(child);
    letGo(child);
    return notice;
  } catch (cause) {
    child.kill();
    const output = told.join("") || readErrorMessage(cause);
    throw new LocalServiceError(describeStartFailure(dataFolder, output), { cause });
  }
}

type Hello = NonNullable<ReturnType<typeof parseLocalServiceHello>>;

async function untilHello(child: ChildProcess): Promise<Hello> {
  const hello = Promise.withResolvers<Hello>();
  const limit = setTimeout(() => hello.reject(new Error(`It was not ready after ${startMs / 1000} s.`)), startMs);
  child.once("error", hello.reject);
  child.once("close", (code) => hello.reject(new Error(`It ended with code ${code}.`)));
  const read = (line: string) => {
    const said = parseLocalServiceHello(line);
    if (said) hello.resolve(said);
  };
  if (child.stdout) createInterface(child.stdout).on("line", read);
  try {
    return await hello.promise;
  } finally {
    clearTimeout(limit);
  }
}

/** It goes on without this window, and this window ends without it. */
function letGo(child: ChildProcess): void {
  child.removeAllListeners();
  child.on("error", () => {});
  child.stdout?.destroy();
  child.stderr?.removeAllListeners().resume();
  if (child.stderr && "unref" in child.stderr && typeof child.stderr.unref === "function") child.stderr.unref();
  child.unref();
}
