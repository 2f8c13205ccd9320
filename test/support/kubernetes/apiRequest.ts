import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type ApiObject, ApiRefusal, type Resource, resources } from "./apiObject.ts";

/** A request of the Kubernetes API about objects of a namespace. */
export interface ApiRequest {
  readonly verb: "get" | "list" | "watch" | "create" | "patch" | "delete";
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string | undefined;
  readonly query: URLSearchParams;
}

const isResource = (name: string): name is Resource => name in resources;

/** Reads the URL: `/api/v1/namespaces/{namespace}/{resource}[/{name}[/{subresource}]]`, with `/apis/{group}/{version}` for other groups. */
export function parseApiRequest({ method, url = "" }: IncomingMessage): ApiRequest {
  const { pathname, searchParams: query } = new URL(url, "http://api");
  const [, group = "", version, namespace = "", resource = "", name = "", subresource] =
    /^(?:\/api|\/apis\/([^/]+))\/([^/]+)\/namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(pathname) ??
    [];
  const notFound = new ApiRefusal(404, "NotFound", "the server could not find the requested resource");
  if (!isResource(resource) || resources[resource].group !== group || resources[resource].version !== version)
    throw notFound;
  const reading = name === "" ? (query.get("watch") === "true" ? "watch" : "list") : "get";
  const verbs: Readonly<Record<string, ApiRequest["verb"]>> = {
    GET: reading,
    POST: "create",
    PATCH: "patch",
    DELETE: "delete",
  };
  const verb = verbs[method ?? ""];
  if (!verb || (verb === "delete" && name === ""))
    throw new ApiRefusal(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  return { verb, resource, namespace, name: decodeURIComponent(name), subresource, query };
}

/** One label and its value; other selectors are refused. */
export function createSelector(query: URLSearchParams): (object: ApiObject) => boolean {
  const selector = query.get("labelSelector") ?? "";
  const [, label = "", value] = /^([\w./-]+)=([\w.-]+)$/.exec(selector) ?? [];
  if (label === "" && selector !== "") throw new ApiRefusal(400, "BadRequest", `unable to parse ${selector}`);
  return ({ metadata: { labels } }) => label === "" || labels?.[label] === value;
}

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  try {
    return JSON.parse(body);
  } catch {
    throw new ApiRefusal(400, "BadRequest", "the object provided is unrecognized");
  }
}
