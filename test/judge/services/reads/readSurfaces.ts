import { readErrorMessage } from "../../../../src/extension/base/failure.ts";
import type { JudgedEditor } from "../editor.ts";
import { createSurfaceReport, type Finding, judgeFindings } from "../surfaceReport.ts";
import type { Truth } from "../truth.ts";
import { accountSurfaces } from "./accountSurfaces.ts";
import { deploymentSurfaces } from "./deploymentSurfaces.ts";
import { registrySurfaces } from "./registrySurfaces.ts";
import { serverSurfaces } from "./serverSurfaces.ts";
import { skillSurfaces } from "./skillSurfaces.ts";
import type { Surface, SurfaceContext } from "./surface.ts";
import { testRunSurfaces } from "./testRunSurfaces.ts";
import { watchSurfaces } from "./watchSurfaces.ts";

const surfaces: readonly Surface[] = [
  ...accountSurfaces,
  ...serverSurfaces,
  ...deploymentSurfaces,
  ...skillSurfaces,
  ...testRunSurfaces,
  ...registrySurfaces,
];

export interface SurfaceVerdict {
  readonly surface: string;
  readonly verdict: "right" | "blank" | "wrong";
  readonly findings: readonly Finding[];
}

/** Judges each surface of which the truth has a part. */
export async function readSurfaces(
  editor: JudgedEditor,
  readTruth: () => Truth,
  chosen: readonly Surface[] = surfaces,
): Promise<readonly SurfaceVerdict[]> {
  const verdicts: SurfaceVerdict[] = [];
  const truth = readTruth();
  for (const surface of selectSurfaces(truth, chosen)) {
    verdicts.push(await readSurface({ editor, truth, readTruth }, surface));
  }
  return verdicts;
}

/** The surfaces of a service that the editor is not connected to: all are blank. */
export function missSurfaces(truth: Truth, problem: string): readonly SurfaceVerdict[] {
  return selectSurfaces(truth, [...surfaces, ...watchSurfaces]).map(({ name }) => {
    const finding = {
      kind: "blank",
      subject: name,
      shown: `is not connected: ${problem}`,
      truth: "the service has it",
    } as const;
    return { surface: name, verdict: "blank", findings: [finding] };
  });
}

const selectSurfaces = (truth: Truth, chosen: readonly Surface[]) =>
  chosen.filter(({ of }) => truth[of] !== undefined && truth[of] !== null);

async function readSurface(
  context: Omit<SurfaceContext, "report">,
  { name, operation, read }: Surface,
): Promise<SurfaceVerdict> {
  const report = createSurfaceReport();
  await read({ ...context, report }).catch((error: unknown) =>
    report.blank(name, `fails: ${readErrorMessage(error)}`, "the service has it"),
  );
  const isLacking = context.truth.lacks.includes(operation);
  // Of what the service does not have, nothing can be missing.
  const findings = isLacking ? report.findings.filter(({ kind }) => kind === "wrong") : report.findings;
  return { surface: name, verdict: judgeFindings(findings), findings };
}
