import { writeFileSync } from "node:fs";
import { build } from "../../host/run.ts";
import type { Measure } from "../figure.ts";
import type { AttackName } from "./attackPrograms.ts";
import { startAttackScene } from "./attackScene.ts";
import { runEgressAttacks } from "./egressAttacks.ts";
import { runScriptAttacks } from "./scriptAttacks.ts";
import { type AttackOutcome, runServerAttacks } from "./serverAttacks.ts";

const rounds = 1000;

/** `FAIRLEAD_ATTACK_ROUNDS` sets the rounds of each race, `FAIRLEAD_ATTACKS` a pattern of the attacks to run, such as `^server: .*key`. `FAIRLEAD_ATTACK_REPORT` is a file for all that came of them. */
async function measure() {
  await build();
  const pattern = new RegExp(process.env.FAIRLEAD_ATTACKS ?? "");
  const isChosen = (by: string) => (attack: AttackName) => pattern.test(`${by}: ${attack.group}: ${attack.name}`);
  const perRace = Number(process.env.FAIRLEAD_ATTACK_ROUNDS ?? rounds);
  const scene = await startAttackScene(perRace);
  const all: AttackOutcome[] = [];
  try {
    const egress = await runEgressAttacks(scene, isChosen("egress"));
    all.push(...egress.outcomes);
    const servers = await runServerAttacks(scene, isChosen("server"));
    all.push(...servers);
    const scripts = await runScriptAttacks(scene, isChosen("script"));
    all.push(...scripts);
    const successes = all.filter(({ evidence }) => evidence.length > 0);
    const figure =
      `${all.length} attacks (${servers.length} by servers, ${scripts.length} by scripts, races ${perRace} times): ` +
      `${successes.length} succeeded; ${egress.elsewhere} connections elsewhere; ` +
      `at most ${Math.max(0, ...all.map(({ peakMb }) => peakMb))} MB of memory taken`;
    const blocked =
      egress.outcomes.length > 0 && !egress.reachedAllowed ? ["A server did not reach the host of its document."] : [];
    const findings = [...successes.map(formatSuccess), ...blocked];
    return { figure, met: findings.length === 0, findings };
  } finally {
    writeReport(all);
    await scene.close();
  }
}

function writeReport(outcomes: readonly AttackOutcome[]): void {
  const file = process.env.FAIRLEAD_ATTACK_REPORT;
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(outcomes, undefined, 2)}\n`);
}

const formatSuccess = ({ by, name, evidence }: AttackOutcome): string => `${by}: ${name} (${evidence.join("; ")})`;

export const attacks: Measure = {
  id: "S14",
  goal: "servers and scripts that attack files, processes, sockets, ports and memory: no success, no connection elsewhere",
  needs: "node",
  measure,
};
