import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import type { Proposals, ServiceSamples, ValueColumn } from "../../../src/contract/profile/profileProposal.ts";
import { loadProposals } from "../../../src/dialect/connect.ts";
import { listEntries } from "../../../src/dialect/propose/itemPlaces.ts";
import { valueAtPath } from "../../../src/dialect/read/expression.ts";
import { findOperationFacts } from "../../../src/dialect/vocabulary/operationFacts.ts";
import { idOf, textOf } from "../../../src/dialect/vocabulary/values.ts";
import type { ConnectionProfile } from "../../../src/extension/connection/model/connectionProfile.ts";
import { exploreService } from "../../../src/extension/profile/model/exploreService.ts";
import { acceptProposals, answerField, answerStates } from "../../../src/extension/profile/model/questions/answers.ts";
import {
  type ChoiceQuestion,
  listChoiceQuestions,
} from "../../../src/extension/profile/model/questions/choiceQuestions.ts";
import {
  type ChosenPaths,
  type FieldQuestion,
  listQuestions,
  type StatesQuestion,
} from "../../../src/extension/profile/model/questions/questions.ts";
import {
  answerSelector,
  listSelectorQuestions,
} from "../../../src/extension/profile/model/questions/selectorQuestions.ts";
import { isRecord, type UnknownRecord } from "../../../src/text/record.ts";
import { type JudgedEditor, readShownList } from "./editor.ts";
import { listKnownCases } from "./knownCases.ts";
import { type KnownSamples, readKnownHealth } from "./knownHealth.ts";
import { type ArtifactKind, listKnownItems, listKnownMetrics } from "./knownItems.ts";
import { findKnownSelector } from "./knownSelectors.ts";
import type { ForeignService } from "./serviceFolder.ts";
import { stateWords } from "./shownStates.ts";
import type { Outcome, Truth } from "./truth.ts";

/** Whether nobody answers the page *Service Profile*, or one who knows his service does. */
export type AnswerMode = "none" | "user";

/** Opens the page *Service Profile*, answers its questions from the truth, and accepts the rest. Returns how many answers it took. */
export async function answerAsUser(service: ForeignService, editor: JudgedEditor): Promise<number> {
  await readService(editor);
  const session = editor.connections.session();
  if (session.kind !== "connected") return 0;
  const { profileStore } = session;
  const tried = new Set<string>();
  let answers = 0;
  // What was refused is read again with each answer.
  for (let round = 0; round < mostRounds && answerSelectors(service, profileStore, tried, 1) > 0; round += 1) {
    answers += 1;
    await readService(editor);
  }
  const health = await readKnownHealth(editor, profileStore, service.readTruth());
  const [profile, samples] = [profileStore.read(), profileStore.samples()];
  const sitting = new Sitting(await loadProposals(), profile, samples, service.readTruth(), health);
  sitting.answer();
  for (const line of sitting.lines) report(service, line);
  profileStore.replace(sitting.profile);
  // As the editor does, which reads who the user is.
  await editor.connections.use(session.connection.id);
  return answers + sitting.lines.length;
}

const mostRounds = 12;

/**
 * Answers questions about how requests that the service refused name their items, each once: a refused change leads to them too. Returns
 * how many it has answered.
 */
export function answerSelectors(
  service: ForeignService,
  profileStore: ConnectionProfile,
  tried: Set<string>,
  most: number,
): number {
  let answers = 0;
  for (const question of listChoiceQuestions(profileStore)) {
    const choice =
      question.id === "format" ? question.chosen : findKnownList(question, profileStore, service.readTruth());
    if (question.state === "answered" || choice === undefined || tried.has(question.id)) continue;
    tried.add(question.id);
    profileStore.replace(question.answer(profileStore.read(), choice));
    answers += 1;
    report(service, `${question.id} is ${choice}`);
  }
  for (const question of listSelectorQuestions(profileStore.read(), profileStore.evidence())) {
    if (question.state !== "open" || tried.has(question.id) || answers === most) continue;
    tried.add(question.id);
    const by = findKnownSelector(question, service.readTruth());
    if (!by) continue;
    profileStore.replace(answerSelector(profileStore.read(), question, by));
    answers += 1;
    report(service, `${question.id} is ${JSON.stringify(by)}`);
  }
  return answers;
}

