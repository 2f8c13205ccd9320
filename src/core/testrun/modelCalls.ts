/** How many calls to the model a run makes. */
export interface ModelCallRange {
  readonly least: number;
  readonly most: number;
}

/** What was agreed to in this session, so that the same is not asked again. */
export interface ModelCallConsent {
  /** Whether each of these was agreed to for as many calls. */
  covers(plans: readonly SubjectModelCalls[]): boolean;
  keep(plans: readonly SubjectModelCalls[]): void;
}

export interface SubjectModelCalls extends ModelCallRange {
  /** Tells what is tested apart. */
  readonly key: string;
}

export function createModelCallConsent(): ModelCallConsent {
  const agreed = new Map<string, number>();
  return {
    covers: (plans) => plans.every(({ key, most }) => most <= (agreed.get(key) ?? 0)),
    keep: (plans) => {
      for (const { key, most } of plans) agreed.set(key, Math.max(most, agreed.get(key) ?? 0));
    },
  };
}

export function sumModelCalls(plans: readonly ModelCallRange[]): ModelCallRange {
  return {
    least: plans.reduce((sum, { least }) => sum + least, 0),
    most: plans.reduce((sum, { most }) => sum + most, 0),
  };
}

/** `between 4 and 18 calls`. */
export function formatModelCalls({ least, most }: ModelCallRange): string {
  if (least !== most) return `between ${least} and ${most} calls`;
  return most === 1 ? "1 call" : `${most} calls`;
}
