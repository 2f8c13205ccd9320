import {
  maskedValue,
  missingCredentialError,
  refusedCredentialError,
  type UpstreamExchange,
} from "../../../contract/mcp/upstreamExchange.ts";
import type { TestedResult } from "./callTool.ts";
import { CaseNotRunError } from "./runCheck.ts";

/** What the cases of a run find out about the API, one after the other. */
export interface ApiContact {
  /** Notes an answer of the API to a credential, or the cause why there was none. */
  note(code: string | undefined, credential?: string): void;
  /**
   * The credentials that the API refused and never accepted: further calls with them could lock their user out. Empty: calls without one.
   */
  listRefused(): readonly string[];
  /** Throws if earlier cases did not get an answer: the next ones would wait as long and say the same. */
  requireContact(): void;
  /** Whether the API found what was called, which says that its address is right. */
  isFound(result: TestedResult): boolean;
  /** Whether a result is a 404, and nothing was found yet that would say that the address is right. */
  isUndecided(result: TestedResult): boolean;
  /**
   * Whether an error that the API answered proves the tool. Throws if nothing is proven, as by a 404 to a call without an input: only what
   * an input names may not exist.
   */
  isProvenByError(result: TestedResult, options: { readonly hasInput: boolean }): boolean;
  /** Why a call that was not answered in time proves nothing. */
  createTimeoutError(message: string): CaseNotRunError;
}

export function createApiContact(): ApiContact {
  let hasAnswered = false;
  let silence: string | undefined;
  let isAddressWrong = false;
  let hasFound = false;
  const accepted = new Set<string>();
  const refused = new Set<string>();
  const note = (code: string | undefined, credential = "") => {
    if (code === undefined) accepted.add(credential);
    if (code === "credential_refused") refused.add(credential);
    if (code === "api_unreachable" || code === "api_timeout") silence ??= code;
    else hasAnswered = true;
    isAddressWrong ||= code === "api_not_found";
    hasFound ||= code === undefined;
  };
  const isFound = ({ exchanges }: TestedResult) => {
    const status = exchanges.at(-1)?.status;
    hasFound ||= status !== undefined && !saysNothing.has(status);
    return hasFound;
  };
  const createSilenceError = (message: string, code: "api_unreachable" | "api_timeout") => {
    note(code);
    return new CaseNotRunError(message, code === "api_timeout" && hasAnswered ? undefined : code);
  };
  return {
    note,
    listRefused: () => [...refused].filter((credential) => !accepted.has(credential)),
    requireContact: () => {
      if (silence === undefined || hasAnswered) return;
      throw new CaseNotRunError("Not called: the API did not answer an earlier case.", silence);
    },
    isFound,
    isUndecided: (result) => result.exchanges.at(-1)?.status === 404 && !isAddressWrong && !isFound(result),
    isProvenByError: ({ isError, text, exchanges }, { hasInput }) => {
      const last = exchanges.at(-1);
      if (!last) {
        if (isError && text.startsWith(missingCredentialError))
          throw new CaseNotRunError(
            "Not called without a credential, which the operation needs.",
            "credential_missing",
          );
        if (isError && text.startsWith(refusedCredentialError)) throw new CaseNotRunError(text, "credential_refused");
        if (isError) throw new CaseNotRunError(`The API was not called: ${text}`);
        return false;
      }
      if (last.status === undefined) {
        const { error = text, reason } = last;
        if (reason === "unreachable" || reason === "timeout") throw createSilenceError(error, `api_${reason}`);
        throw new CaseNotRunError(error);
      }
      if (last.status < 400 || last.status === 401)
        note(last.status === 401 ? "credential_refused" : undefined, last.credential);
      hasAnswered = true;
      hasFound ||= !saysNothing.has(last.status);
      if (last.status === 404 && hasInput && (hasFound || !isAddressWrong)) return true;
      if (last.status >= 400) checkErrorStatus(last, last.status, text.startsWith(missingCredentialError));
      return last.status >= 400;
    },
    createTimeoutError: (message) => createSilenceError(message, "api_timeout"),
  };
}

/** Many servers ask for a credential before they look whether there is anything at the address. */
const saysNothing: ReadonlySet<number> = new Set([401, 404]);

/** The API refuses what it cannot find or use only after it knows the caller and the operation. */
function checkErrorStatus(exchange: UpstreamExchange, status: number, lacksCredential: boolean): void {
  const { host, pathname } = new URL(exchange.url);
  const answer = `(${exchange.method} ${pathname}: ${status})`;
  if (status === 401 && hasCredential(exchange))
    throw new CaseNotRunError(`${host} refuses the credential ${answer}.`, "credential_refused");
  if (status === 401)
    throw lacksCredential
      ? new CaseNotRunError(`${host} asks for a credential ${answer}.`, "credential_missing")
      : new CaseNotRunError(
          `${host} asks for a credential, and the document names none for it ${answer}.`,
          "credential_undeclared",
        );
  if (status === 403)
    throw new CaseNotRunError(`${host} does not let the credential do this ${answer}.`, "credential_forbidden");
  if (status === 404) throw new CaseNotRunError(`${host} has nothing there ${answer}.`, "api_not_found");
  if (status >= 500) throw new CaseNotRunError(`${host} fails ${answer}.`, "api_failed");
}

/** The values of credentials are masked. */
const hasCredential = ({ url, requestHeaders, requestBody }: UpstreamExchange) =>
  [url, ...Object.values(requestHeaders), requestBody?.text ?? ""].some((text) => text.includes(maskedValue));
