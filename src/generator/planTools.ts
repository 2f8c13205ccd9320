import type { ServerVariable, SourceProblem } from "../contract/servers.ts";
import type { ApiDefinition, ToolDefinition } from "../runtime/definition.ts";
import { formatCredentialHosts, formatReceivers } from "../text/hosts/credentialHost.ts";
import { endSentence } from "../text/language/endSentence.ts";
import { type ApiDestination, chooseAddress } from "./chooseAddress.ts";
import { chooseHarmlessRead } from "./chooseHarmlessRead.ts";
import { type ConstantChoices, type ConstantProposal, findConstantParameters } from "./constantParameters.ts";
import { type AccountScheme, listNeededScopes } from "./credentials/accountScheme.ts";
import { createPrefixFinder } from "./credentials/authorizationPrefix.ts";
import { takeBodyCredential } from "./credentials/bodyCredentials.ts";
import { listCredentialHosts } from "./credentials/credentialHosts.ts";
import { type CredentialContext, findCredentials } from "./credentials/findCredentials.ts";
import { createOauthEndpointFinder } from "./credentials/oauthEndpoints.ts";
import { readCredentialUse } from "./credentials/readCredentialUse.ts";
import { type CredentialScheme, listDeclaredSchemes, readCredentialSchemes } from "./credentials/securitySchemes.ts";
import {
  addUndeclaredSchemes,
  type CredentialSource,
  findUndeclaredCredentials,
} from "./credentials/undeclaredCredential.ts";
import { cleanLine } from "./document/cleanText.ts";
import { listOperationNodes, type OperationNode } from "./document/operationNodes.ts";
import { createErrorProblem, createWarningProblem, type ProblemCollector } from "./document/problemCollector.ts";
import type { OpenapiDocument } from "./document/readOpenapiDocument.ts";
import { createToolDefinition } from "./operation/createToolDefinition.ts";
import { distinguishTexts } from "./operation/distinguishTexts.ts";
import { type OperationModel, UnusableOperationError } from "./operation/operationModel.ts";
import { readOperation } from "./operation/readOperation.ts";
import { readServerAddresses, type ServerAddress } from "./operation/serverAddresses.ts";
import { createToolNames } from "./operation/toolNames.ts";
import { createInputSchemas } from "./schema/inputSchemas.ts";
import { createOutputSchemas } from "./schema/outputSchemas.ts";
import { selectOperations } from "./selectOperations.ts";

interface AnalysisOptions {
  readonly include?: readonly string[];
  readonly constants?: ConstantChoices;
  readonly baseUrl?: string;
  readonly documentUrl?: string;
  /** The names of tools that stay, by their operations, such as `GET /pets`. */
  readonly formerNames?: ReadonlyMap<string, string>;
}

export interface OfferedTool {
  readonly site: OperationNode;
  readonly tool: ToolDefinition;
}

/** The tools of the selected operations, and the API settings, variables and accounts that they need. */
export interface ToolPlan {
  readonly tools: readonly OfferedTool[];
  /** The selected operations that `x-mcp` disables. */
  readonly disabled: readonly OperationNode[];
  readonly api: ApiDefinition;
  readonly variables: readonly ServerVariable[];
  /** The parameters that may be variables for all tools. */
  readonly proposals: readonly ConstantProposal[];
  readonly accounts: readonly AccountScheme[];
  /** The former names of variables that were renamed, by their names. */
  readonly formerNames: Readonly<Record<string, string>>;
  /** The operation that shows whether the API answers and accepts the credential. */
  readonly check: OfferedTool | undefined;
}

