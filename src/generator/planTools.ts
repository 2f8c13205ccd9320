import type { ServerVariable, SourceProblem } from "../contract/servers.ts";
import type { ApiDefinition, ToolDefinition } from "../runtime/definition.ts";
import { type ApiDestination, chooseAddress } from "./chooseAddress.ts";
import { listOperationNodes, type OperationNode } from "./document/operationNodes.ts";
import { createErrorProblem, createWarningProblem, type ProblemCollector } from "./document/problemCollector.ts";
import type { OpenapiDocument } from "./document/readOpenapiDocument.ts";
import { type AccountScheme, listNeededScopes } from "./operation/accountScheme.ts";
import { listAuthAlternatives } from "./operation/authAlternatives.ts";
import { createToolDefinition } from "./operation/createToolDefinition.ts";
import { type OperationModel, UnusableOperationError } from "./operation/operationModel.ts";
import { readOperation } from "./operation/readOperation.ts";
import { type CredentialScheme, readCredentialSchemes } from "./operation/securitySchemes.ts";
import { readServerAddresses } from "./operation/serverAddresses.ts";
import { createToolNames } from "./operation/toolNames.ts";
import { createInputSchemas } from "./schema/inputSchemas.ts";
import { createOutputSchemas } from "./schema/outputSchemas.ts";
import { selectOperations } from "./selectOperations.ts";

interface AnalysisOptions {
  readonly include?: readonly string[];
  readonly baseUrl?: string;
  readonly documentUrl?: string;
}

export interface OfferedTool {
  readonly site: OperationNode;
  readonly tool: ToolDefinition;
}

/** What a document comes to: the tools of the operations chosen, and what they need. */
export interface ToolPlan {
  readonly tools: readonly OfferedTool[];
  readonly api: ApiDefinition;
  readonly variables: readonly ServerVariable[];
  readonly accounts: readonly AccountScheme[];
}

/** undefined where nothing can be made of the document; the problems then hold an error. */
export function planTools(
  document: OpenapiDocument,
  options: AnalysisOptions,
  problems: ProblemCollector,
): ToolPlan | undefined {
  const { report } = problems;
  const sites = listOperationNodes(document, report);
  if (sites.length === 0) {
    const only = document.root.webhooks === undefined ? "" : " (only webhooks, which are requests that the API sends)";
    return refuse(problems, createErrorProblem("no_operations", `The document describes no operations${only}.`, ""));
  }
  const names = createToolNames(sites, report);
  const choice = selectOperations(sites, options.include);
  if (choice.problems.length > 0) return refuse(problems, ...choice.problems);
  const destination = chooseAddress(document, options, report);
  const schemes = readCredentialSchemes(document, filledIn(destination), report);
  const make = toolMaker(document, { destination, schemes, options, problems });
  const tools = sites.flatMap((site, index) => {
    const tool = choice.chosen[index] ? make(site, names[index] ?? "") : undefined;
    return tool ? [{ site, tool }] : [];
  });
  if (tools.length === 0)
    return refuse(
      problems,
      createErrorProblem(
        "no_usable_operations",
        "No operation of the document can be a tool; see the warnings.",
        "/paths",
      ),
    );
  return { tools, ...apiOf(tools, destination, schemes), accounts: accountsOf(document, tools, schemes) };
}

/** The API's URL with its variables as they are unless set. */
function filledIn({ url, known }: ApiDestination): string {
  const { variables } = known();
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
}

function refuse(problems: ProblemCollector, ...errors: readonly SourceProblem[]): undefined {
  errors.forEach(problems.report);
  return undefined;
}

interface Making {
  readonly destination: ApiDestination;
  readonly schemes: Map<string, CredentialScheme>;
  readonly options: AnalysisOptions;
  readonly problems: ProblemCollector;
}

function toolMaker(document: OpenapiDocument, { destination, schemes, options, problems: { report } }: Making) {
  const inputs = createInputSchemas(document, report);
  const context = { document, inputs, outputs: createOutputSchemas(document.root), report };
  const ownAddress = ({ servers }: OperationModel): string | undefined => {
    if (!servers || options.baseUrl !== undefined) return undefined;
    const own = readServerAddresses(servers, options.documentUrl).find(({ usable }) => usable);
    if (own) destination.add(own);
    return own && own.url !== destination.url ? own.url : undefined;
  };
  return (site: OperationNode, name: string): ToolDefinition | undefined => {
    try {
      const model = readOperation(document, site, report);
      const security = listAuthAlternatives(model, schemes, report);
      return createToolDefinition(context, model, { name, security, baseUrl: ownAddress(model) });
    } catch (error) {
      if (!(error instanceof UnusableOperationError)) throw error;
      report(
        createWarningProblem(
          "operation_left_out",
          `${site.method} ${site.path} is left out: ${error.message}.`,
          error.pointer,
        ),
      );
      return undefined;
    }
  };
}

function apiOf(
  tools: readonly OfferedTool[],
  destination: ApiDestination,
  schemes: ReadonlyMap<string, CredentialScheme>,
): Pick<ToolPlan, "api" | "variables"> {
  const demands = tools.map(({ tool }) => tool.request.security);
  const used = [...schemes].filter(([key]) => demands.some((security) => security.flat().includes(key)));
  const needed = (key: string) =>
    demands.every((security) => security.length > 0 && security.every((names) => names.includes(key)));
  const credentials = used.flatMap(([key, { variables, optional }]) =>
    variables.map(
      (variable): ServerVariable => ({ ...variable, required: needed(key) && !optional.includes(variable.name) }),
    ),
  );
  const { variables, settings } = destination.known();
  const api: ApiDefinition = {
    baseUrl: destination.url,
    ...(Object.keys(variables).length > 0 ? { variables } : {}),
    security: Object.fromEntries(used.map(([key, { scheme }]) => [key, scheme])),
  };
  return { api, variables: [...credentials, ...settings] };
}

function accountsOf(
  { root }: OpenapiDocument,
  tools: readonly OfferedTool[],
  schemes: ReadonlyMap<string, CredentialScheme>,
): AccountScheme[] {
  return [...schemes].flatMap(([key, { scheme, account }]) => {
    const users = tools.filter(({ tool }) => tool.request.security.flat().includes(key));
    if (!account || scheme.kind !== "bearer" || users.length === 0) return [];
    const { always, ...place } = account;
    const needed = listNeededScopes(
      root,
      users.map(({ site }) => site),
      key,
    );
    return [{ scheme: key, variable: scheme.variable, ...place, scopes: [...new Set([...needed, ...always])] }];
  });
}
