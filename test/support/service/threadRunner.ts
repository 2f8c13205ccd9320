import { join } from "node:path";
import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import { createServerProcessEnvironment } from "../../../src/service/deployments/process/processEnvironment.ts";
import {
  createServerChannel,
  createServerChannelSource,
} from "../../../src/service/deployments/process/serverChannel.ts";
import { createLogLineReader } from "../../../src/service/deployments/process/serverOutput.ts";
import { createProcessDriver } from "../../../src/service/deployments/runners/processDriver.ts";
import { describeExit, type Runner } from "../../../src/service/deployments/runners/runner.ts";
import type { RunnerDriver } from "../../../src/service/deployments/runners/serverRunners.ts";
import { createPortEndpoint } from "../../../src/service/mcp/serverEndpoint.ts";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { readGeneratedDefinition, startInProcess } from "./inProcessServer.ts";
import { noSandbox } from "./noSandbox.ts";

/** The service's end of the channel in the thread, before the server's own code. */
const channelUrl = `data:text/javascript,${encodeURIComponent(`
import { Duplex } from "node:stream";
import { parentPort } from "node:worker_threads";
const pipe = new Duplex({ read() {}, write: (chunk, _, done) => done(void parentPort.postMessage(chunk)) });
parentPort.on("message", (chunk) => pipe.push(Buffer.from(chunk))).unref();
${createServerChannelSource("pipe")}`)}`;

/** Runs generated servers in this process, and others as threads of it, which start in a tenth of the time of a process. None is confined. */
const threadRunner: Runner = {
  sandbox: null,
  start: async (program) => {
    const definition = await readGeneratedDefinition(program);
    if (definition) return startInProcess(definition, program);
    const port = await findFreePort();
    const env = createServerProcessEnvironment(program.environment, port, process.env);
    const worker = new Worker(join(program.folder, program.entry), {
      ...{ env, stdout: true, stderr: true, execArgv: [`--import=${channelUrl}`], argv: [] },
    });
    const pipe = new Duplex({ read() {}, write: (chunk, _, done) => done(void worker.postMessage(chunk)) });
    worker.on("message", (chunk: Uint8Array) => pipe.push(Buffer.from(chunk)));
    const detach = program.handleMessages(createServerChannel(pipe, () => void worker.terminate()));
    let isStopped = false;
    const outputs = (["stdout", "stderr"] as const).map((stream) => {
      const lines = createLogLineReader((line, dropped) => program.onLine(line, stream, dropped));
      worker[stream].on("data", (chunk: Buffer) => lines.write(chunk));
      return lines;
    });
    const exited = new Promise<{ description: string }>((resolve) => {
      worker.on("error", (error) => {
        for (const line of (error.stack ?? String(error)).split("\n")) program.onLine(line, "stderr", 0);
      });
      worker.on("exit", (code) => {
        for (const lines of outputs) lines.end();
        detach();
        resolve({ description: describeExit(isStopped ? null : code, isStopped ? "SIGTERM" : null) });
      });
    });
    const stop = async () => {
      isStopped = true;
      await worker.terminate();
      return exited;
    };
    return { name: `Process ${worker.threadId}`, endpoint: createPortEndpoint(port), exited, stop };
  },
};

/** In the place of the driver for processes of this machine. */
export const threadDriver: RunnerDriver = { ...createProcessDriver(noSandbox), open: async () => threadRunner };
