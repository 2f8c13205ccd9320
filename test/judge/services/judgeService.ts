import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import { type AnswerMode, answerAsUser, answerSelectors } from "./answers.ts";
import { itemChanges } from "./changes/itemChanges.ts";
import type { ChangeVerdict } from "./changes/judgeChange.ts";
import { judgeChange } from "./changes/judgeChange.ts";
import { runChanges } from "./changes/runChanges.ts";
import { connectAsUser, type FailedConnection, type JudgedConnection } from "./connect.ts";
import { type JudgedEditor, openEditor, readShownList } from "./editor.ts";
import { findKeyLeaks, type KeyLeak } from "./keyLeaks.ts";
import { missSurfaces, readSurfaces, type SurfaceVerdict } from "./reads/readSurfaces.ts";
import { watchSurfaces } from "./reads/watchSurfaces.ts";
import { measureRestTraffic, type RestTraffic } from "./restTraffic.ts";
import { createRunningClock, type RunningClock } from "./runningClock.ts";
import type { ForeignService, ServiceFolder } from "./serviceFolder.ts";

export interface ServiceVerdict {
  readonly service: string;
  /** Why the service is not connected; undefined: it is. */
  readonly problem: string | undefined;
  readonly surfaces: readonly SurfaceVerdict[];
  readonly changes: readonly ChangeVerdict[];
  readonly leaks: readonly KeyLeak[];
  /** How many answers the page *Service Profile* took. */
  readonly answers: number;
  /** How many requests were sent until each view had its first rows. */
  readonly requestsUntilViews: number;
  /** undefined: not measured. */
  readonly traffic: RestTraffic | undefined;
  /** Errors of the service itself. */
  readonly faults: readonly string[];
}

export interface JudgeOptions {
  /** Measures the traffic at rest. */
  readonly withTraffic: boolean;
  /** Whether a user who knows the service answers the page *Service Profile*. */
  readonly answers: AnswerMode;
  /** A profile that was written by hand; undefined: none. */
  readonly profile?: DialectProfile | undefined;
}

type PartVerdict = PartialVerdict & Pick<ServiceVerdict, "problem" | "leaks" | "faults">;
type PartialVerdict = Partial<
  Pick<ServiceVerdict, "surfaces" | "changes" | "traffic" | "answers" | "requestsUntilViews">
>;

/** Judges a service with a fresh start of it for each part. */
export async function judgeService(
  folder: ServiceFolder,
  name: string,
  options: JudgeOptions,
): Promise<ServiceVerdict> {
  const parts = [
    judgeReads,
    judgeWatches(options),
    judgeChanges(options, false),
    judgeChanges(options, true),
    ...(options.withTraffic ? [judgeTraffic] : []),
  ];
  // A service that breaks its promises must not hide the verdicts on the others.
  const fail = (error: unknown): PartVerdict => ({ problem: `it cannot be judged: ${error}`, leaks: [], faults: [] });
  const judged = await Promise.all(parts.map((part) => judgePart(folder, name, part, options).catch(fail)));
  return {
    service: name,
    problem: judged.find(({ problem }) => problem !== undefined)?.problem,
    surfaces: judged.flatMap(({ surfaces = [] }) => surfaces),
    changes: judged.flatMap(({ changes = [] }) => changes),
    leaks: judged.flatMap(({ leaks }) => leaks),
    answers: Math.max(...judged.map(({ answers = 0 }) => answers)),
    requestsUntilViews: Math.max(...judged.map(({ requestsUntilViews = 0 }) => requestsUntilViews)),
    traffic: judged.find(({ traffic }) => traffic !== undefined)?.traffic,
    faults: judged.flatMap(({ faults }) => faults),
  };
}

/** `answersLeft`: how many questions the user still answers. */
type Part = (
  service: ForeignService,
  connection: JudgedConnection,
  clock: RunningClock,
  answersLeft: number,
) => Promise<PartialVerdict>;

/** The most questions that a user answers about a service. */
const mostAnswers = 20;

