import type { MeasureResult } from "../../figure.ts";
import type { DescribedOperation } from "./describedOperation.ts";
import type { ApiRequest } from "./requests.ts";
import type { JudgedResponse, ResponseJudge } from "./responseJudge.ts";

/** Counts the results of the requests by operation. */
export interface ApiTally {
  add(of: DescribedOperation, made: ApiRequest, answer: JudgedResponse, judge: ResponseJudge): void;
  found(seed: number): MeasureResult;
}

/** The responses that can be caused for any operation that declares them. */
const everywhere = [400, 401, 403, 404, 412, 413, 415, 429];
const mostFindings = 40;

export function createApiTally(operations: readonly DescribedOperation[]): ApiTally {
  const seen = new Map(operations.map(({ name }) => [name, new Set<number>()]));
  const findings = new Map<string, string>();
  const counts = { requests: 0, failures: 0, undocumented: 0, violations: 0 };
  return {
    add: (of, made, answer, judge) => {
      counts.requests += 1;
      const meant = operations.find(({ path, method }) => path === made.path && method === made.method);
      const wrong = meant
        ? judge(meant, answer)
        : answer.status === 405
          ? []
          : [`${made.method} is not known, but ${answer.status} is answered.`];
      if (meant) seen.get(meant.name)?.add(answer.status);
      const [first] = wrong;
      if (first === undefined) return;
      if (answer.status >= 500) counts.failures += 1;
      else if (meant && !meant.statuses.includes(answer.status)) counts.undocumented += 1;
      else counts.violations += 1;
      const key = `${of.name} ${answer.status} ${first.slice(0, 60)}`;
      if (findings.size < mostFindings && !findings.has(key)) findings.set(key, `${shown(made)}: ${first}`);
    },
    found: (seed) => {
      const reached = operations.filter(({ name }) => [...(seen.get(name) ?? [])].some((status) => status < 300));
      const missing = operations.flatMap(({ name, statuses }) =>
        statuses
          .filter((status) => everywhere.includes(status) && !seen.get(name)?.has(status))
          .map((status) => `${name} ${status}`),
      );
      const all = operations.flatMap(({ statuses }) => statuses.filter((status) => everywhere.includes(status))).length;
      const { requests, failures, undocumented, violations } = counts;
      const notReached = operations
        .filter((one) => !reached.includes(one))
        .map(({ name }) => `${name} never succeeded.`);
      const unseen = missing.length > 0 ? [`Never answered, though documented: ${missing.join(", ")}.`] : [];
      const lines = [...findings.values(), ...notReached, ...unseen];
      const figure =
        `${requests} requests: ${failures} 5xx, ${undocumented} undocumented, ${violations} violations; ` +
        `${reached.length} of ${operations.length} operations answered 2xx, ${all - missing.length} of ${all} of their refusals seen, seed ${seed}`;
      return { figure, met: lines.length === 0, findings: lines };
    },
  };
}

function shown({ method, path, query, headers, body }: ApiRequest): string {
  return `${method} ${path} ${JSON.stringify(query).slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${(body ?? "").slice(0, 300)}`;
}
