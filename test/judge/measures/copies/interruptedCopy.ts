import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { startConnectionCutter } from "../../../support/network/connectionCutter.ts";
import { copyProject, fillProject, readProjectContent } from "../../../support/service/copiedServices.ts";
import type { Measure } from "../../figure.ts";
import {
  type RestartableService,
  startClosableService,
  startKillableService,
} from "../restartedService/restartableService.ts";

const seed = 20_190;
const extent = {
  full: { servers: 100, skills: 100, versions: 5, interruptions: 10 },
  short: { servers: 4, skills: 4, versions: 3, interruptions: 3 },
} as const;
const kinds = ["cancelled", "cut", "killed"] as const;
type Interruption = (typeof kinds)[number];
const projectName = "Copied";

export const interruptedCopy: Measure = {
  id: "F5",
  goal: "1,000 versions copied between two services, interrupted ten times: equal by digest, nothing twice",
  needs: "node",
  isLong: true,
  measure: async (size) => {
    const source = await startClosableService();
    const target = await startKillableService();
    try {
      return await measureCopy(source, target, extent[size]);
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  },
};

async function measureCopy(
  source: RestartableService,
  target: RestartableService,
  { interruptions, ...content }: (typeof extent)[keyof typeof extent],
) {
  const project = await fillProject(source.client, projectName, content);
  const total = (content.servers + content.skills) * content.versions;
  const startedAt = performance.now();
  const counts = { cancelled: 0, cut: 0, killed: 0 };
  let unfinished = 0;
  for (const [index, { share, delayMs }] of drawMoments(interruptions).entries()) {
    const kind = kinds[index % kinds.length] ?? "cancelled";
    // Somewhere in the next part of the whole.
    const versions = Math.max(1, Math.round((share * total) / interruptions));
    const end = await copyUntil(source, target, project, { kind, versions, delayMs });
    if (end.isInterrupted) counts[kind] += 1;
    if (end.isUnfinished) unfinished += 1;
  }
  const { result } = await copyProject(source.client, target.client, project);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const results = result.projects.flatMap((one) => one.results);
  const findings = [
    ...results.flatMap(({ plan, kind, isEqual, problem }) =>
      isEqual === true ? [] : [`${plan.item.name}: ${kind} ${problem ?? ""}`],
    ),
    ...(await compareServices(source.client, target.client, content.servers + content.skills)),
  ];
  const done = counts.cancelled + counts.cut + counts.killed;
  const figure = `${total} versions of ${content.servers} servers and ${content.skills} skills in ${seconds} s, interrupted ${done} times (${counts.cancelled} cancelled, ${counts.cut} cut, ${counts.killed} killed; ${unfinished} ended the copy): ${findings.length} differences, seed ${seed}`;
  return { figure, met: findings.length === 0 && done === interruptions, findings };
}

function drawMoments(count: number) {
  const moment = fc.record({
    share: fc.double({ min: 0.3, max: 1, noNaN: true }),
    delayMs: fc.integer({ min: 0, max: 15 }),
  });
  return fc.sample(moment, { numRuns: count, seed });
}

interface Moment {
  readonly kind: Interruption;
  /** The versions that are made before. */
  readonly versions: number;
  readonly delayMs: number;
}

/** Copies until the interruption. Where the client's retries outlast it, the copy goes on to its end. */
async function copyUntil(
  source: RestartableService,
  target: RestartableService,
  project: Parameters<typeof copyProject>[2],
  { kind, versions, delayMs }: Moment,
): Promise<{ readonly isInterrupted: boolean; readonly isUnfinished: boolean }> {
  let isCut = false;
  const cutter = await startConnectionCutter(Number(new URL(target.url()).port), () => isCut);
  const client = createServiceClient({ baseUrl: cutter.url, key: async () => target.key });
  const cancelling = new AbortController();
  let made = 0;
  let restarting: Promise<void> | undefined;
  const interrupt = async () => {
    // Versions end at the same points of their requests; a delay reaches the others.
    await pause(delayMs);
    if (kind === "cancelled") cancelling.abort();
    if (kind === "cut") isCut = true;
    if (kind === "killed") restarting = target.restart();
  };
  let interrupting: Promise<void> | undefined;
  const onVersion = () => {
    made += 1;
    if (made === versions) interrupting = interrupt();
  };
  try {
    const { result } = await copyProject(source.client, client, project, { signal: cancelling.signal, onVersion });
    await interrupting;
    const isUnfinished = result.projects.flatMap(({ results }) => results).some((one) => one.isEqual !== true);
    return { isInterrupted: interrupting !== undefined, isUnfinished };
  } finally {
    await restarting;
    await client.close();
    await cutter.close();
  }
}

/** Also what no list shows twice: artifacts that belong to nothing. */
async function compareServices(source: ServiceClient, target: ServiceClient, items: number): Promise<string[]> {
  const [expected, found] = [
    await readProjectContent(source, projectName),
    await readProjectContent(target, projectName),
  ];
  const missing = expected.filter((fact) => !found.includes(fact));
  const more = found.length - expected.length;
  let artifacts = 0;
  for await (const _artifact of target.list("registry.artifacts", { limit: 200 })) artifacts += 1;
  return [
    ...missing.map((fact) => `missing: ${fact}`),
    ...(more > 0 ? [`${more} facts more than in the source`] : []),
    ...(artifacts === items ? [] : [`${artifacts} artifacts of ${items} items`]),
  ];
}
