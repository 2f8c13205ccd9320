/** Cases that wait for a model: it may think for minutes, and does several at a time. */
const ofModels: ReadonlySet<string> = new Set(["trigger", "eval"]);

export function waitsForModel({ kind }: { readonly kind: string }): boolean {
  return ofModels.has(kind);
}

const usualMs = 30_000;
const modelMs = 600_000;

/** The longest one case may take: as asked for, else as its kind needs. */
export function caseTimeoutMs(asked: number | undefined, planned: { readonly kind: string }): number {
  return asked ?? (waitsForModel(planned) ? modelMs : usualMs);
}