async function judgePart(
  folder: ServiceFolder,
  name: string,
  part: Part,
  { answers: mode, profile }: JudgeOptions,
): Promise<PartVerdict> {
  const service = await folder.start(name);
  try {
    const clock = createRunningClock();
    const failed = (error: unknown): FailedConnection => ({ problem: String(error), logged: [] });
    const connection = await connectAsUser(service, clock).catch(failed);
    if ("problem" in connection) return describeUnconnected(service, connection, part);
    const { logged, memory } = connection;
    try {
      if (profile) await useProfile(connection, profile);
      const editor = openEditor(connection);
      await Promise.all(Object.values(editor.trees).map((tree) => tree.children()));
      const requestsUntilViews = service.requests.length;
      const answers = mode === "user" ? await answerAsUser(service, editor) : 0;
      const session = connection.connections.session();
      // The answers may have connected again.
      const current = session.kind === "connected" ? { ...connection, client: session.client } : connection;
      const found = await part(service, current, clock, mostAnswers - answers);
      const messages = (found.changes ?? []).flatMap(({ message }) => message ?? []);
      const findings = (found.surfaces ?? []).flatMap((one) => one.findings.map(({ shown }) => shown));
      const shown = [...messages, ...findings];
      const texts = { log: logged, "stored data": [...memory.values.values()], message: shown };
      return {
        ...{ ...found, requestsUntilViews },
        answers: answers + (found.answers ?? 0),
        ...{ problem: checkIdentity(service, connection), faults: listFaults(service) },
        leaks: findKeyLeaks(service, texts),
      };
    } finally {
      connection.close();
    }
  } finally {
    await service.stop();
  }
}

async function useProfile({ connections }: JudgedConnection, profile: DialectProfile): Promise<void> {
  const session = connections.session();
  if (session.kind !== "connected") return;
  const { profileStore, connection } = session;
  const { credential, headers, query, tenant } = profileStore.read();
  profileStore.replace({ ...profile, ...{ credential, headers, query, tenant } });
  await connections.use(connection.id);
}

/** What a user sees without a connection is blank. */
function describeUnconnected(service: ForeignService, { problem, logged }: FailedConnection, part: Part) {
  const surfaces = part === judgeReads ? missSurfaces(service.readTruth(), problem) : [];
  const leaks = findKeyLeaks(service, { log: logged, message: [problem] });
  return { problem, surfaces, leaks, faults: listFaults(service) };
}

const listFaults = ({ faults }: ForeignService) => faults.map(String);

/** The connection is good if it knows whose key it is. */
function checkIdentity(service: ForeignService, { connections }: JudgedConnection): string | undefined {
  const session = connections.session();
  const { me } = service.readTruth();
  if (session.kind === "failed") return `the session has failed: ${session.error}`;
  if (session.kind !== "connected") return `the session is ${session.kind}`;
  const { name, email } = session.me;
  // What is not known is not wrong.
  if (!me || (name === undefined && !email) || name === me.name || (email && email === me.email)) return undefined;
  return `the identity is ${JSON.stringify({ name, email })}, and not ${JSON.stringify(me)}`;
}

const judgeReads: Part = async (service, connection) => {
  return { surfaces: await readSurfaces(openEditor(connection), service.readTruth) };
};

/** A user sees the views before a change. */
async function openViews({ trees }: JudgedEditor): Promise<void> {
  for (const tree of Object.values(trees)) await readShownList(tree);
}

function judgeChanges({ answers: mode }: JudgeOptions, isLost: boolean): Part {
  return async (service, connection, _clock, answersLeft) => {
    await openViews(openEditor(connection));
    const changes: ChangeVerdict[] = [];
    const tried = new Set<string>();
    let answers = 0;
    for (const change of [...itemChanges, ...runChanges]) {
      let verdict = await judgeChange(service, connection, change, isLost);
      // A refused change leads to its question; the user answers, and makes it again.
      while (mode === "user" && answers < answersLeft && verdict?.outcome === "refusedHonestly") {
        const answered = answerRefused(service, connection, tried);
        if (answered === 0) break;
        answers += answered;
        verdict = await judgeChange(service, connection, change, isLost);
      }
      if (verdict) changes.push(verdict);
    }
    return { changes, answers };
  };
}

function answerRefused(service: ForeignService, { connections }: JudgedConnection, tried: Set<string>): number {
  const session = connections.session();
  return session.kind === "connected" ? answerSelectors(service, session.profileStore, tried, 1) : 0;
}

function judgeWatches({ answers: mode }: JudgeOptions): Part {
  return async (service, connection, _clock, answersLeft) => {
    const editor = openEditor(connection);
    await openViews(editor);
    const surfaces: SurfaceVerdict[] = [];
    const tried = new Set<string>();
    let answers = 0;
    for (const surface of watchSurfaces) {
      let verdicts = await readSurfaces(editor, service.readTruth, [surface]);
      // A refused request leads to its question; the user answers, and tries again.
      while (mode === "user" && answers < answersLeft && verdicts.some(({ verdict }) => verdict === "blank")) {
        const answered = answerRefused(service, connection, tried);
        if (answered === 0) break;
        answers += answered;
        verdicts = await readSurfaces(editor, service.readTruth, [surface]);
      }
      surfaces.push(...verdicts);
    }
    return { surfaces, answers };
  };
}

const judgeTraffic: Part = async (service, connection, clock) => {
  return { traffic: await measureRestTraffic(service, openEditor(connection, clock.now), clock) };
};
