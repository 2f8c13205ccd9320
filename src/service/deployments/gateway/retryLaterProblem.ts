import { ServiceProblem } from "../../http/serviceProblem.ts";

/** A response with status 503 that asks the client to send the request again after two seconds. */
export function createRetryLaterProblem(message: string, cause?: unknown): ServiceProblem {
  return new ServiceProblem("unavailable", message, { headers: { "Retry-After": "2" }, cause });
}
