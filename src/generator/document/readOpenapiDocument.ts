import { isRecord } from "../../text/record.ts";
import { asText, type JsonObject } from "./jsonValues.ts";
import { type PositionedProblem, parseDocumentText } from "./parseDocumentText.ts";
import { createErrorProblem, createWarningProblem, type ReportProblem } from "./problemCollector.ts";

/** An OpenAPI document of a version that can be read. */
export interface OpenapiDocument {
  readonly root: JsonObject;
  readonly family: "2.0" | "3.0" | "3.1";
  /** As the document says it. */
  readonly version: string;
}

interface ReadDocument {
  readonly document: OpenapiDocument | undefined;
  /** Of the text itself; some know their place only by line and column. */
  readonly problems: readonly PositionedProblem[];
}

export function readOpenapiDocument(text: string): ReadDocument {
  const { value, problems } = parseDocumentText(text);
  if (value === undefined) return { document: undefined, problems };
  const more: PositionedProblem[] = [];
  const document = recognise(value, (problem) => more.push(problem));
  return { document, problems: [...problems, ...more] };
}

function recognise(value: unknown, report: ReportProblem): OpenapiDocument | undefined {
  const refuse = (code: string, message: string, pointer: string) => {
    report(createErrorProblem(code, message, pointer));
    return undefined;
  };
  if (!isRecord(value)) return refuse("not_openapi", "This is not an OpenAPI document: it is not an object.", "");
  const declared = value.openapi ?? value.swagger;
  if (declared === undefined)
    return refuse("not_openapi", "This is not an OpenAPI document: it has neither `openapi` nor `swagger`.", "");
  const pointer = value.openapi === undefined ? "/swagger" : "/openapi";
  // A version without quotes is a number: 2 for 2.0.
  const version =
    typeof declared === "number" ? (Number.isInteger(declared) ? `${declared}.0` : String(declared)) : asText(declared);
  const family = familyOf(version, pointer);
  if (!family)
    return refuse(
      "unsupported_version",
      `OpenAPI ${version || "of no version"} cannot be read; 2.0, 3.0 and 3.1 can.`,
      pointer,
    );
  if (/^3\.[2-9]/.test(version))
    report(
      createWarningProblem(
        "newer_version",
        `OpenAPI ${version} is read as 3.1; what is new in it has no effect.`,
        pointer,
      ),
    );
  return { root: value, family, version };
}

function familyOf(version: string, pointer: string): OpenapiDocument["family"] | undefined {
  if (pointer === "/swagger") return /^2\.0/.test(version) ? "2.0" : undefined;
  if (/^3\.0(\D|$)/.test(version)) return "3.0";
  return /^3\.\d/.test(version) ? "3.1" : undefined;
}
