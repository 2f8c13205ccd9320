import { setTimeout as delay } from "node:timers/promises";
import { startService } from "../../../../src/service/startService.ts";
import { createRandom, type Random } from "../../../support/createRandom.ts";
import { formatHttpResponse, startRawServer } from "../../../support/network/rawServer.ts";
import { findFlaw, waitForCallEnd } from "./callEnd.ts";
import { addCallEnd, busyMs, type CallTally, type CreateClient, createCallTally, sampledOperations } from "./matrix.ts";

const day = 86_400_000;
const deadlineMs = 600;
const atOnce = 40;

/** A clock that jumps by up to two days at each reading, as when a user sets it or the machine sleeps. */
function jumpingClock(random: Random): () => number {
  let offset = 0;
  return () => {
    if (random.chance(0.2)) offset += random.int(-2 * day, 2 * day);
    return Date.now() + offset;
  };
}

/** Calls a failing service with such a clock. */
export async function judgeJumpingClient(create: CreateClient, calls: number, seed: number): Promise<CallTally> {
  const tally = createCallTally();
  const random = createRandom(seed);
  const answers = random.part("answers");
  const server = await startRawServer((socket) => {
    const answer = answers.pick(["stalls", "busy", "limited", "lost", "fine"]);
    if (answer === "busy") socket.write(formatHttpResponse(503, ""));
    if (answer === "limited") socket.write(formatHttpResponse(429, "", { "retry-after": new Date().toUTCString() }));
    if (answer === "lost") socket.resetAndDestroy();
    if (answer === "fine") socket.write(formatHttpResponse(200, { items: [], nextCursor: null }));
  });
  const now = jumpingClock(random.part("clock"));
  const clock = {
    now,
    wait: (ms: number, signal: AbortSignal | undefined) => delay(ms, undefined, signal && { signal }),
  };
  const client = create({ baseUrl: server.url, key: async () => "flk_canary0123456789", clock, random: () => 0.2 });
  const judgeCall = async () => {
    const end = await waitForCallEnd(() => client.call("projects.list", {}, { deadlineMs }), deadlineMs + 20_000);
    addCallEnd(tally, end);
    const found = findFlaw(end, {
      names: sampledOperations,
      deadlineMs: deadlineMs + busyMs,
      host: new URL(server.url).host,
    });
    if (found !== undefined) tally.flaws.push(`jumping clock, seed ${seed}: ${found}`);
  };
  let left = calls;
  const work = async () => {
    while (left-- > 0) await judgeCall();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await client.close();
  await server.close();
  return tally;
}

/** Runs the local service with such a clock: lists must be complete, ordered and free of duplicates, and no call may fail. */
export async function judgeJumpingService(create: CreateClient, calls: number, seed: number): Promise<CallTally> {
  const tally = createCallTally();
  const now = jumpingClock(createRandom(seed));
  const service = await startService({ dataDir: null, runtimeFiles: [], clock: () => new Date(now()) });
  const client = create({ baseUrl: service.url, key: async () => service.firstKey });
  const flaw = (words: string) => tally.flaws.push(`jumping service clock, seed ${seed}: ${words}`);
  for (let index = 0; index < calls; index += 1) {
    const end = await waitForCallEnd(() => client.call("projects.create", { name: `jump ${index}` }), 50_000);
    addCallEnd(tally, end);
    if (end.kind !== "success") flaw(`${end.name}: ${end.message}`);
  }
  const names: string[] = [];
  for await (const { name } of client.list("projects.list", { q: "jump ", limit: 7 })) names.push(name);
  const isWhole = new Set(names).size === calls && names.length === calls;
  if (!isWhole) flaw(`${names.length} of ${calls} are listed, ${new Set(names).size} of them once`);
  await client.close();
  await service.close();
  return tally;
}
