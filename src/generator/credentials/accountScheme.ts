import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, asText, asTextList, type JsonObject } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";

/** The endpoints for connecting an account. URLs are absolute, with http or https. */
export interface AccountEndpoints {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** The URL of the provider's metadata, which contains the other URLs. */
  readonly openIdConnectUrl?: string;
  /** Scopes that are requested for every set of operations. */
  readonly alwaysRequested: readonly string[];
}

/** A scheme that needs a connected account, as saved with the version. */
export interface AccountScheme extends Omit<AccountEndpoints, "alwaysRequested"> {
  readonly scheme: string;
  /** The environment variable that holds an access token if no account is connected. */
  readonly variable: string;
  readonly scopes: readonly string[];
}

/** Reads the endpoints of a scheme that needs a sign-in in the browser; undefined for other schemes. Reports unusable URLs. */
export function readAccountEndpoints(
  scheme: DocumentNode<JsonObject>,
  base: string,
  report: ReportProblem,
): AccountEndpoints | undefined {
  const { value, pointer } = scheme;
  const readUrl = createUrlReader(base, report);
  if (asText(value.type).toLowerCase() === "openidconnect") {
    const url = readUrl({ value, pointer }, "openIdConnectUrl");
    return url === undefined ? undefined : { openIdConnectUrl: url, alwaysRequested: [] };
  }
  const flow = findCodeFlow(scheme);
  if (!flow) return undefined;
  const authorizationUrl = readUrl(flow, "authorizationUrl");
  const tokenUrl = readUrl(flow, "tokenUrl");
  const refreshUrl = asText(flow.value.refreshUrl) === "" ? undefined : readUrl(flow, "refreshUrl");
  if (authorizationUrl === undefined || tokenUrl === undefined) return undefined;
  // This scope lets the provider issue a refresh token, which keeps the account connected.
  const alwaysRequested = Object.keys(asObject(flow.value.scopes)).filter((scope) => scope === "offline_access");
  return { authorizationUrl, tokenUrl, ...(refreshUrl !== undefined && { refreshUrl }), alwaysRequested };
}

function findCodeFlow({ value, pointer }: DocumentNode<JsonObject>): DocumentNode<JsonObject> | undefined {
  if (asText(value.flow).toLowerCase() === "accesscode") return { value, pointer };
  const flow = asObject(value.flows).authorizationCode;
  const flowPointer = appendToPointer(appendToPointer(pointer, "flows"), "authorizationCode");
  return flow === undefined ? undefined : { value: asObject(flow), pointer: flowPointer };
}

function createUrlReader(base: string, report: ReportProblem) {
  return ({ value, pointer }: DocumentNode<JsonObject>, name: string): string | undefined => {
    const declared = asText(value[name]).trim();
    const url = URL.parse(declared, base === "" ? undefined : base);
    if (url && declared !== "" && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") {
      url.hash = "";
      return url.href;
    }
    const message = `No account can be connected: ${name} ("${cleanLine(declared, 200)}") is not an http or https URL.`;
    report(createWarningProblem("account_unusable", message, appendToPointer(pointer, name)));
    return undefined;
  };
}

const scopeText = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** The scopes of a scheme that the operations require, in the order of the document. */
export function listNeededScopes(root: JsonObject, sites: readonly OperationNode[], scheme: string): string[] {
  const requested = sites.flatMap(({ operation }) =>
    asList(operation.security ?? root.security).flatMap((alternative) => asTextList(asObject(alternative)[scheme])),
  );
  return [...new Set(requested)].filter((scope) => scopeText.test(scope));
}
