import { type ContactRefusal, ForbiddenError, ServiceError, UnauthorizedError } from "../../client/errors.ts";

/** The same error, with what the service says of the requests that it accepts. */
export function withContactRefusal(error: ServiceError, contactRefusal: ContactRefusal): ServiceError {
  const { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause } = error;
  const details = { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause };
  const ErrorClass = [UnauthorizedError, ForbiddenError].find((known) => error instanceof known) ?? ServiceError;
  return new ErrorClass(error.message, { ...details, contactRefusal });
}
