import { inspect } from "node:util";
import fc from "fast-check";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { operationNames } from "../../../../src/contract/operationNames.ts";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import { openConnectionProfile } from "../../../../src/extension/connection/model/connectionProfile.ts";
import { createLog } from "../../../../src/extension/vscode/log.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { operationInputArbitrary } from "../../../support/documents/operationInputs.ts";
import { createMapMemory } from "../../../support/editor/mapMemory.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { echoes, startEchoService } from "./echoService.ts";

/** The key that must not appear anywhere, and the inputs that the contract marks as secret: environments, files and keys. */
export const canaryTexts = {
  key: "flk_c4n4ryK3y0123456789abcdefghijklmnopqrstu",
  marked: "c4n4ryM4rked9876543210",
} as const;

const seed = 2026;
/** The tokens that a response contains by design. */
const handsOut = /"?(accessToken|access_token)"?: '?"?[^,}]*/g;

/** Calls every operation of a service that repeats its input. Returns the number of calls and where a canary appeared. */
export async function findCallCanaries(
  ways: readonly string[],
): Promise<{ readonly calls: number; readonly leaks: readonly string[] }> {
  const leaks: string[] = [];
  let calls = 0;
  for (const way of ways)
    for (const dialect of ["contract", "unknown"] as const) {
      const service = await startEchoService(way);
      const memory = createMapMemory();
      const logged: string[] = [];
      const client = clientOf(service.url, dialect, memory, logged);
      const look = (where: string, value: unknown, isError: boolean) => {
        const text = inspect(value, { depth: 12, maxArrayLength: null, maxStringLength: null, getters: true });
        const readable = isError ? text : text.replaceAll(handsOut, "");
        if (readable.includes(canaryTexts.key))
          leaks.push(`${way}, ${dialect}, ${where}: the key in ${around(readable, canaryTexts.key)}`);
        if (isError && readable.includes(canaryTexts.marked))
          leaks.push(`${way}, ${dialect}, ${where}: an input in ${around(readable, canaryTexts.marked)}`);
      };
      for (const name of operationNames)
        for (const kind of ["call", "fetchResponse", "fetchJson"] as const) {
          calls += 1;
          const answer = client[kind](name, inputOf(name), { deadlineMs: 2000 });
          await answer.then(
            (value: unknown) => look(`${kind} ${name}`, value, false),
            (error: unknown) => look(`${kind} ${name}`, error, true),
          );
        }
      look("the log", logged, true);
      look("what is kept", [...memory.values], true);
      await client.close();
      await service.close();
    }
  return { calls, leaks };
}

export const allCanaryWays = Object.keys(echoes);

function clientOf(
  baseUrl: string,
  dialect: "contract" | "unknown",
  memory: ReturnType<typeof createMapMemory>,
  logged: string[],
): ServiceClient {
  const store = openConnectionProfile(memory, "echo");
  if (dialect === "contract") store.save({ ...store.read(), dialect });
  const write = (text: string) => void logged.push(text);
  const log = createLog({ debug: write, info: write, warn: write, error: write, show: () => {} });
  const clock = { ...createTestClock(), now: Date.now };
  return connectToService({
    baseUrl,
    key: async () => canaryTexts.key,
    profileStore: store,
    clock,
    random: () => 0,
    log: log.call,
  });
}

/** Creates the input of an operation, with a canary in every marked field. */
function inputOf(name: OperationName): never {
  const [input] = fc.sample(operationInputArbitrary(name, canaryTexts.marked), { numRuns: 1, seed });
  // The input matches the operation's schema by construction.
  return { ...sampleInputs[name], ...input } as never;
}

const around = (text: string, found: string) =>
  text.slice(Math.max(0, text.indexOf(found) - 80), text.indexOf(found) + found.length + 20).replaceAll(/\s+/g, " ");