/** Returns undefined if the document yields no tool; the problems then contain an error. */
export function planTools(
  document: OpenapiDocument,
  options: AnalysisOptions,
  problems: ProblemCollector,
): ToolPlan | undefined {
  const { report } = problems;
  const sites = listOperationNodes(document, report);
  if (sites.length === 0) {
    const only = document.root.webhooks === undefined ? "" : " (only webhooks, which are requests that the API sends)";
    const message = `The document describes no operations${only}.`;
    return reportErrors(problems, createErrorProblem("no_operations", message, ""));
  }
  const names = createToolNames(sites, report, options.formerNames);
  const selection = selectOperations(sites, options.include);
  if (selection.problems.length > 0) return reportErrors(problems, ...selection.problems);
  const isWanted = (site: OperationNode, index: number) => selection.chosen[index] === true && !isDisabled(site);
  const destination = chooseAddress(document, { ...options, sites: sites.filter(isWanted) }, report);
  const findPrefix = createPrefixFinder(document.root, sites, listDeclaredSchemes(document));
  const schemes = readCredentialSchemes(document, { base: fillDefaults(destination), findPrefix, report });
  const credentials = { schemes, findPrefix, report };
  addUndeclaredSchemes(document, sites, credentials);
  const createTool = createToolFactory(document, { destination, credentials, options });
  const drafts = sites.flatMap((site, index) => {
    const tool = isWanted(site, index) ? createTool(site, names[index] ?? "") : undefined;
    return tool ? [{ site, tool }] : [];
  });
  if (drafts.length === 0) {
    const message = "No operation of the document can be a tool, or none is enabled; see the warnings.";
    return reportErrors(problems, createErrorProblem("no_usable_operations", message, "/paths"));
  }
  const choices = options.constants ?? {};
  const { tools, ...found } = completeTools(document.root, drafts, { schemes, choices, findPrefix });
  const { api, variables, formerNames } = createApiDefinition(tools, destination, schemes);
  return {
    tools,
    api,
    formerNames,
    disabled: sites.filter((site, index) => selection.chosen[index] && isDisabled(site)),
    variables: [...variables, ...found.variables],
    proposals: found.proposals,
    accounts: listAccounts(document, tools, schemes),
    check: chooseHarmlessRead(tools, fillDefaults(destination)),
  };
}

const isDisabled = ({ extension }: OperationNode) => extension.enabled === false;

/** Completes the tools with what only all operations together say. */
function completeTools(
  root: OpenapiDocument["root"],
  drafts: readonly OfferedTool[],
  source: CredentialSource,
): Pick<ToolPlan, "tools" | "variables" | "proposals"> {
  const inputs = drafts.map((draft) => ({ ...draft, ...takeBodyCredential(draft.tool, source.schemes) }));
  const undeclared = findUndeclaredCredentials(root, inputs, source);
  const constants = findConstantParameters(drafts, source.choices);
  const distinguish = distinguishTexts(drafts);
  const tools = inputs.map(({ site, tool, inputSchema, security }) => {
    const parameters = constants.nameVariables(tool.request);
    const request = { ...tool.request, parameters, security: undeclared.security ?? security };
    return { site, tool: { ...tool, ...distinguish({ site, tool }), inputSchema, request } };
  });
  return { tools, variables: constants.variables, proposals: [...undeclared.proposals, ...constants.proposals] };
}

/** Fills the defaults of the server variables into the API's URL. */
function fillDefaults({ url, listVariables }: ApiDestination): string {
  const { variables } = listVariables();
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
}

function reportErrors(problems: ProblemCollector, ...errors: readonly SourceProblem[]): undefined {
  errors.forEach(problems.report);
  return undefined;
}

interface ToolFactoryOptions {
  readonly destination: ApiDestination;
  readonly credentials: CredentialContext;
  readonly options: AnalysisOptions;
}

