import { type ServiceError, UnauthorizedError } from "../../client/errors.ts";
import { type Credential, wayWords } from "./credentials.ts";

/** 401 in every way that the key was sent: an `UnauthorizedError` that tells the ways. */
export class KeyNotTakenError extends UnauthorizedError {
  readonly ways: readonly string[];

  constructor(refusal: ServiceError, tried: readonly Credential[]) {
    const ways = tried.map(wayWords);
    const { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause } = refusal;
    const facts = { operation, host, requestId, status, code, title, detail, errors, retryAfterMs, cause };
    super(`${refusal.message} The key was sent as ${ways.join(", ")}.`, facts);
    this.ways = ways;
  }
}
