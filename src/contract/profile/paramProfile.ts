import * as z from "zod";
import { listTemplateNames } from "./valueExpression.ts";

/** The service's name of an input, and how its value is written if not as it is. */
export const paramProfile = z.union(
  [
    z.string().min(1).max(200),
    z.strictObject({
      name: z.string().min(1).max(200).describe("The service's name."),
      value: z
        .string()
        .max(1000)
        .refine(
          (text) => listTemplateNames(text).join() === "value",
          "A value is a text with {value}, such as eq.{value}.",
        )
        .describe("How the value is written: eq.{value}."),
    }),
  ],
  'A parameter is a name, or an object with "name" and "value", such as { "name": "box", "value": "eq.{value}" }.',
);
export type ParamProfile = z.output<typeof paramProfile>;

export const paramName = (param: ParamProfile) => (typeof param === "string" ? param : param.name);

/** A value as the service wants it. */
export const writeParam = (param: ParamProfile, value: string) =>
  typeof param === "string" ? value : param.value.replace("{value}", () => value);
