import type { SourceProblem } from "../contract/servers.ts";
import type { ToolDefinition } from "../runtime/definition.ts";
import { estimateToolTokens } from "../text/estimateTokens.ts";
import { joinPartTexts } from "../text/joinPartTexts.ts";
import type { ConstantProposal } from "./constantParameters.ts";
import { findCredentialHost } from "./credentials/credentialHosts.ts";
import type { DocumentSource } from "./document/bundleParts.ts";
import { cleanLine } from "./document/cleanText.ts";
import { asList, asObject, asText } from "./document/jsonValues.ts";
import { type LocatedProblem, locateProblems } from "./document/locateProblems.ts";
import type { OperationNode } from "./document/operationNodes.ts";
import { createErrorProblem, createProblemCollector } from "./document/problemCollector.ts";
import { readDescriptionLine } from "./document/readDescription.ts";
import { type OpenapiDocument, readOpenapiDocument } from "./document/readOpenapiDocument.ts";
import { readDocumentServers } from "./operation/serverAddresses.ts";
import { findSimilarTools, type SimilarTool } from "./operation/similarTools.ts";
import type { ToolExtension } from "./operation/toolExtension.ts";
import { type OverlaidDocument, overlayDocument } from "./overlay/overlayDocument.ts";
import type { OverlayProblem } from "./overlay/readOverlay.ts";
import { type OfferedTool, planTools, type ToolPlan } from "./planTools.ts";
import { formatOperationFilter } from "./selectOperations.ts";
import { formatWholeDocument } from "./sourceDigests.ts";

interface OutlineSite {
  readonly method: string;
  readonly path: string;
  /** The filter that selects the operation in `source.include`. */
  readonly filter: string;
  readonly pointer: string;
  /** Its `x-mcp`, from the document or its overlay. */
  readonly extension: ToolExtension;
}

interface OutlineOperation extends OutlineSite {
  /** The name of the operation's tool. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly deprecated: boolean;
  /** What the tool costs an agent, as an estimate: its name, description and input schema. */
  readonly tokens: number;
  readonly annotations: ToolDefinition["annotations"];
  /** What it is, if no program calls it to get an answer. */
  readonly endpoint: ToolDefinition["endpoint"];
  /** The earlier tool that agents may confuse it with. */
  readonly similar: SimilarTool | undefined;
  /** The host that the operation's credential goes to; undefined if it has none, or if the environment decides. */
  readonly credentialHost: string | undefined;
}

/** The operations of a document and its problems. */
export interface OpenapiAnalysis {
  /** Whether a server can be generated from the document. */
  readonly ok: boolean;
  readonly title: string;
  readonly version: string;
  /** The declared OpenAPI version. */
  readonly openapi: string;
  readonly servers: readonly string[];
  readonly tags: readonly { readonly name: string; readonly description: string; readonly count: number }[];
  readonly operations: readonly OutlineOperation[];
  /** The operations that `x-mcp` disables. */
  readonly disabled: readonly OutlineSite[];
  /** The parameters that may be variables for all tools. */
  readonly proposals: readonly ConstantProposal[];
  readonly problems: readonly LocatedProblem[];
  /** The text of the document with its parts and with its overlay applied; undefined: that of the document is all. */
  readonly document: string | undefined;
  /** Those of the overlay; undefined: there is none. */
  readonly overlayProblems: readonly OverlayProblem[] | undefined;
}

