import type { FileReference } from "../../text/position/fileReference.ts";
import { isRecord } from "../../text/record.ts";
import { type Bundle, bundleParts, type DocumentFiles, findOrigin } from "./bundleParts.ts";
import { asText, type JsonObject } from "./jsonValues.ts";
import { type PositionedProblem, parseDocumentText } from "./parseDocumentText.ts";
import { createErrorProblem, createWarningProblem, type ReportProblem } from "./problemCollector.ts";

/** An OpenAPI document of a supported version. */
export interface OpenapiDocument {
  readonly root: JsonObject;
  readonly family: "2.0" | "3.0" | "3.1";
  /** As declared in the document. */
  readonly version: string;
}

export interface ReadDocument {
  readonly document: OpenapiDocument | undefined;
  /** Problems of the text itself; some have only a line and a column. */
  readonly problems: readonly PositionedProblem[];
  /** The file, and the pointer in it, of what stands at a pointer of the document with its parts. */
  findOrigin(pointer: string): FileReference;
  readonly origins: Bundle["origins"];
}

/** Reads a document with its parts. Without one of them it is not the document that its author means. */
export function readOpenapiDocument(text: string, files: DocumentFiles = {}): ReadDocument {
  const { value, problems } = parseDocumentText(text);
  const found = [...problems];
  const document = value === undefined ? undefined : recognizeDocument(value, (problem) => found.push(problem));
  const bundle = document && bundleParts(document.root, text, files);
  const { root, problems: ofParts, origins } = bundle ?? { root: {}, problems: [], origins: new Map() };
  const isWhole = ofParts.every(({ severity }) => severity !== "error");
  return {
    document: document && isWhole ? { ...document, root } : undefined,
    problems: [...found, ...ofParts],
    findOrigin: (pointer) => findOrigin(origins, pointer) ?? { uri: files.uri ?? "", pointer },
    origins,
  };
}

function recognizeDocument(value: unknown, report: ReportProblem): OpenapiDocument | undefined {
  const reject = (code: string, message: string, pointer: string) => {
    report(createErrorProblem(code, message, pointer));
    return undefined;
  };
  if (!isRecord(value)) return reject("not_openapi", "This is not an OpenAPI document: it is not an object.", "");
  const declared = value.openapi ?? value.swagger;
  if (declared === undefined)
    return reject("not_openapi", "This is not an OpenAPI document: it has neither `openapi` nor `swagger`.", "");
  const pointer = value.openapi === undefined ? "/swagger" : "/openapi";
  // A version without quotes is a number: 2 for 2.0.
  const version =
    typeof declared === "number" ? (Number.isInteger(declared) ? `${declared}.0` : String(declared)) : asText(declared);
  const family = readFamily(version, pointer);
  if (!family)
    return reject(
      "unsupported_version",
      `OpenAPI ${version || "of no version"} cannot be read; 2.0 and 3.0 to 3.2 can.`,
      pointer,
    );
  if (/^3\.([3-9]|\d\d)/.test(version))
    report(
      createWarningProblem(
        "newer_version",
        `OpenAPI ${version} is read as 3.2; what is new in it has no effect.`,
        pointer,
      ),
    );
  return { root: value, family, version };
}

function readFamily(version: string, pointer: string): OpenapiDocument["family"] | undefined {
  if (pointer === "/swagger") return /^2\.0/.test(version) ? "2.0" : undefined;
  if (/^3\.0(\D|$)/.test(version)) return "3.0";
  return /^3\.\d/.test(version) ? "3.1" : undefined;
}
