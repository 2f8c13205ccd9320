import { isFields } from "./json.ts";
import type { Shape } from "./shape.ts";
import { type StateFamily, stateOf } from "./states.ts";
import { timeOf } from "./times.ts";

/**
 * How well values could be what a field of the contract is: 0 not at all, 1 perfectly. Empty ones say nothing; without any other
 * the field may be it as well as not.
 */
export function fitOf(shape: Shape, values: readonly unknown[], family: StateFamily | undefined): number {
  const said = values.filter((value) => value !== null && value !== undefined && value !== "");
  if (said.length === 0) return 0.5;
  const good = said.filter((value) => isLike(shape, value, family)).length;
  return good / said.length;
}

function isLike(shape: Shape, value: unknown, family: StateFamily | undefined): boolean {
  switch (shape.kind) {
    case "id":
      return (typeof value === "string" && value.length <= 300) || Number.isSafeInteger(value);
    case "text":
      return typeof value === "string" || typeof value === "number";
    case "time":
      return timeOf(value) !== undefined;
    case "number":
      return numberOf(value) !== undefined;
    case "flag":
      return flagOf(value) !== undefined;
    case "choice":
      return family === undefined ? typeof value === "string" : stateOf(family, shape.values, value) !== undefined;
    case "list":
      return Array.isArray(value);
    case "map":
    case "object":
      return isFields(value);
    case "any":
      return true;
  }
}

/** A number, also where it is written as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && /^-?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/** A yes or no, also where it is written as text or a digit. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "1" || value === "true" || value === "yes") return true;
  return value === 0 || value === "0" || value === "false" || value === "no" ? false : undefined;
}