/** Reads as much of a document, its parts and its overlay as possible. Never throws: the lists of problems have the errors. */
export function analyzeOpenapiDocument(text: string, beside: Omit<DocumentSource, "text"> = {}): OpenapiAnalysis {
  const source = { ...beside, text };
  const { overlay } = beside;
  const problems = createProblemCollector();
  const { document: original, problems: found, findOrigin, origins } = readOpenapiDocument(text, beside);
  const overlaid = original && overlay !== undefined ? overlayDocument(original, overlay) : undefined;
  const document = overlaid?.document ?? original;
  // The digest of the source is that of all files, also of those that the document only mentions.
  const isJoined = joinPartTexts(text, beside.parts) !== text;
  const textProblems = found.filter(({ line }) => line !== undefined);
  for (const problem of found) if (problem.line === undefined) problems.report(problem);
  const analysis = document && planSafely(document, problems);
  const info = asObject(document?.root.info);
  const offered = analysis?.tools ?? [];
  const { own, shaped } = splitProblems(problems.list(), overlaid);
  return {
    ok: analysis !== undefined,
    title: cleanLine(info.title, 200),
    version: cleanLine(info.version, 50),
    openapi: document?.version ?? "",
    servers: document ? readDocumentServers(document, undefined).map(({ url }) => url || "/") : [],
    tags: document ? listUsedTags(document, offered) : [],
    operations: analysis ? createOutlineOperations(analysis) : [],
    disabled: analysis?.disabled.map(createOutlineSite) ?? [],
    proposals: analysis?.proposals ?? [],
    problems: locateProblems(source, [...textProblems, ...own], findOrigin),
    document: document && (overlaid || isJoined) ? formatWholeDocument(document.root, source, origins) : undefined,
    overlayProblems: overlay === undefined ? undefined : removeDuplicates([...(overlaid?.problems ?? []), ...shaped]),
  };
}

/** Separates the problems of what the overlay added, which have their range in the overlay. */
function splitProblems(problems: readonly SourceProblem[], overlaid: OverlaidDocument | undefined) {
  const located = problems.map((problem) => ({ problem, range: overlaid?.findRange(problem.pointer) }));
  return {
    own: located.flatMap(({ problem, range }) => (range ? [] : [problem])),
    shaped: located.flatMap(({ problem: { pointer, ...problem }, range }) => (range ? [{ ...problem, ...range }] : [])),
  };
}

/** One action may cause the same problem at many operations. */
const removeDuplicates = (problems: readonly OverlayProblem[]): OverlayProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

/** An internal error must not end the analysis. */
function planSafely(
  document: OpenapiDocument,
  problems: ReturnType<typeof createProblemCollector>,
): ToolPlan | undefined {
  try {
    return planTools(document, {}, problems);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.report(createErrorProblem("unreadable", `The document cannot be read: ${reason}`, ""));
    return undefined;
  }
}

function createOutlineOperations({ tools, api }: ToolPlan): OutlineOperation[] {
  const similar = findSimilarTools(tools.map(({ tool }) => tool));
  return tools.map((one) => ({ ...createOutlineOperation(one, api), similar: similar.get(one.tool.name) }));
}

function createOutlineOperation({ site, tool }: OfferedTool, api: ToolPlan["api"]): Omit<OutlineOperation, "similar"> {
  const { operation } = site;
  return {
    ...createOutlineSite(site),
    id: tool.name,
    title: tool.title,
    description: tool.description,
    tags: site.tags,
    summary: readDescriptionLine(operation.summary, 200) || readDescriptionLine(operation.description, 200),
    deprecated: operation.deprecated === true,
    tokens: estimateToolTokens(tool),
    annotations: tool.annotations,
    endpoint: tool.endpoint,
    credentialHost: findCredentialHost(api, tool),
  };
}

const createOutlineSite = (site: OperationNode): OutlineSite => {
  const { method, path, pointer, extension } = site;
  return { method, path, pointer, extension, filter: formatOperationFilter(site) };
};

/** Lists the tags that operations have: declared tags first, in their order. */
function listUsedTags({ root }: OpenapiDocument, offered: readonly OfferedTool[]): OpenapiAnalysis["tags"] {
  const counts = new Map<string, number>();
  for (const tag of offered.flatMap(({ site }) => site.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const declared = asList(root.tags).map(asObject);
  const descriptions = new Map(
    declared.map(({ name, description, summary }) => [
      asText(name).trim(),
      readDescriptionLine(description, 300) || readDescriptionLine(summary, 300),
    ]),
  );
  const names = new Set([...descriptions.keys(), ...counts.keys()]);
  return [...names].flatMap((name) => {
    const count = counts.get(name) ?? 0;
    return count === 0 ? [] : [{ name, description: descriptions.get(name) ?? "", count }];
  });
}
