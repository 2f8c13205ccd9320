import { type DialectProfile, dialectProfileSchema, type KindProfile } from "../../../../contract/dialectProfile.ts";
import { isOperationName } from "../../../../contract/operationNames.ts";
import { operationTable } from "../../../../contract/operations.ts";
import type { Proposals, ServiceSamples } from "../../../../contract/profile/profileProposal.ts";
import { valueExpression } from "../../../../contract/profile/valueExpression.ts";
import { joinRules, listUnseenRules, toRules, toUsualRules, type UsualWords } from "./combinations.ts";
import { listQuestions, type StatesQuestion } from "./questions.ts";

/** The profile with an answer: the path of a field, for all operations of the kind; null: no item has it. */
export function answerField(
  profile: DialectProfile,
  { kind, field }: { readonly kind: string; readonly field: string },
  path: string | null,
): DialectProfile {
  const fields = { ...profile.kinds?.[kind]?.fields, [field]: path };
  const operations = Object.entries(profile.operations).map(([name, lines]) => {
    const isOfKind = isOperationName(name) && operationTable[name].kind === kind;
    if (!isOfKind || !lines.fields) return [name, lines] as const;
    const { [field]: _, ...others } = lines.fields;
    return [name, { ...lines, fields: others }] as const;
  });
  return withKind({ ...profile, operations: Object.fromEntries(operations) }, kind, { fields });
}

/**
 * The profile with what the combinations of a question mean. What it says of values that were not seen stays; without that, usual words
 * mean what they usually do.
 */
export function answerStates(
  profile: DialectProfile,
  { kind, chosen, combinations }: Pick<StatesQuestion, "kind" | "chosen" | "combinations">,
  usual: UsualWords = new Map(),
): DialectProfile {
  const unseen = listUnseenRules(profile.kinds?.[kind]?.states ?? [], chosen, combinations);
  const others = unseen.length > 0 ? unseen : toUsualRules(chosen, combinations, usual);
  return withKind(profile, kind, { states: joinRules([...toRules(chosen, combinations), ...others]) });
}

/** The profile with one state: what a combination means; undefined: it is not known. */
export function answerState(
  profile: DialectProfile,
  question: StatesQuestion,
  at: number,
  is: string | undefined,
): DialectProfile {
  const combinations = question.combinations.map((one, index) => (index === at ? { ...one, is } : one));
  return answerStates(profile, { ...question, combinations });
}

/** The profile with all that is proposed, was not answered, and can be in a profile. */
export function acceptProposals(
  proposals: Proposals,
  profile: DialectProfile,
  samples: ServiceSamples,
): DialectProfile {
  const accepted = proposals.kinds(profile, samples).reduce((current, { kind, fields }) => {
    const given = Object.keys(current.kinds?.[kind]?.fields ?? {});
    // Who has said where the parts of an object are has said what it is.
    const isSaid = (field: string) => given.some((name) => name.startsWith(`${field}.`));
    const proposed = Object.entries(fields).flatMap(([field, { path, because }]) =>
      path !== undefined && because === "synonym" && !isSaid(field) && valueExpression.safeParse(path).success
        ? [[field, path] as const]
        : [],
    );
    if (proposed.length === 0) return current;
    return withKind(current, kind, { fields: { ...Object.fromEntries(proposed), ...current.kinds?.[kind]?.fields } });
  }, profile);
  return listQuestions(proposals, profile, samples).reduce((current, question) => {
    if (question.type !== "states" || question.state === "answered") return current;
    const combinations = question.combinations.map((one) => ({ ...one, is: one.is ?? one.proposed }));
    if (question.chosen.length === 0) return current;
    const next = answerStates(current, { ...question, combinations }, proposals.usualWords(profile, question.kind));
    return dialectProfileSchema.safeParse(next).success ? next : current;
  }, accepted);
}

function withKind(profile: DialectProfile, kind: string, part: KindProfile): DialectProfile {
  const known = profile.kinds?.[kind];
  return { ...profile, dialect: "other", kinds: { ...profile.kinds, [kind]: { ...known, ...part } } };
}
