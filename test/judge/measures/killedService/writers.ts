import type { FileEntry } from "../../../../src/contract/files.ts";
import type { ServerSource } from "../../../../src/contract/servers.ts";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { countAcknowledgement, type Ledger, type LedgerOrder } from "./ledger.ts";

export interface ServiceAddress {
  readonly url: string;
  readonly key: string;
}

/** The items that are written to while the service is killed. */
export interface Scene extends ServiceAddress {
  readonly projectId: string;
  /** A server that is deployed once and should always run. */
  readonly liveServer: string;
  /** A server that is continually generated, deployed and tested. */
  readonly busyServer: string;
  readonly testedSkill: string;
}

interface Answer {
  readonly status: number;
  readonly id: string;
}

/** undefined if there was no response. */
export async function sendRequest(
  to: ServiceAddress,
  method: string,
  path: string,
  body: object,
  idempotencyKey?: string,
): Promise<Answer | undefined> {
  const headers = {
    Authorization: `Bearer ${to.key}`,
    "Content-Type": "application/json",
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
  };
  try {
    const response = await fetch(`${to.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
    const answer: unknown = await response.json();
    const id = typeof answer === "object" && answer !== null && "id" in answer ? String(answer.id) : "";
    return { status: response.status, id };
  } catch {
    return undefined;
  }
}

/** Sends a request; returns false if the service has ended. */
export async function sendOrder(to: ServiceAddress, ledger: Ledger, order: LedgerOrder): Promise<boolean> {
  const answer = await sendRequest(to, "POST", order.path, order.body, order.name);
  if (answer === undefined) {
    ledger.unanswered.push(order);
    return false;
  }
  const { status, id } = answer;
  if (status < 300) {
    countAcknowledgement(ledger);
    if (order.kind !== "other") ledger.made.set(order.name, { kind: order.kind, id });
  } else {
    const what = `${order.path.replace(/\?.*/, "")} ${status}`;
    ledger.refusals.set(what, (ledger.refusals.get(what) ?? 0) + 1);
  }
  return true;
}

/** Runs concurrent writers, each until a request has no response. */
export function startWriters(scene: Scene, ledger: Ledger, round: number): Promise<void> {
  let next = 0;
  const name = (what: string) => `${what}-${round}-${next++}`;
  const until = async (step: () => Promise<boolean>) => {
    while (await step());
  };
  const project = (): LedgerOrder => {
    const named = name("project");
    return { kind: "project", name: named, path: "projects", body: { name: named, description: "0" } };
  };
  const skill = (): LedgerOrder => {
    const named = name("skill");
    const body = { projectId: scene.projectId, files: createSkillFilePair(named) };
    return { kind: "skill", name: named, path: "skills", body };
  };
  const works = heavyWork(scene, name);
  return Promise.all([
    until(() => sendOrder(scene, ledger, project())),
    until(() => sendOrder(scene, ledger, skill())),
    until(() => renumber(scene, ledger)),
    until(async () => sendOrder(scene, ledger, works[next % works.length]?.() ?? project())),
  ]).then(() => undefined);
}

function heavyWork(scene: Scene, name: (what: string) => string): (() => LedgerOrder)[] {
  const order = (path: string, body: object): LedgerOrder => ({ kind: "other", name: name("work"), path, body });
  const { busyServer, testedSkill } = scene;
  return [
    () => order(`server/generate?id=${busyServer}`, { source: createFilesSource(name("label")) }),
    () => order(`server/deploy?id=${busyServer}`, {}),
    () => order(`skill/test-runs?id=${testedSkill}`, {}),
    () => order(`server/test-runs?id=${busyServer}`, { cases: ["protocol"] }),
  ];
}

/** One writer for all projects, with increasing numbers. */
async function renumber(scene: Scene, ledger: Ledger): Promise<boolean> {
  const known = [...ledger.made.values()].filter(({ kind }) => kind === "project");
  const project = known[ledger.acknowledged % Math.max(1, known.length)];
  if (!project)
    return (await sendRequest(scene, "PATCH", `project?id=${scene.projectId}`, { description: "" })) !== undefined;
  const numbers = ledger.numbers.get(project.id) ?? { acknowledged: 0, sent: 0 };
  ledger.numbers.set(project.id, numbers);
  numbers.sent += 1;
  const answer = await sendRequest(scene, "PATCH", `project?id=${project.id}`, { description: String(numbers.sent) });
  if (answer?.status !== 200) return answer !== undefined;
  numbers.acknowledged = numbers.sent;
  countAcknowledgement(ledger);
  return true;
}

export function createFilesSource(label: string): ServerSource {
  const files = createTinyServerFiles("healthy", label).map((file) => ({ ...file, encoding: "utf8" as const }));
  return { kind: "files", files, entry: tinyEntry };
}

/** Two files, so that a partial write is detected. */
export function createSkillFilePair(name: string): FileEntry[] {
  const main = `---\nname: ${name}\ndescription: Says ${name}. Use when it is to be said.\n---\n\nSee references/more.md.\n`;
  return [
    { path: "SKILL.md", encoding: "utf8", content: main },
    { path: "references/more.md", encoding: "utf8", content: `# ${name}\n` },
  ];
}
