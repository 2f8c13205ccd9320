import { readErrorMessage } from "../../../../src/core/foundation/failure.ts";
import type { JudgedEditor } from "../editor.ts";
import { createSurfaceReport, type Finding, judgeFindings } from "../surfaceReport.ts";
import type { Truth } from "../truth.ts";
import { accountSurfaces } from "./accountSurfaces.ts";
import { deploymentSurfaces } from "./deploymentSurfaces.ts";
import { registrySurfaces } from "./registrySurfaces.ts";
import { serverSurfaces } from "./serverSurfaces.ts";
import { skillSurfaces } from "./skillSurfaces.ts";
import type { Surface } from "./surface.ts";
import { testRunSurfaces } from "./testRunSurfaces.ts";

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
export async function readSurfaces(editor: JudgedEditor, truth: Truth): Promise<readonly SurfaceVerdict[]> {
  const verdicts: SurfaceVerdict[] = [];
  for (const surface of surfaces) {
    if (truth[surface.of] === undefined || truth[surface.of] === null) continue;
    verdicts.push(await readSurface(editor, truth, surface));
  }
  return verdicts;
}

async function readSurface(
  editor: JudgedEditor,
  truth: Truth,
  { name, operation, read }: Surface,
): Promise<SurfaceVerdict> {
  const report = createSurfaceReport();
  await read({ editor, truth, report }).catch((error: unknown) =>
    report.blank(name, `fails: ${readErrorMessage(error)}`, "the service has it"),
  );
  const isLacking = truth.lacks.includes(operation);
  // Of what the service does not have, nothing can be missing.
  const findings = isLacking ? report.findings.filter(({ kind }) => kind === "wrong") : report.findings;
  return { surface: name, verdict: judgeFindings(findings), findings };
}