function createToolFactory(document: OpenapiDocument, { destination, credentials, options }: ToolFactoryOptions) {
  const { report } = credentials;
  const inputs = createInputSchemas(document, report);
  const isOauthEndpoint = createOauthEndpointFinder(document);
  const context = { document, inputs, outputs: createOutputSchemas(document.root), isOauthEndpoint, report };
  const reading = { report, parameters: new Map() };
  const findOwnAddress = ({ servers }: OperationModel): string | undefined => {
    if (!servers || options.baseUrl !== undefined) return undefined;
    const declared = readServerAddresses(servers, { url: destination.url, ...destination.listVariables() });
    const ownServer = declared.find(({ usable }) => usable);
    if (!ownServer) {
      // "/" is the address of the API, which the environment sets.
      if (destination.url === "" && declared.some(({ url }) => url === "")) return undefined;
      throw new UnusableOperationError(formatUnusableServers(declared), servers.pointer);
    }
    const url = destination.add(ownServer);
    return url === destination.url ? undefined : url;
  };
  return (site: OperationNode, name: string): ToolDefinition | undefined => {
    try {
      const model = readOperation(document, site, reading);
      const { security, parameters } = findCredentials(model, credentials);
      const own = { baseUrl: findOwnAddress(model), extension: site.extension };
      return createToolDefinition(context, model, { name, security, credentialParameters: parameters, ...own });
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

function formatUnusableServers(declared: readonly ServerAddress[]): string {
  const urls = declared.map(({ url }) => url || "/").join(", ");
  return `its own servers have no http or https address that can be called (${cleanLine(urls, 200) || "no url"})`;
}

const longestDescription = 600;

function createApiDefinition(
  tools: readonly OfferedTool[],
  destination: ApiDestination,
  schemes: ReadonlyMap<string, CredentialScheme>,
): Pick<ToolPlan, "api" | "variables" | "formerNames"> {
  const requirements = tools.map(({ tool }) => tool.request.security);
  const used = [...schemes].filter(([key]) => requirements.some((security) => security.flat().includes(key)));
  const isRequired = (key: string) =>
    requirements.every((security) => security.length > 0 && security.every((names) => names.includes(key)));
  const { variables: serverVariables, environmentVariables } = destination.listVariables();
  const settings = [destination.createBaseUrlVariable(used.length > 0), ...environmentVariables];
  const api: ApiDefinition = {
    baseUrl: destination.url,
    ...(Object.keys(serverVariables).length > 0 ? { variables: serverVariables } : {}),
    security: Object.fromEntries(used.map(([key, { scheme }]) => [key, scheme])),
  };
  const hosts = listCredentialHosts(
    api,
    tools.map(({ tool }) => tool),
  );
  const listHosts = (scheme: CredentialScheme) => [
    ...new Set(used.flatMap(([key, one]) => (one.scheme.hosts === scheme.scheme.hosts ? (hosts.get(key) ?? []) : []))),
  ];
  const credentials = used.flatMap(([key, scheme]) =>
    listCredentialVariables(scheme, { required: isRequired(key), hosts: listHosts(scheme) }).map((variable) => ({
      ...variable,
      credential: readCredentialUse(key, requirements),
    })),
  );
  // A header and a query parameter of one name share their variables.
  const distinct = new Map(credentials.toReversed().map((variable) => [variable.name, variable]));
  const variables = [...[...distinct.values()].toReversed(), ...settings].map((variable) => ({
    ...variable,
    description: cleanLine(variable.description, longestDescription),
  }));
  const renamed = used.flatMap(([, scheme]) => scheme.variables);
  const formerNames = Object.fromEntries(
    renamed.flatMap(({ name, formerName }) => (formerName === undefined ? [] : [[name, formerName]])),
  );
  return { api, variables, formerNames };
}

/** The variables of a credential, and the one that lists the hosts which receive it. */
function listCredentialVariables(
  { scheme, variables, documentation }: CredentialScheme,
  { required, hosts }: { readonly required: boolean; readonly hosts: readonly string[] },
): ServerVariable[] {
  const names = scheme.kind === "basic" ? [scheme.user, scheme.password] : [scheme.variable];
  const values = variables.map(({ name, secret, description, sentAs, sentTo = hosts, optional }): ServerVariable => {
    const purpose = cleanLine(description, 300);
    const destination = names.includes(name) ? ` ${formatReceivers(sentTo, sentAs)}` : "";
    const page = documentation === undefined || purpose.includes(documentation) ? "" : ` See ${documentation}`;
    return {
      name,
      secret,
      required: required && !optional,
      description: `${endSentence(purpose)}${destination}${page}`,
      sentTo: [...sentTo],
      sentAs,
      ...(documentation !== undefined && { documentation }),
    };
  });
  return [
    ...values,
    {
      name: scheme.hosts,
      secret: false,
      required: false,
      hosts: [...hosts],
      description: `The hosts that receive ${names.join(" and ")}; no other does, unless API_BASE_URL is set.${hosts.length === 0 ? "" : ` This version needs ${formatCredentialHosts(hosts)}.`}`,
    },
  ];
}

function listAccounts(
  { root }: OpenapiDocument,
  tools: readonly OfferedTool[],
  schemes: ReadonlyMap<string, CredentialScheme>,
): AccountScheme[] {
  return [...schemes].flatMap(([key, { scheme, account }]) => {
    const usingTools = tools.filter(({ tool }) => tool.request.security.flat().includes(key));
    if (!account || scheme.kind !== "bearer" || usingTools.length === 0) return [];
    const { alwaysRequested, ...endpoints } = account;
    const needed = listNeededScopes(
      root,
      usingTools.map(({ site }) => site),
      key,
    );
    return [
      { scheme: key, variable: scheme.variable, ...endpoints, scopes: [...new Set([...needed, ...alwaysRequested])] },
    ];
  });
}