/** The list that has most items which the truth has. */
function findKnownList({ choices, refused }: ChoiceQuestion, store: ConnectionProfile, truth: Truth) {
  const [operation = "me.get"] = refused;
  const { resource } = findOperationFacts(operation);
  const counted = choices.map(({ path }) => {
    const value = valueAtPath(path, store.unread()[operation] as UnknownRecord);
    const entries = (Array.isArray(value) ? value : Object.values(value ?? {})).filter(isRecord);
    return { path, count: listKnownItems(resource, { [operation]: entries }, truth).length };
  });
  return counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]?.path;
}

function report({ name }: ForeignService, line: string): void {
  if (process.env.FAIRLEAD_JUDGE_ANSWERS) process.stdout.write(`  ${name} answer: ${line}\n`);
}

/** A user sees the views, and lets the page read the rest. */
async function readService({ trees, connections, client }: JudgedEditor): Promise<void> {
  for (const tree of Object.values(trees)) await readShownList(tree);
  const session = connections.session();
  if (session.kind !== "connected") return;
  const [signal, report] = [AbortSignal.timeout(300_000), () => {}];
  await exploreService({ client, learned: session.profileStore, signal, report, now: Date.now });
}

/** One sitting before the page. */
class Sitting {
  readonly lines: string[] = [];
  profile: DialectProfile;
  readonly #proposals: Proposals;
  readonly #samples: ServiceSamples;
  readonly #truth: Truth;
  readonly #health: KnownSamples;
  readonly #declined = new Set<string>();

