import { startService } from "../../../../src/service/startService.ts";
import { createRandom } from "../../../support/createRandom.ts";
import { startFlappingLink } from "../../../support/network/flappingLink.ts";
import { findFlaw, waitForCallEnd } from "./callEnd.ts";
import { addCallEnd, busyMs, type CallTally, type CreateClient, createCallTally, sampledOperations } from "./matrix.ts";

const deadlineMs = 3000;
const atOnce = 8;

/** Reads and creates items over a connection that breaks repeatedly. Afterwards everything must match the responses. */
export async function judgeFlapping(create: CreateClient, calls: number, seed: number): Promise<CallTally> {
  const tally = createCallTally();
  const service = await startService({ dataDir: null, runtimeFiles: [] });
  const random = createRandom(seed);
  const link = await startFlappingLink(Number(new URL(service.url).port), random.part("link"));
  const client = create({ baseUrl: link.url, key: async () => service.firstKey, random: random.part("jitter").next });
  const acknowledged = new Set<string>();
  const flaw = (words: string) => tally.flaws.push(`flapping network, seed ${seed}: ${words}`);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < calls; index = next++) {
      const name = `flapping ${index}`;
      const isRead = index % 2 === 0;
      const call = () =>
        isRead
          ? client.call("projects.list", { limit: 5 }, { deadlineMs })
          : client.call("projects.create", { name }, { deadlineMs });
      const end = await waitForCallEnd(call, deadlineMs + 20_000);
      addCallEnd(tally, end);
      if (!isRead && end.kind === "success") acknowledged.add(name);
      const found = findFlaw(end, {
        names: sampledOperations,
        deadlineMs: deadlineMs + busyMs,
        host: new URL(link.url).host,
      });
      if (found !== undefined) flaw(found);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (link.downs() < 3) flaw(`the network went down ${link.downs()} times only, so little is shown`);
  link.settle();
  const names: string[] = [];
  for await (const { name } of client.list("projects.list", { q: "flapping ", limit: 200 })) names.push(name);
  if (new Set(names).size < names.length) flaw(`${names.length - new Set(names).size} things were made twice`);
  for (const name of acknowledged) if (!names.includes(name)) flaw(`${name} was said to be made and is not there`);
  await client.close();
  await link.close();
  await service.close();
  return tally;
}
