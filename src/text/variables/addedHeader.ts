/** A header that the environment of a generated server adds to each request to certain hosts. */
export interface AddedHeader {
  /** In lower case, as names of headers compare. */
  readonly name: string;
  /** The variable with the value. */
  readonly variable: string;
  /** The variable that lists the hosts which get it. */
  readonly hostsVariable: string;
  readonly isSecret: boolean;
}

/** One separator at a time, so that a name of a variable stands for one name of a header. */
const headerName = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;
const longestName = 80;

/** Headers of the connection, of the body and of browsers, which the HTTP client sets. */
const reservedName =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|date|via|cookie2?|content-(?:length|type|encoding)|(?:proxy|sec)-.+)$/;

const hostsEnd = "_API_HOSTS";
const variablePattern = /^API_(SECRET_)?HEADER_([A-Z0-9_]+)$/;

/** Describes the variables of a header; undefined if no server can add a header of this name. */
export function createAddedHeader(header: string, isSecret: boolean): AddedHeader | undefined {
  const name = header.toLowerCase();
  if (!headerName.test(name) || name.length > longestName || reservedName.test(name)) return undefined;
  const words = name.replaceAll(/[-_]/g, (separator) => (separator === "-" ? "_" : "__")).toUpperCase();
  // The name would be that of another header's hosts.
  if (words.endsWith(hostsEnd)) return undefined;
  const variable = `API_${isSecret ? "SECRET_" : ""}HEADER_${words}`;
  return { name, variable, hostsVariable: `${variable}${hostsEnd}`, isSecret };
}

/** The header whose value or hosts a variable has. */
export function readAddedHeader(variable: string): AddedHeader | undefined {
  const value = variable.endsWith(hostsEnd) ? variable.slice(0, -hostsEnd.length) : variable;
  const [, secret, words = ""] = variablePattern.exec(value) ?? [];
  const name = words.replaceAll(/__?/g, (separator) => (separator === "_" ? "-" : "_"));
  const header = createAddedHeader(name, secret !== undefined);
  return header?.variable === value ? header : undefined;
}

/** The headers whose values or hosts an environment has, each once. */
export function listAddedHeaders(environment: Readonly<Record<string, unknown>>): readonly AddedHeader[] {
  const headers = Object.keys(environment).flatMap((name) => readAddedHeader(name) ?? []);
  return [...new Map(headers.map((header) => [header.variable, header])).values()];
}

/** `X-Auth-Token` for `x-auth-token` */
export const formatHeaderName = (name: string) =>
  name.replaceAll(/(^|[-_])[a-z]/g, (beginning) => beginning.toUpperCase());
