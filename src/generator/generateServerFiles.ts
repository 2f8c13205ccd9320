import type { FileEntry } from "../contract/files.ts";
import { defaultMaxTools } from "../contract/mcp/searchTool.ts";
import type { ServerVariable, SourceProblem } from "../contract/servers.ts";
import type { ServerDefinition } from "../runtime/definition.ts";
import { readGeneratedNames } from "../surface/generatedSurface.ts";
import { maxTotalFileBytes } from "../text/filePaths.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import { joinPartTexts } from "../text/joinPartTexts.ts";
import type { ConstantChoices } from "./constantParameters.ts";
import type { AccountScheme } from "./credentials/accountScheme.ts";
import { cleanLine } from "./document/cleanText.ts";
import { asObject, type JsonObject } from "./document/jsonValues.ts";
import { locateProblems } from "./document/locateProblems.ts";
import { createErrorProblem, createProblemCollector } from "./document/problemCollector.ts";
import { nameProblemFiles, readUploadedParts } from "./document/problemFiles.ts";
import { readDescription, readDescriptionLine } from "./document/readDescription.ts";
import { readOpenapiDocument } from "./document/readOpenapiDocument.ts";
import { listApiUrls } from "./output/apiUrls.ts";
import { createProjectFiles } from "./output/projectFiles.ts";
import { createReadmeFile } from "./output/readme.ts";
import { createServerFiles, entryFileName } from "./output/serverFiles.ts";
import { createServerManifest, type ServerDescription } from "./output/serverManifest.ts";
import { createToolGroups } from "./output/toolGroups.ts";
import { planTools, type ToolPlan } from "./planTools.ts";
import { readBundledOrigins, readSourceDigests } from "./sourceDigests.ts";

export interface ServerGenerationInput {
  readonly source: {
    /** The text of the document, JSON or YAML. */
    readonly document: string;
    /** The document's own path among its parts. */
    readonly path?: string;
    readonly parts?: readonly FileEntry[];
    readonly include?: readonly string[];
    readonly baseUrl?: string;
    readonly maxTools?: number;
    /** Whether a parameter is a required variable, by its name. */
    readonly constants?: ConstantChoices;
  };
  /** The display name. */
  readonly name: string;
  readonly slug: string;
  readonly version: string;
  /** The files of the shipped runtime. */
  readonly runtime: readonly FileEntry[];
  /** The document's URL, against which relative server addresses are resolved. */
  readonly documentUrl?: string;
  /** The files of the latest version: its tools keep their names. */
  readonly latest?: readonly FileContent[];
}

export type ServerGenerationResult =
  | {
      readonly ok: true;
      readonly files: FileEntry[];
      readonly definition: ServerDefinition;
      readonly entry: string;
      /** `server.json` of the MCP registry. */
      readonly manifest: Record<string, unknown>;
      readonly variables: ServerVariable[];
      /** The schemes that need a connected account. */
      readonly accounts: AccountScheme[];
      /** The former names of variables that were renamed, by their names. */
      readonly formerNames: Record<string, string>;
      /** The number of operations, in both modes. */
      readonly toolCount: number;
      readonly title: string;
      readonly description: string;
      readonly problems: SourceProblem[];
    }
  | { readonly ok: false; readonly problems: SourceProblem[] };

/** Generates a server from an OpenAPI document, or returns its problems (at least one error). The same input yields the same bytes. */
export function generateServerFiles(input: ServerGenerationInput): ServerGenerationResult {
  const problems = createProblemCollector();
  const source = { text: input.source.document, ...readUploadedParts(input.source) };
  const read = readOpenapiDocument(source.text, source);
  const { document } = read;
  read.problems.forEach(problems.report);
  const { include, baseUrl, constants } = input.source;
  const { documentUrl, latest = [] } = input;
  const options = {
    ...(include && { include }),
    ...(constants && { constants }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(documentUrl !== undefined && { documentUrl }),
    formerNames: readGeneratedNames(latest),
  };
  const analysis = document && planTools(document, options, problems);
  const listProblems = () => {
    const located = locateProblems(source, problems.list(), read.findOrigin);
    return nameProblemFiles(located, read, readBundledOrigins(document?.root));
  };
  if (!analysis) return { ok: false, problems: listProblems() };
  const server = createServer(input, document.root, analysis);
  const bytes = server.files.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > maxTotalFileBytes) {
    const message = `The server would have ${bytes} bytes of files; ${maxTotalFileBytes} are possible. Select fewer operations.`;
    problems.report(createErrorProblem("too_large", message, ""));
    return { ok: false, problems: listProblems() };
  }
  return { ...server, problems: listProblems() };
}

function createServer(input: ServerGenerationInput, root: JsonObject, analysis: ToolPlan) {
  const info = asObject(root.info);
  const { name, slug, version, runtime, source } = input;
  const { variables, api, tools, check } = analysis;
  const title = cleanLine(info.title, 100).replace(/\.$/, "") || name;
  const description =
    readDescriptionLine(info.description, 1000) ||
    readDescriptionLine(info.summary, 1000) ||
    `MCP server for ${title}.`;
  const groups = createToolGroups(tools);
  const definition: ServerDefinition = {
    name: slug,
    title: name,
    version,
    instructions: createInstructions(title, info),
    mode: tools.length > (source.maxTools ?? defaultMaxTools) ? "search" : "direct",
    api,
    ...(check && { check: check.tool.name }),
    tools: groups.flatMap((group) => group.tools),
  };
  const apiUrls = listApiUrls(
    api,
    groups.flatMap((group) => group.tools),
  );
  const serverDescription: ServerDescription = {
    slug,
    name,
    version,
    description,
    variables,
    apiUrls,
    check: check?.tool,
    source: readSourceDigests(root, joinPartTexts(source.document, readUploadedParts(source).parts)),
  };
  return {
    ok: true as const,
    definition,
    entry: entryFileName,
    title,
    description,
    files: [
      ...createServerFiles(definition, groups, runtime),
      createReadmeFile(serverDescription, definition),
      ...createProjectFiles(serverDescription),
    ],
    manifest: createServerManifest(serverDescription),
    variables: [...variables],
    accounts: [...analysis.accounts],
    formerNames: { ...analysis.formerNames },
    toolCount: tools.length,
  };
}

function createInstructions(title: string, info: JsonObject): string {
  const apiDescription = readDescription(info.description, 1000) || readDescription(info.summary, 1000);
  const first = `Each tool sends one request to the API "${title}" and gives its answer.`;
  return apiDescription === "" ? first : `${first}\n\n${apiDescription}`;
}
