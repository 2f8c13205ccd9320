import type { JudgedEditor } from "../editor.ts";
import type { SurfaceReport } from "../surfaceReport.ts";
import type { Truth } from "../truth.ts";

export interface SurfaceContext {
  readonly editor: JudgedEditor;
  readonly truth: Truth;
  /** The truth of this moment, for surfaces that make a change. */
  readonly readTruth: () => Truth;
  readonly report: SurfaceReport;
}

/** A part of what the user sees. */
export interface Surface {
  readonly name: string;
  /** The part of the truth that the surface shows; a surface whose part is missing is not judged. */
  readonly of: keyof Truth;
  /** The operation that the surface needs: a service that lacks it must not show anything. */
  readonly operation: string;
  /** Reads as the editor does, and reports each difference. A thrown error is shown to the user. */
  readonly read: (context: SurfaceContext) => Promise<void>;
}
