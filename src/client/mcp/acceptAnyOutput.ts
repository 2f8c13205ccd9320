import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/client";

/**
 * Validates nothing: a page shows what a tool returns, also where it violates the tool's own output schema. The build also puts it in the
 * place of the validators that the SDK contains.
 */
export class AcceptAnyOutput implements jsonSchemaValidator {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) =>
      isAccepted<T>(input)
        ? { valid: true, data: input, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: "" };
  }
}

const isAccepted = <T>(_value: unknown): _value is T => true;

/** @public for the SDK, by the build. */
export { AcceptAnyOutput as DefaultJsonSchemaValidator };
/** @public for the SDK: whether `fetch` is that of a browser. */
export const CORS_IS_POSSIBLE = false;
