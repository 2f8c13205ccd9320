/** A difference between what the user sees and the truth. */
export interface Finding {
  /** `wrong`: the truth contradicts what is shown. `blank`: what is shown is true, but something is missing. */
  readonly kind: "wrong" | "blank";
  readonly subject: string;
  readonly shown: string;
  readonly truth: string;
}

/** Collects the findings of one surface. */
export interface SurfaceReport {
  readonly findings: readonly Finding[];
  wrong(subject: string, shown: string, truth: string): void;
  blank(subject: string, shown: string, truth: string): void;
}

export function createSurfaceReport(): SurfaceReport {
  const findings: Finding[] = [];
  const add = (kind: Finding["kind"]) => (subject: string, shown: string, truth: string) =>
    void findings.push({ kind, subject, shown, truth });
  return { findings, wrong: add("wrong"), blank: add("blank") };
}

/** The verdict on a surface: its worst finding. */
export function judgeFindings(findings: readonly Finding[]): "right" | "blank" | "wrong" {
  if (findings.some(({ kind }) => kind === "wrong")) return "wrong";
  return findings.length > 0 ? "blank" : "right";
}
