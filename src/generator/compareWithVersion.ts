import { compareSurfaces } from "../surface/compareSurfaces.ts";
import { createGeneratedSurface, readGeneratedNames, readGeneratedSurface } from "../surface/generatedSurface.ts";
import type { SurfaceChange } from "../surface/surfaceChange.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import type { DocumentSource } from "./document/bundleParts.ts";
import { createProblemCollector } from "./document/problemCollector.ts";
import { type OpenapiDocument, readOpenapiDocument } from "./document/readOpenapiDocument.ts";
import { overlayDocument } from "./overlay/overlayDocument.ts";
import { planTools, type ToolPlan } from "./planTools.ts";
import { formatOperationFilter, selectOperations } from "./selectOperations.ts";

export interface ComparedVersion {
  /** The files of a generated version. */
  readonly files: readonly FileContent[];
  /** The filters of its operations; undefined: all. Those that match nothing any more are ignored. */
  readonly include?: readonly string[] | undefined;
  readonly maxTools: number;
}

/** What a new version of a document means for the tools of a server. */
export interface DocumentComparison {
  readonly changes: readonly SurfaceChange[];
  /** The filters of the operations that could be tools and are not selected. */
  readonly unchosen: readonly string[];
  /** Why no server can be generated from it as it is; then it has no changes. */
  readonly problem?: string;
}

/**
 * Compares the tools of a version with those that a document, its parts and its overlay give now. undefined: the tools of one of them are not
 * known, because code was added to the version.
 */
export function compareWithVersion(
  source: DocumentSource,
  { files, include, maxTools }: ComparedVersion,
): DocumentComparison | undefined {
  const before = readGeneratedSurface(files);
  if (!before) return undefined;
  const { document, problems } = readOverlaidDocument(source);
  if (!document)
    return { changes: [], unchosen: [], problem: problems.find(({ severity }) => severity === "error")?.message ?? "" };
  const formerNames = readGeneratedNames(files);
  const all = planTools(document, { formerNames }, createProblemCollector());
  const plan = include && include.length > 0 ? planSelection(document, { include, formerNames }, all) : all;
  const tools = plan?.tools.map(({ tool }) => tool) ?? [];
  // As JSON, like the tools of the version: members without a value are no difference.
  const definition: unknown = JSON.parse(
    JSON.stringify({ mode: tools.length > maxTools ? "search" : "direct", tools }),
  );
  const after = createGeneratedSurface(definition);
  const chosen = new Set(listFilters(plan));
  return (
    after && {
      changes: compareSurfaces(before, after),
      unchosen: listFilters(all).filter((filter) => !chosen.has(filter)),
    }
  );
}

/** The document as a service gets it. */
function readOverlaidDocument({ text, overlay, ...files }: DocumentSource) {
  const read = readOpenapiDocument(text, files);
  if (!read.document || overlay === undefined) return read;
  const { document, problems } = overlayDocument(read.document, overlay);
  if (problems.some(({ severity }) => severity === "error")) return { document: undefined, problems };
  return readOpenapiDocument(JSON.stringify(document.root));
}

function planSelection(
  document: OpenapiDocument,
  { include, formerNames }: { readonly include: readonly string[]; readonly formerNames: ReadonlyMap<string, string> },
  all: ToolPlan | undefined,
): ToolPlan | undefined {
  const sites = all?.tools.map(({ site }) => site) ?? [];
  const matching = include.filter((filter) => selectOperations(sites, [filter]).problems.length === 0);
  return matching.length === 0
    ? undefined
    : planTools(document, { include: matching, formerNames }, createProblemCollector());
}

const listFilters = (plan: ToolPlan | undefined) => plan?.tools.map(({ site }) => formatOperationFilter(site)) ?? [];
