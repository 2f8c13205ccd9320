import { ServiceProblem } from "../../http/serviceProblem.ts";

/** For what may be there in two seconds. */
export function tryAgain(message: string, cause?: unknown): ServiceProblem {
  return new ServiceProblem("unavailable", message, { headers: { "Retry-After": "2" }, cause });
}
