import { Range, type TestController, type TestItem, Uri } from "vscode";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { findCaseGroup, formatCaseGroup, rankCaseGroup } from "../../testing/model/caseGroups.ts";
import { findCaseLocation } from "../../testing/model/findCaseLocation.ts";
import type { KnownCase } from "../../testing/model/knownCases.ts";
import {
  readSubjectKey,
  readSubjectName,
  type TestRequest,
  type TestSubject,
} from "../../testing/model/testSubject.ts";

/** The item of a subject, with its cases by id. */
export interface SubjectItem {
  readonly item: TestItem;
  subject: TestSubject;
  readonly cases: Map<string, TestItem>;
  /** The cases were listed, so they are refreshed. */
  isFilled: boolean;
  /** Discovery found it; otherwise only a run added it. */
  isFound: boolean;
  /** The revisions of the current content and of the shown results: see `readContentRevision`. */
  mark: string | undefined;
  tested: string | undefined;
}

/** Stands between the id of a case and the name of a runner. Ids of cases have no such line. */
const runnerMark = "\n";

/** The id of the case that an item stands for. */
const readCaseId = ({ id }: TestItem) => id.split(runnerMark)[0] ?? id;

/** The items of one controller: subjects, their groups of cases, and the cases. */
export class TestItems {
  readonly #controller: TestController;
  readonly #subjects = new Map<string, SubjectItem>();

  constructor(controller: TestController) {
    this.#controller = controller;
  }

  all(): readonly SubjectItem[] {
    return [...this.#subjects.values()];
  }

  /** Adds or updates the item of a subject. */
  put(subject: TestSubject): SubjectItem {
    const key = readSubjectKey(subject);
    const existing = this.#subjects.get(key);
    const uri = uriOf(subject);
    // The URI of an item cannot change.
    if (existing && existing.item.uri?.toString() === uri?.toString()) {
      existing.subject = subject;
      describe(existing.item, subject);
      return existing;
    }
    const item = this.#controller.createTestItem(key, toVisibleText(readSubjectName(subject)), uri);
    if (subject.kind === "skill" && uri) item.range = new Range(0, 0, 0, 0);
    item.canResolveChildren = true;
    describe(item, subject);
    this.#controller.items.add(item);
    const unknown = { isFilled: false, isFound: false, mark: undefined, tested: undefined };
    const made: SubjectItem = { item, subject, cases: new Map(), ...unknown };
    this.#subjects.set(key, made);
    return made;
  }

  /** Removes discovered items that are not among these subjects. */
  keep(subjects: readonly TestSubject[]): void {
    const expectedKeys = new Set(subjects.map(readSubjectKey));
    for (const [key, { isFound }] of this.#subjects) {
      if (expectedKeys.has(key) || !isFound) continue;
      this.#subjects.delete(key);
      this.#controller.items.delete(key);
    }
    for (const subject of subjects) this.put(subject).isFound = true;
  }

  /** The subject of any item. */
  subjectOf(item: TestItem): SubjectItem | undefined {
    return item.parent ? this.subjectOf(item.parent) : this.#subjects.get(item.id);
  }

  /** Sets a subject's cases in order; removes others. */
  setCases(subjectItem: SubjectItem, cases: readonly KnownCase[]): void {
    const caseIds = new Set(cases.map(({ id }) => id));
    for (const [id, item] of subjectItem.cases) {
      if (caseIds.has(id)) continue;
      item.parent?.children.delete(id);
      subjectItem.cases.delete(id);
    }
    for (const group of [...subjectItem.item.children].map(([, item]) => item)) {
      if (!subjectItem.cases.has(group.id) && group.children.size === 0) subjectItem.item.children.delete(group.id);
    }
    for (const knownCase of cases) this.putCase(subjectItem, knownCase);
  }

  putCase(subjectItem: SubjectItem, { id, name: given, location }: KnownCase, version?: string | null): TestItem {
    const name = toVisibleText(given);
    const place = location && findCaseLocation(subjectItem.subject, location, version);
    const existing = subjectItem.cases.get(id);
    const isThere = existing !== undefined && (place === undefined || existing.uri?.toString() === urlOf(place.uri));
    const item = isThere ? existing : this.#makeCase(subjectItem, id, name, place?.uri);
    if (item.label !== name) item.label = name;
    const range = place && isOwnLine(id) ? new Range(place.line - 1, 0, place.line - 1, 0) : undefined;
    if (range && !item.range?.isEqual(range)) item.range = range;
    return item;
  }

  /** The item of a runner below a case. Running it runs the case. */
  putRunner(subjectItem: SubjectItem, known: KnownCase, runner: string, version?: string | null): TestItem {
    const parent = this.putCase(subjectItem, known, version);
    const id = `${known.id}${runnerMark}${runner}`;
    const existing = parent.children.get(id);
    if (existing) return existing;
    const item = this.#controller.createTestItem(id, toVisibleText(runner), parent.uri);
    item.range = parent.range;
    parent.children.add(item);
    return item;
  }

  #makeCase(subjectItem: SubjectItem, id: string, name: string, uri: string | undefined): TestItem {
    const item = this.#controller.createTestItem(id, name, uri === undefined ? undefined : Uri.parse(uri, true));
    item.sortText = `${rankCaseGroup(id)} ${String(subjectItem.cases.size).padStart(5, "0")}`;
    this.#parentOf(subjectItem, id).children.add(item);
    subjectItem.cases.set(id, item);
    return item;
  }

