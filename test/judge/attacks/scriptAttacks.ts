import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { isTestRunFinished } from "../../../src/contract/testRuns.ts";
import { type AttackReport, findEvidence, type WatchedAttack } from "./attackEvidence.ts";
import { type AttackName, listAttackFiles, listAttacks } from "./attackPrograms.ts";
import type { AttackScene } from "./attackScene.ts";
import { hasOwnProcesses, listDescendants } from "./hostProcesses.ts";
import { type AttackOutcome, reportSchema } from "./serverAttacks.ts";

/** Runs each attack as a script of a skill, each in a test run of its own. */
export async function runScriptAttacks(
  scene: AttackScene,
  isChosen: (attack: AttackName) => boolean,
): Promise<AttackOutcome[]> {
  const attacks = (await listAttacks("script")).filter(isChosen);
  if (attacks.length === 0) return [];
  const sharesProcesses = await findSharing(scene);
  const orders = attacks.map((attack): Order => {
    const { watched, targets } = scene.prepare(attack, "script", sharesProcesses);
    return { watched, inputs: [{ ...attack, targets }] };
  });
  const together = combine(scene, attacks, sharesProcesses);
  const all = [...together, ...orders];
  const id = await createSkill(
    scene,
    "attacks",
    all.map(({ inputs }) => inputs),
  );
  const tryOrder = async (order: Order): Promise<AttackOutcome[]> => {
    const reports: AttackReport[] = [];
    const found = await findEvidence(scene, order.watched, async () => {
      reports.push(...(await runScript(scene, id, all.indexOf(order))));
      return {
        got: reports.map(({ got = "" }) => got).join("\n"),
        error: reports.map(({ error = "" }) => error).join("\n"),
      };
    });
    const { evidence, peakMb } = found;
    return order.inputs.map(({ name }, index) => {
      return { by: "script", name, evidence, report: reports[index] ?? found.report, peakMb };
    });
  };
  const outcomes: AttackOutcome[] = [];
  const failed = new Set<string>();
  for (const order of together) {
    const found = await tryOrder(order);
    // Evidence, or no end of the process, does not show which of them it was.
    if (found.some(({ evidence, report }) => evidence.length > 0 || report.error?.startsWith(noReport))) continue;
    for (const { group, name } of order.inputs) failed.add(`${group} ${name}`);
    outcomes.push(...found);
  }
  for (const order of orders)
    if (!order.inputs.some(({ group, name }) => failed.has(`${group} ${name}`)))
      outcomes.push(...(await tryOrder(order)));
  return outcomes;
}

/** Attacks that one process tries one after the other. */
interface Order {
  readonly watched: WatchedAttack;
  readonly inputs: readonly (AttackName & { readonly targets: object })[];
}

const noReport = "no report";
const alone = /changing|moving|become|keep a process/;

/** Tries the quick attacks of a group together, because a process for each takes long. */
function combine(scene: AttackScene, attacks: readonly AttackName[], sharesProcesses: boolean): Order[] {
  const groups = Map.groupBy(attacks, ({ group }) => group);
  return [...groups].flatMap(([group, members]) => {
    const quick = members.filter(({ name }) => !alone.test(name));
    if (/Races|descriptors|resources/.test(group) || quick.length < 2) return [];
    const { watched, targets } = scene.prepare({ group, name: "together" }, "script", sharesProcesses);
    return [{ watched, inputs: quick.map((attack) => ({ ...attack, targets: { ...targets, ...attack } })) }];
  });
}

async function createSkill(
  { service, files }: AttackScene,
  name: string,
  inputs: readonly (readonly object[])[],
): Promise<string> {
  const cases = inputs.map((input, index) => ({
    ...{ name: `attack ${index}`, script: "script.mjs", stdin: JSON.stringify(input), timeoutMs: 90_000 },
  }));
  const text = (path: string, content: string) => ({ path, encoding: "utf8" as const, content });
  const skill = await service.api.call("skills.create", {
    projectId: service.projectId,
    files: [
      text("SKILL.md", `---\nname: ${name}\ndescription: Tries what scripts must not do.\n---\nTries it.\n`),
      text("evals/scripts.json", JSON.stringify(cases)),
      ...listAttackFiles(),
    ],
  });
  files.accept();
  return skill.id;
}

async function runScript({ service }: AttackScene, id: string, index: number): Promise<AttackReport[]> {
  const run = await service.api.call("skillTestRuns.start", {
    id,
    cases: [`script:attack-${index}`],
    timeoutMs: 90_000,
  });
  for (;;) {
    await delay(40);
    const { status, cases } = await service.api.call("skillTestRun.get", { id: run.id });
    if (!isTestRunFinished(status)) continue;
    const [found] = cases ?? [];
    return readReports(
      found?.output ?? "",
      `${found?.status ?? "no case"}: ${found?.message ?? ""} ${found?.output ?? ""}`,
    );
  }
}

function readReports(output: string, problem: string): AttackReport[] {
  const line = /^RESULT(.*)$/m.exec(output)?.[1];
  if (line === undefined) return [{ error: `${noReport}: ${problem}` }];
  return z.array(reportSchema).parse(JSON.parse(line));
}

/** Whether a script sees the machine's processes, looked at from outside while one waits. */
async function findSharing(scene: AttackScene): Promise<boolean> {
  const { targets } = scene.prepare({ group: "waiting", name: "wait" }, "script", false);
  const id = await createSkill(scene, "waiting", [[{ group: "waiting", name: "wait", targets }]]);
  const run = runScript(scene, id, 0);
  let ended = false;
  void run.finally(() => {
    ended = true;
  });
  let shares = true;
  while (!ended) {
    await delay(50);
    if (listDescendants(scene.service.servicePid).some((pid) => hasOwnProcesses(pid, "script.mjs"))) shares = false;
  }
  await run;
  return shares;
}
