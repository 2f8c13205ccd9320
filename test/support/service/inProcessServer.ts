import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { readToolPaths } from "../../../src/generator/output/serverFiles.ts";
import { createAccountTokens, type ParentChannel } from "../../../src/runtime/accounts/accountTokens.ts";
import { createApiCheck } from "../../../src/runtime/check/createApiCheck.ts";
import type { ServerDefinition } from "../../../src/runtime/definition.ts";
import { loadVersionSkills } from "../../../src/runtime/mcp/versionSkills.ts";
import { startMcpServer } from "../../../src/runtime/startMcpServer.ts";
import { createDefinedTools } from "../../../src/runtime/tools/definedTools.ts";
import { createOutcomeReporter } from "../../../src/runtime/upstream/callOutcome.ts";
import { createServerProcessEnvironment } from "../../../src/service/deployments/process/processEnvironment.ts";
import type { ServerChannel } from "../../../src/service/deployments/process/serverChannel.ts";
import {
  describeExit,
  type ProcessExit,
  type ServerProcess,
  type ServerProgram,
} from "../../../src/service/deployments/runners/runner.ts";
import { createPortEndpoint } from "../../../src/service/mcp/serverEndpoint.ts";
import { findFreePort } from "../../../src/service/network/freePort.ts";

const moduleSchema = z.object({ default: z.custom<ServerDefinition>() });

/** Reads what a generated program serves. undefined: the program has code of its own. */
export async function readGeneratedDefinition({ folder, entry }: ServerProgram): Promise<ServerDefinition | undefined> {
  const program = await readFile(join(folder, entry), "utf8");
  const paths = readToolPaths(program);
  if (!paths) return undefined;
  const tools = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  // An exact number is one of the runtime in the folder.
  if (tools.some((text) => text.startsWith("import "))) return undefined;
  const addresses = paths.map((path, index) => [`"./${path}"`, `"${toModuleUrl(tools[index] ?? "")}"`] as const);
  const withTools = addresses.reduce((text, [path, url]) => text.replace(path, url), program);
  const source = withTools.replace(/^import \{ serve \}.*\n/, "").replace("await serve(", "export default (");
  return moduleSchema.parse(await import(toModuleUrl(source))).default;
}

const toModuleUrl = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

/** Serves a definition in this process, where a server starts without the start of a thread. */
export async function startInProcess(definition: ServerDefinition, program: ServerProgram): Promise<ServerProcess> {
  const port = await findFreePort();
  const environment = createServerProcessEnvironment(program.environment, port, process.env);
  const log = (line: string) => program.onLine(line.replaceAll(/[\r\n]+/g, " "), "stderr", 0);
  const exit = Promise.withResolvers<ProcessExit>();
  const { parent, channel } = createChannels(() => exit.resolve({ description: describeExit(null, "SIGKILL") }));
  const detach = program.handleMessages(channel);
  const accounts = createAccountTokens(parent);
  const onOutcome = createOutcomeReporter(parent);
  const starting = loadVersionSkills(join(program.folder, "skills"), log).then((skills) =>
    startMcpServer(definition, createDefinedTools(definition, environment, log, { accounts, onOutcome }), {
      ...{ environment, log, skills, isDeployed: true },
      check: createApiCheck(definition, environment, accounts),
    }),
  );
  starting.catch((error) => {
    log(String(error));
    exit.resolve({ description: describeExit(1) });
  });
  const exited = exit.promise.finally(detach);
  const stop = async () => {
    await (await starting.catch(() => undefined))?.close();
    exit.resolve({ description: describeExit(null, "SIGTERM") });
    return exited;
  };
  return { name: "Process", endpoint: createPortEndpoint(port), exited, stop };
}

/** Both ends of the channel between a server and the service, which carries JSON. */
function createChannels(kill: () => void): { readonly parent: ParentChannel; readonly channel: ServerChannel } {
  const createEnd = (listeners: ((message: unknown) => void)[], others: typeof listeners) => ({
    listen: (onMessage: (message: unknown) => void) => void listeners.push(onMessage),
    send: (message: object) => {
      const sent: unknown = JSON.parse(JSON.stringify(message));
      for (const listener of others) queueMicrotask(() => listener(sent));
    },
  });
  const [ofServer, ofService]: ((message: unknown) => void)[][] = [[], []];
  return {
    parent: createEnd(ofServer ?? [], ofService ?? []),
    channel: { ...createEnd(ofService ?? [], ofServer ?? []), kill },
  };
}
