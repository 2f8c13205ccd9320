import type { OperationName } from "../../../src/contract/operations.ts";
import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { wrapItem } from "./envelopes.ts";
import { type Fields, isFields } from "./json.ts";
import { operationSubjects } from "./resources.ts";
import { findSelector } from "./selector.ts";
import { createWireItem } from "./wireItem.ts";

export interface ChangeResponse {
  readonly status: number;
  /** Undefined for a response without a body. */
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates the response to a successful change; `item` is the response of the truth. */
export function createChangeResponse(
  conventions: Conventions,
  style: Style,
  operation: OperationName,
  item: unknown,
): ChangeResponse {
  const { resource } = operationSubjects[operation];
  if (!isFields(item)) return style.change === "empty" ? { status: 204 } : { status: 200, json: { success: true } };
  // The key of a new API key is only in this response.
  const change = operation === "apiKeys.create" && style.change !== "created" ? "item" : style.change;
  const body = () => wrapItem(style, resource, createWireItem(conventions, style, resource, item).wire);
  switch (change) {
    case "item":
      return { status: 200, json: body() };
    case "created":
      return { status: operation.endsWith(".update") ? 200 : 201, json: body() };
    case "createdEmpty":
      return { status: 201, headers: locationOf(conventions, style, resource, item) };
    case "location":
      return { status: 202, headers: locationOf(conventions, style, resource, item) };
    case "operation":
      return {
        status: 202,
        json: { operation: { [applyCasing("operationId", style.casing)]: `op-${conventions.seed}`, done: false } },
      };
    case "empty":
      return { status: 204 };
  }
}

const readers: Readonly<Record<string, OperationName>> = {
  project: "project.get",
  deployment: "deployment.get",
};

/** The URL of the item, if it can be read. */
function locationOf(conventions: Conventions, style: Style, resource: string, item: Fields): Record<string, string> {
  const reader = readers[resource];
  const selector = reader && findSelector(conventions, style, reader);
  if (!reader || !selector || selector.in !== "query" || selector.by !== "id") return {};
  const query = new URLSearchParams({ [selector.name]: conventions.ids.text(String(item.id)) });
  return { location: `/api/v1/${resource}?${query}` };
}
