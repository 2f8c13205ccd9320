import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import { findDialect } from "../../../src/dialect/connect/findDialect.ts";
import { type JsonServiceRequest, type JsonServiceResponse, startJsonService } from "../services/jsonService.ts";
import { createDialectContext, createMemoryProfileStore } from "./dialectContext.ts";

export type Answers = (request: JsonServiceRequest) => JsonServiceResponse | undefined;

/** What is found out of a service that answers so, and its requests. */
export async function findServiceDialect(answer: Answers, known?: DialectProfile) {
  await using service = await startJsonService(answer);
  await using context = createDialectContext(service.url);
  const store = createMemoryProfileStore(known);
  const outcome = await findDialect(context, store, new AbortController().signal).catch((error: Error) => error);
  // Without those for the service's OpenAPI document.
  const isApi = (path: string) => /\/api\/v1\/(?!openapi)/.test(path);
  return {
    outcome,
    profile: store.read(),
    error: outcome instanceof Error ? `${outcome.name}: ${outcome.message}` : "",
    requests: service.requests.filter(({ path }) => isApi(path)),
    asked: service
      .listRequests()
      .filter(isApi)
      .map((line) => line.replace("GET /api/v1/", "")),
  };
}

export const user = { data: { uuid: "u-1", display_name: "Someone", email_address: "some@one.example", type: "user" } };
export const projects = { results: [{ uuid: "p-1", title: "Shop", created_on: 1767225600 }], next_cursor: null };

/** Refuses requests whose header is not the value. */
export const guarded =
  (header: string, value: string, refusal: JsonServiceResponse, inside: Answers): Answers =>
  (request) =>
    request.path.startsWith("/api/v1/") && request.headers[header] !== value
      ? { status: 401, ...refusal }
      : inside(request);

export const inside: Answers = ({ path }) =>
  path === "/api/v1/me" ? { body: user } : path === "/api/v1/projects" ? { body: projects } : undefined;
