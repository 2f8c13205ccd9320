import type { ErrorFormat } from "./conventions/conventions.ts";

/** The reason of an error response, independent of its format. */
export class SimulatedError extends Error {
  override readonly name = "SimulatedError";
  readonly status: number;
  readonly code: string;
  /** The parameter or field that caused the error. */
  readonly about: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    about?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.about = about;
    this.headers = headers;
  }
}

export interface SimulatedErrorResponse {
  readonly contentType: string;
  readonly body: string;
}

const json = (value: unknown, contentType = "application/json"): SimulatedErrorResponse => ({
  contentType,
  body: JSON.stringify(value),
});

/** Formats the error response by the service's conventions. */
export function createSimulatedErrorResponse(
  kind: ErrorFormat,
  { status, code, message, about }: SimulatedError,
): SimulatedErrorResponse {
  const field = about ?? "request";
  switch (kind) {
    case "problem":
      return json(
        {
          type: "about:blank",
          title: code,
          status,
          detail: message,
          ...(about && { errors: [{ path: about, message }] }),
        },
        "application/problem+json",
      );
    case "errorObject":
      return json({ error: { code, message, ...(about && { param: about }) } });
    case "oauth":
      return json({ error: code, error_description: message });
    case "errors":
      return json({ errors: [{ code, message, ...(about && { field: about }) }] });
    case "message":
      return json({ message });
    case "detail":
      return json({ detail: message });
    case "detailList":
      return json({ detail: [{ loc: ["query", field], msg: message, type: code }] });
    case "goa":
      return json({ name: code, id: "8Xw2kq", message, fault: status >= 500, temporary: false, timeout: false });
    case "text":
      return { contentType: "text/plain", body: message };
    case "html":
      return {
        contentType: "text/html",
        body: `<!doctype html><html><head><title>${status} ${message}</title></head><body><h1>${message}</h1></body></html>`,
      };
    case "success":
      return json({ success: false, errors: [{ code: status * 10, message }], result: null });
    case "fieldMap":
      return about ? json({ errors: { [about]: [message] } }) : json({ error: message });
  }
}