  constructor(
    proposals: Proposals,
    profile: DialectProfile,
    samples: ServiceSamples,
    truth: Truth,
    health: KnownSamples,
  ) {
    // As the page does: what the user does not know is not proposed again.
    this.#proposals = {
      ...proposals,
      meaningOf: (current, kind, values) =>
        this.#declined.has(JSON.stringify([kind, values])) ? undefined : proposals.meaningOf(current, kind, values),
    };
    this.profile = profile;
    this.#samples = samples;
    this.#truth = truth;
    this.#health = health;
  }

  answer(): void {
    const seen = new Set<string>();
    for (;;) {
      // An answer can change the next questions: those about cases follow from where the cases are.
      const question = this.#questions().find(({ id }) => !seen.has(id));
      if (!question) break;
      seen.add(question.id);
      if (question.type === "field") this.#answerField(question);
      else this.#answerStates(question);
    }
    const accepted = acceptProposals(this.#proposals, this.profile, this.#samples);
    if (accepted !== this.profile) this.lines.push("Looks Right");
    this.profile = accepted;
  }

  #questions(chosen: ChosenPaths = {}) {
    return listQuestions(this.#proposals, this.profile, this.#samples, chosen);
  }

  #items(kind: string): KnownSamples {
    if (kind === "health") return this.#health;
    if (kind === "case") {
      const path = this.#chosenList("testRun.cases");
      return path ? listKnownCases(path, listKnownItems("testRun", this.#samples, this.#truth)) : [];
    }
    if (kind !== "metric") return listKnownItems(kind, this.#samples, this.#truth);
    const path = this.#chosenList("usage.metrics");
    const wholes = this.#samples["organization.usage"] ?? [];
    return path ? listKnownMetrics(listEntries(wholes, path), this.#truth) : [];
  }

  #chosenList(id: string): string | null | undefined {
    const question = this.#questions().find((one) => one.id === id);
    return question?.type === "field" ? question.chosen : undefined;
  }

  #answerField(question: FieldQuestion): void {
    const { kind, field, id, chosen, choices } = question;
    const known = this.#items(kind).flatMap(([item, { fields }]) =>
      fields[field] ? [[item, fields[field]] as const] : [],
    );
    if (known.length === 0) return;
    // One item read alone can have a field elsewhere than in a list.
    const isRight = (path: string) => {
      const seen = known.map(([item, expected]) => ({ text: readText(item, path, field), expected }));
      const isFitting = ({ text, expected }: (typeof seen)[number]) =>
        expected.includes(text ?? null) || (field === "provider" && expected.includes(text?.toLowerCase() ?? null));
      const isContradicted = seen.some((one) => one.text !== undefined && !isFitting(one));
      const stated = seen.filter(({ text }) => text !== undefined);
      const isChance = stated.length < 2 && seen.length > 3;
      return !isContradicted && !isChance && seen.filter(isFitting).length * 2 > seen.length;
    };
    if (typeof chosen === "string" && isRight(chosen)) return;
    const right = choices.find(({ path }) => isRight(path));
    if (!right && typeof chosen !== "string") return;
    this.profile = answerField(this.profile, { kind, field }, right?.path ?? null);
    this.lines.push(`${id} is ${right?.path ?? "none"}`);
  }

  #answerStates(question: StatesQuestion): void {
    const { kind, id, columns } = question;
    const expected = this.#items(kind).flatMap(([item, { outcome }]) => (outcome ? [[item, outcome] as const] : []));
    if (expected.length === 0) return;
    // What is not known any more is gone: nothing that says how the others are says it too.
    const all = kind === "installation" ? (this.#samples["skill.installations"] ?? []) : [];
    const gone = all.filter((item) => !expected.some(([one]) => one === item));
    const paths = choosePaths(question.chosen, columns, [
      ...expected,
      ...gone.map((item) => [item, "unknown"] as const),
    ]);
    if (paths.join() !== question.chosen.join()) this.lines.push(`${id} is said by ${paths.join(" and ")}`);
    const now = this.#questions({ [kind]: paths }).find((one) => one.id === id);
    if (now?.type !== "states") return;
    const outcomes = tableOf(paths, expected);
    const meanings = wordsOf(kind);
    const combinations = now.combinations.map((one) => {
      const shown = one.is ?? one.proposed;
      const wanted = outcomes.get(JSON.stringify(one.values));
      if (wanted === undefined || (shown !== undefined && meanings[shown] === wanted)) return { ...one, is: shown };
      const is = wanted === "mixed" ? undefined : now.states.find((state) => meanings[state] === wanted);
      if (is === undefined) this.#declined.add(JSON.stringify([kind, one.values]));
      if (is !== shown) this.lines.push(`${id} ${one.values.join(" / ")} is ${is ?? "unknown"}`);
      return { ...one, is };
    });
    this.profile = answerStates(this.profile, { ...now, combinations }, this.#proposals.usualWords(this.profile, kind));
  }
}

/** The value of a choice as a text. That of a list's entry is the text of the first that is expected. */
function readText(item: UnknownRecord, path: string, field: string): string | undefined {
  const value = valueAtPath(path, item);
  if (field === "id" || field.endsWith("Id")) return idOf(value);
  return Array.isArray(value) ? `[${value.length}]` : textOf(value);
}

type Meaning = Outcome | ArtifactKind;

function wordsOf(kind: string): Readonly<Record<string, Meaning>> {
  if (kind === "artifact") return { server: "server", skill: "skill" };
  if (kind === "health") return { ...stateWords.health, unknown: "unknown" };
  if (kind === "testRun" || kind === "deployment" || kind === "oauthConnection") return stateWords[kind];
  if (kind === "case") return { passed: "success", failed: "failure", skipped: "stopped", errored: "failure" };
  const server = { draft: "waiting", generating: "working", ready: "success", failed: "failure" } as const;
  const installation = { installing: "working", installed: "success", failed: "failure", removed: "stopped" } as const;
  return kind === "server" ? server : installation;
}

type Expected = readonly (readonly [UnknownRecord, Meaning])[];

/** What each combination of values means; `mixed`: it does not say. */
function tableOf(paths: readonly string[], expected: Expected): ReadonlyMap<string, Meaning | "mixed"> {
  const table = new Map<string, Meaning | "mixed">();
  for (const [item, outcome] of expected) {
    const values = paths.map((path) => {
      const value = valueAtPath(path, item);
      return value === null || value === undefined ? null : String(value);
    });
    const key = JSON.stringify(values);
    const known = table.get(key);
    table.set(key, known === undefined || known === outcome ? outcome : "mixed");
  }
  return table;
}

/** The fewest paths whose values say every outcome, the proposed ones first. */
function choosePaths(
  proposed: readonly string[],
  columns: readonly ValueColumn[],
  expected: Expected,
): readonly string[] {
  const isWhole = (paths: readonly string[]) =>
    paths.length > 0 && ![...tableOf(paths, expected).values()].includes("mixed");
  if (isWhole(proposed)) return proposed;
  const all = columns.map(({ path }) => path);
  const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]));
  const withProposed = all.map((path) => [...proposed, path]);
  const triples = pairs.flatMap((pair) => all.slice(all.indexOf(pair[1] ?? "") + 1).map((other) => [...pair, other]));
  const candidates = [...all.map((path) => [path]), ...withProposed, ...pairs, ...triples];
  // One who knows the service chooses what has few words.
  const whole = candidates.flatMap((paths) => {
    const table = tableOf(paths, expected);
    return [...table.values()].includes("mixed") ? [] : [{ paths, size: 5 * paths.length + table.size }];
  });
  return whole.toSorted((a, b) => a.size - b.size)[0]?.paths ?? proposed;
}