  #parentOf(subjectItem: SubjectItem, caseId: string): TestItem {
    const group = findCaseGroup(caseId);
    if (group === undefined) return subjectItem.item;
    const existing = subjectItem.item.children.get(group);
    if (existing) return existing;
    const made = this.#controller.createTestItem(group, formatCaseGroup(group), uriOf(subjectItem.subject));
    made.sortText = rankCaseGroup(caseId);
    subjectItem.item.children.add(made);
    return made;
  }
}

/** The cases of a Test Explorer request, by subject. */
export function listTestOrders(
  items: TestItems,
  include: readonly TestItem[] | undefined,
  exclude: readonly TestItem[] = [],
): TestRequest[] {
  const left = new Set(exclude);
  const bySubject = new Map<SubjectItem, Set<TestItem>>();
  for (const item of include ?? items.all().map((one) => one.item)) {
    const subjectItem = items.subjectOf(item);
    if (subjectItem && !left.has(subjectItem.item))
      bySubject.set(subjectItem, (bySubject.get(subjectItem) ?? new Set()).add(item));
  }
  return [...bySubject].map(([subjectItem, chosen]) => ({
    subject: subjectItem.subject,
    cases: casesIn(items, subjectItem, chosen, left),
  }));
}

function casesIn(
  items: TestItems,
  subjectItem: SubjectItem,
  chosen: ReadonlySet<TestItem>,
  left: ReadonlySet<TestItem>,
) {
  const isLess = [...left].some((item) => items.subjectOf(item) === subjectItem);
  if (!isLess) return chosen.has(subjectItem.item) ? undefined : [...new Set([...chosen].map(readCaseId))];
  const within = (item: TestItem, set: ReadonlySet<TestItem>): boolean =>
    set.has(item) || (item.parent !== undefined && within(item.parent, set));
  return [...subjectItem.cases].flatMap(([id, item]) => (within(item, chosen) && !within(item, left) ? [id] : []));
}

/** Cases of the whole skill have no line. */
function isOwnLine(caseId: string): boolean {
  return /^(?:script|trigger|eval|case):/.test(caseId);
}

function urlOf(uri: string): string {
  return Uri.parse(uri, true).toString();
}

function uriOf(subject: TestSubject): Uri | undefined {
  const text = subject.kind === "server" ? subject.caseFile : subject.folder && `${subject.folder}/SKILL.md`;
  return text === undefined ? undefined : Uri.parse(text, true);
}

/** Without a description, because screen readers would read it instead of the name. */
function describe(item: TestItem, subject: TestSubject): void {
  const name = toVisibleText(readSubjectName(subject));
  if (item.label !== name) item.label = name;
}
