import * as z from "zod";
import { type AttackReport, findEvidence } from "./attackEvidence.ts";
import type { AttackServer } from "./attackedService.ts";
import { type AttackName, listAttackFiles, listAttacks } from "./attackPrograms.ts";
import { type AttackScene, locateServer } from "./attackScene.ts";
import { answersMcp } from "./probePorts.ts";

/** What came of an attack; without evidence it failed. */
export interface AttackOutcome {
  readonly by: string;
  readonly name: string;
  readonly evidence: readonly string[];
  readonly report: AttackReport;
  readonly peakMb: number;
}

export const reportSchema = z.object({ got: z.string().optional(), error: z.string().optional() });

/** Runs each attack by a tool call of a deployed server. A server that an attack has ended or spoiled is deployed again. */
export async function runServerAttacks(
  scene: AttackScene,
  isChosen: (attack: AttackName) => boolean,
): Promise<AttackOutcome[]> {
  const { service } = scene;
  const attacks = (await listAttacks("server")).filter(isChosen);
  if (attacks.length === 0) return [];
  const source = { kind: "files" as const, entry: "server.mjs", files: listAttackFiles() };
  const first = await service.create("Attacker", source);
  let server: AttackServer | undefined = first;
  let group = "";
  let place = await locateServer(scene, first);
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks) {
    if (server === undefined || (group !== "" && group !== attack.group)) {
      server = await service.deploy(first.id);
      place = await locateServer(scene, server);
    }
    group = attack.group;
    await scene.ensureOther();
    const outcome = await runOne(scene, server, attack, place.sharesProcesses);
    outcomes.push(outcome);
    if (outcome.spoiled) server = undefined;
  }
  return outcomes;
}

async function runOne(scene: AttackScene, server: AttackServer, attack: AttackName, sharesProcesses: boolean) {
  const { watched, targets } = scene.prepare(attack, "server", sharesProcesses);
  let spoiled = true;
  const { evidence, report, peakMb } = await findEvidence(scene, watched, async () => {
    const text = await server.call("attack", { ...attack, targets });
    spoiled = false;
    const found = reportSchema.parse(JSON.parse(text));
    if (attack.name === "be reached at its own port" && (await answersOwnPort(found))) found.got += " answered";
    return found;
  });
  if (report.got?.endsWith(" answered")) evidence.push("a port of the machine at which it answers");
  return {
    by: "server",
    name: attack.name,
    evidence,
    report,
    peakMb,
    spoiled: spoiled || attack.group === "descriptors",
  };
}

const ownPortSchema = z.object({ ownPort: z.number() });

const answersOwnPort = ({ got = "" }: AttackReport) => answersMcp(ownPortSchema.parse(JSON.parse(got)).ownPort);
