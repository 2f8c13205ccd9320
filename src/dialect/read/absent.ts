import { unknownId, unknownTime } from "../../contract/unknownValues.ts";
import type { Shape } from "../language/shape.ts";
import { neutral, type StateFamily } from "../language/states.ts";

/** What stands in the contract's items for what a service does not say. */
export function absent(shape: Shape, family?: StateFamily): unknown {
  switch (shape.kind) {
    case "id":
      return unknownId;
    case "text":
      return shape.least > 0 ? unknownId : "";
    case "time":
      return unknownTime;
    case "date":
      return unknownTime.slice(0, 10);
    case "number":
      return shape.least;
    case "flag":
      return false;
    case "choice":
      return shape.values.find((value) => value === (family && neutral[family])) ?? shape.values[0] ?? "";
    case "list":
      return [];
    case "map":
      return {};
    case "object":
      return Object.fromEntries(
        Object.entries(shape.fields).flatMap(([name, field]) =>
          field.optional ? [] : [[name, field.nullable ? null : absent(field.shape)]],
        ),
      );
    case "any":
      return null;
  }
}
