import { createHash } from "node:crypto";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { asText } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import { createUniqueName } from "../document/uniqueName.ts";

const longest = 64;

/** Names the tools of all operations: unique, 1 to 64 of `A-Z a-z 0-9 _ -`, and independent of the selected operations. */
export function createToolNames(sites: readonly OperationNode[], report: ReportProblem): string[] {
  const taken = new Set<string>();
  const ids = new Set<string>();
  return sites.map((site) => {
    const id = asText(site.operation.operationId);
    const preferred = chooseName(id, site);
    // Some clients compare names without regard to case.
    const name = createUniqueName(preferred, (candidate) => taken.has(candidate.toLowerCase()), longest);
    taken.add(name.toLowerCase());
    if (id !== "" && ids.has(id)) {
      const message = `Two operations have the operationId "${id}"; the tool of ${site.method} ${site.path} is called ${name}.`;
      report(createWarningProblem("duplicate_operation_id", message, appendToPointer(site.pointer, "operationId")));
    }
    ids.add(id);
    return name;
  });
}

function chooseName(id: string, { method, path }: OperationNode): string {
  if (/^[A-Za-z0-9_-]+$/.test(id)) return shortenName(id, id);
  const fromId = toSnakeCase(id);
  if (fromId !== "") return shortenName(fromId, id);
  const text = `${method} ${path}`;
  return shortenName(toSnakeCase(text), text);
}

/** Converts `repos/listForOrg` to `repos_list_for_org`. */
export function toSnakeCase(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toLowerCase();
}

/** Ends a long name in a hash of its source, so that it does not depend on other operations. */
function shortenName(name: string, source: string): string {
  if (name.length <= longest) return name;
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
  return `${name.slice(0, longest - hash.length - 1).replace(/_+$/, "")}_${hash}`;
}
