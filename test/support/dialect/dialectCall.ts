import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import type { DialectCall, DialectResponse } from "../../../src/dialect/dialectCall.ts";
import { readPages } from "../../../src/dialect/list/readListPage.ts";
import { refusalOf } from "../../../src/dialect/send/dialectError.ts";
import { createSession, startCall } from "../../../src/dialect/session.ts";
import { createAcceptingStore, createDialectContext, createMemoryProfileStore } from "./dialectContext.ts";

/** A call of a service that is never contacted: responses are given to the reading functions. */
export function createDialectCall(
  name: OperationName,
  { input = {}, ...profile }: Partial<DialectProfile> & { readonly input?: object } = {},
): DialectCall {
  const store = createMemoryProfileStore({ version: 2, dialect: "other", operations: {}, ...profile });
  const session = createSession(createDialectContext("http://service.test"), createAcceptingStore(store), readPages);
  return startCall(session, name, input, {});
}

/** A successful response. */
export function createJsonResponse(
  json: unknown,
  { status = 200, headers = {} }: Partial<Pick<DialectResponse, "status" | "headers">> = {},
): DialectResponse {
  const circumstances = { operation: "me.get", host: "service.test" } as const;
  return { status, headers, json, text: JSON.stringify(json) ?? "", circumstances, refusal: undefined };
}

/** A refusal. */
export function createRefusal(status: number, json: unknown): DialectResponse {
  const response = createJsonResponse(json, { status });
  const refusal = refusalOf(response.circumstances, response, { errors: undefined, now: 0 });
  return { ...response, text: typeof json === "string" ? json : response.text, refusal };
}
