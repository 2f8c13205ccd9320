import type * as z from "zod";
import { type Shape, shapeOf } from "../../../src/contract/profile/shape.ts";

/** Creates a response of the contract with one text in every free text, including the names of maps. */
export function createResponseWithText(
  schema: z.ZodType,
  text: string,
  id: (name: string) => string = plainId,
): unknown {
  const say = (shape: Shape, name: string): unknown => {
    switch (shape.kind) {
      case "id":
        return id(name);
      case "time":
        return "2026-01-01T00:00:00.000Z";
      case "date":
        return "2026-01-01";
      case "number":
        return Math.max(1, shape.least);
      case "flag":
        return true;
      case "choice":
        return shape.values[0];
      case "list":
        return [say(shape.of, name)];
      case "map":
        return { [text]: say(shape.of.shape, name) };
      case "object":
        return Object.fromEntries(
          Object.entries(shape.fields).map(([field, { shape: inner }]) => [
            field,
            field === "nextCursor" ? null : say(inner, field),
          ]),
        );
      default:
        return text;
    }
  };
  return say(shapeOf(schema), "");
}

const plainId = (name: string) => `${name.replace(/Id$/, "").slice(0, 3) || "x"}_1`;
