import * as l10n from "@vscode/l10n";
import {
  type DialectProfile,
  type SelectorProfile,
  sharedSelectorSchema,
} from "../../../../contract/dialectProfile.ts";
import type { Evidence } from "../../../../contract/evidence.ts";
import type { Operation } from "../../../../contract/operation.ts";
import { operationNames } from "../../../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../../contract/operations.ts";
import type { RecordedEvidence } from "../../../connection/model/connectionProfile.ts";
import type { QuestionState } from "./questions.ts";
import { questionTexts } from "./questionTexts.ts";

/** The methods whose requests name an item in the same way. */
export const selectorMethods = ["GET", "POST"] as const;
export type SelectorMethod = (typeof selectorMethods)[number];

/** How requests of a method name the item that they are about. */
export interface SelectorQuestion {
  readonly type: "selector";
  /** `select.GET`, or `select.GET.server` */
  readonly id: string;
  readonly method: SelectorMethod;
  /** The kind of the item; undefined: of any. */
  readonly kind: string | undefined;
  readonly text: string;
  readonly state: QuestionState;
  /** What the profile says, or what is known of an operation. */
  readonly chosen: SelectorProfile | undefined;
  /** Operations that the service refused. */
  readonly refused: readonly OperationName[];
}

/** Whether a service has refused a request in a way that can be about how it names its item: some refuse with status 200. */
function isRefused({ outcome, status = 0, words }: Partial<Evidence> = {}): boolean {
  return outcome === "refused" && ([400, 404, 422].includes(status) || (status < 300 && words !== undefined));
}

/**
 * The questions about how items are named: where the profile says it, or where the service refused a request for one. Where one answer
 * for all kinds was not enough, each kind that is refused still has a question of its own.
 */
export function listSelectorQuestions(
  profile: DialectProfile,
  evidence: RecordedEvidence,
): readonly SelectorQuestion[] {
  return selectorMethods.flatMap((method): readonly SelectorQuestion[] => {
    const operations = operationNames.filter((name) => findNamedKind(name, method) !== undefined);
    const refused = operations.filter((name) => isRefused(evidence[name]));
    const given = profile.select?.[method];
    const id = `select.${method}`;
    const text = questionTexts.get(id);
    if (text === undefined || (!given && refused.length === 0)) return [];
    const base = { type: "selector", id, method, text, kind: undefined } as const;
    if (!given) {
      // A path of its own is of one operation.
      const known = operations.flatMap((name) => profile.operations[name]?.select ?? []);
      const chosen = known.find(({ name }) => !name.includes("{value}"));
      return [{ ...base, state: "open", chosen, refused }];
    }
    const kinds = new Set(operations.flatMap((name) => findNamedKind(name, method) ?? []));
    const ofKinds = [...kinds].flatMap((kind): readonly SelectorQuestion[] => {
      const own = profile.kinds?.[kind]?.select?.[method];
      const ofKind = refused.filter((name) => findNamedKind(name, method) === kind);
      if (!own && ofKind.length === 0) return [];
      const ofKindText = `${text} (${formatKind(kind)})`;
      const state = own ? "answered" : "open";
      return [{ ...base, id: `${id}.${kind}`, text: ofKindText, kind, state, chosen: own ?? given, refused: ofKind }];
    });
    return [{ ...base, state: "answered", chosen: given, refused }, ...ofKinds];
  });
}

const formatKind = (kind: string) => kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The kind of the item that a request of a method names. */
function findNamedKind(name: OperationName, method: SelectorMethod): string | undefined {
  const row: Operation = operationTable[name];
  const isOfMethod = (row.method === "POST") === (method === "POST");
  return isOfMethod && !row.isOwnerFilter ? row.owner : undefined;
}

/** The profile with how requests of a method name an item. What was found for single operations is found again. */
export function answerSelector(
  profile: DialectProfile,
  { method, kind, refused }: Pick<SelectorQuestion, "method" | "kind" | "refused">,
  by: SelectorProfile,
): DialectProfile {
  const operations = Object.entries(profile.operations).map(([name, lines]) => {
    if (!refused.some((one) => one === name)) return [name, lines] as const;
    const { select: _, ...others } = lines;
    return [name, others] as const;
  });
  const rest = { ...profile, dialect: "other", operations: Object.fromEntries(operations) } as const;
  if (kind === undefined) return { ...rest, select: { ...profile.select, [method]: by } };
  const known = profile.kinds?.[kind];
  return { ...rest, kinds: { ...profile.kinds, [kind]: { ...known, select: { ...known?.select, [method]: by } } } };
}

/** What the user entered. Without a value the id selects the item. */
interface EnteredSelector {
  readonly in: SelectorProfile["in"];
  readonly name: string;
  readonly value: string;
}

export const wholeId = "{id}";

const parseSelector = ({ value, ...by }: EnteredSelector) =>
  sharedSelectorSchema.safeParse({ ...by, ...(value !== "" && value !== wholeId && { value }) });

/** Undefined if a profile cannot have it. */
export const readSelector = (entered: EnteredSelector) => parseSelector(entered).data;

/** The first field that a profile cannot have, and why. */
export function findSelectorProblem(entered: EnteredSelector) {
  const [issue] = parseSelector(entered).error?.issues ?? [];
  if (!issue) return undefined;
  if (issue.path[0] === "value") return { field: "value", message: issue.message } as const;
  const message = entered.name === "" ? l10n.t("It must not be empty.") : issue.message;
  return { field: "name", message } as const;
}
