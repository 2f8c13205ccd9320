import type { SkillCase } from "./skillCase.ts";

/** Lists each case that a model does once for each repeat: `eval:1` as `eval:1:try-1`, `eval:1:try-2`. Once, it stays as it is. */
export function repeatModelCases(cases: readonly SkillCase[], repeats: number): readonly SkillCase[] {
  if (repeats <= 1) return cases;
  return cases.flatMap((one): SkillCase[] => {
    if (one.kind !== "eval" && one.kind !== "trigger") return [one];
    return Array.from({ length: repeats }, (_, index) => {
      return { ...one, id: `${one.id}:try-${index + 1}`, name: `${one.name} (${index + 1} of ${repeats})` };
    });
  });
}

/** The case that a try repeats, by its id and name. */
export function readRepeatedCase({ id, name }: { readonly id: string; readonly name: string }): {
  readonly id: string;
  readonly name: string;
} {
  const found = /^(.+):try-\d+$/.exec(id)?.[1];
  return found === undefined ? { id, name } : { id: found, name: name.replace(/ \(\d+ of \d+\)$/, "") };
}
