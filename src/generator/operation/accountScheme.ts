import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, asText, asTextList, type JsonObject } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";

/** Where an account is connected. URLs are absolute, http or https. */
export interface AccountEndpoints {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** Of the provider's metadata, which has the others. */
  readonly openIdConnectUrl?: string;
  /** Scopes that are asked for whatever the operations want. */
  readonly always: readonly string[];
}

/** A scheme that wants somebody's account, as it is kept with the version. */
export interface AccountScheme extends Omit<AccountEndpoints, "always"> {
  readonly scheme: string;
  /** What holds an access token where no account is connected. */
  readonly variable: string;
  readonly scopes: readonly string[];
}

/** A scheme that is followed by a person in a browser, or undefined; what of it cannot be used is reported. */
export function readAccountEndpoints(
  scheme: DocumentNode<JsonObject>,
  base: string,
  report: ReportProblem,
): AccountEndpoints | undefined {
  const { value, pointer } = scheme;
  const read = reader(base, report);
  if (asText(value.type).toLowerCase() === "openidconnect") {
    const url = read({ value, pointer }, "openIdConnectUrl");
    return url === undefined ? undefined : { openIdConnectUrl: url, always: [] };
  }
  const flow = codeFlow(scheme);
  if (!flow) return undefined;
  const authorizationUrl = read(flow, "authorizationUrl");
  const tokenUrl = read(flow, "tokenUrl");
  const refreshUrl = asText(flow.value.refreshUrl) === "" ? undefined : read(flow, "refreshUrl");
  if (authorizationUrl === undefined || tokenUrl === undefined) return undefined;
  // What this scope is there for: an account that stays connected.
  const always = Object.keys(asObject(flow.value.scopes)).filter((scope) => scope === "offline_access");
  return { authorizationUrl, tokenUrl, ...(refreshUrl !== undefined && { refreshUrl }), always };
}

function codeFlow({ value, pointer }: DocumentNode<JsonObject>): DocumentNode<JsonObject> | undefined {
  if (asText(value.flow).toLowerCase() === "accesscode") return { value, pointer };
  const flow = asObject(value.flows).authorizationCode;
  const at = appendToPointer(appendToPointer(pointer, "flows"), "authorizationCode");
  return flow === undefined ? undefined : { value: asObject(flow), pointer: at };
}

function reader(base: string, report: ReportProblem) {
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

/** The scopes of a scheme that some of the operations ask for, in the order of the document. */
export function listNeededScopes(root: JsonObject, sites: readonly OperationNode[], scheme: string): string[] {
  const asked = sites.flatMap(({ operation }) =>
    asList(operation.security ?? root.security).flatMap((alternative) => asTextList(asObject(alternative)[scheme])),
  );
  return [...new Set(asked)].filter((scope) => scopeText.test(scope));
}
