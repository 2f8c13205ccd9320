import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isTestRunFinished } from "../../../src/contract/testRuns.ts";
import { type AttackReport, findEvidence } from "./attackEvidence.ts";
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
  const isControl = process.env.FAIRLEAD_ATTACK_CONTROL !== undefined;
  const sharesProcesses = isControl || (await findSharing(scene));
  const prepared = attacks.map((attack) => ({ attack, ...scene.prepare(attack, "script", sharesProcesses) }));
  const id = await createSkill(
    scene,
    "attacks",
    prepared.map(({ attack, targets }) => ({ ...attack, targets })),
  );
  const outcomes: AttackOutcome[] = [];
  for (const [index, { attack, watched, targets }] of prepared.entries()) {
    const started = performance.now();
    const run = () => (isControl ? runWithoutConfinement(scene, { ...attack, targets }) : runScript(scene, id, index));
    const found = await findEvidence(scene, watched, run);
    outcomes.push({ by: "script", name: attack.name, ...found, tookMs: performance.now() - started });
  }
  return outcomes;
}

async function createSkill({ service, files }: AttackScene, name: string, inputs: readonly object[]): Promise<string> {
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

async function runScript({ service }: AttackScene, id: string, index: number): Promise<AttackReport> {
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
    const report = readReport(found?.output ?? "");
    return report ?? { error: `${found?.status ?? "no case"}: ${found?.message ?? ""} ${found?.output ?? ""}` };
  }
}

/** Runs an attack as an ordinary program, which tells whether it would succeed. */
async function runWithoutConfinement(
  { files }: AttackScene,
  input: AttackName & { targets: object },
): Promise<AttackReport> {
  const scratch = mkdtempSync(join(files.dataFolder, "scratch-"));
  const program = join(import.meta.dirname, "programs/script.mjs");
  const child = spawn(process.execPath, [program], {
    ...{ cwd: scratch, detached: true, env: { TMPDIR: scratch }, stdio: ["pipe", "pipe", "inherit"] },
  });
  let output = "";
  child.stdout?.on("data", (data) => {
    output += String(data);
  });
  child.stdin?.on("error", () => undefined).end(JSON.stringify(input));
  await once(child, "close");
  rmSync(scratch, { recursive: true, force: true });
  return readReport(output) ?? { error: "It ended without a report." };
}

function readReport(output: string): AttackReport | undefined {
  const line = /^RESULT(.*)$/m.exec(output)?.[1];
  return line === undefined ? undefined : reportSchema.parse(JSON.parse(line));
}

/** Whether a script sees the machine's processes, looked at from outside while one waits. */
async function findSharing(scene: AttackScene): Promise<boolean> {
  const { targets } = scene.prepare({ group: "waiting", name: "wait" }, "script", false);
  const id = await createSkill(scene, "waiting", [{ group: "waiting", name: "wait", targets }]);
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
