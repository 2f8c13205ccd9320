import { createHash } from "node:crypto";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { asText } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { createNameWriter } from "./nameStyle.ts";
import { findDistinctWords, shortenToWords } from "./shortenToWords.ts";
import { extensionKey } from "./toolExtension.ts";

/** The APIs of models take 64 characters, and clients put the server's name before a tool's. */
const longest = 50;
/** The most names that a name is distinguished from by its words. */
const mostRivals = 100;
/** Of an operation id. */
const longestId = 500;

/** Of a name by `x-mcp`, and of one that a former version has. */
const longestGiven = 64;

/**
 * Names the tools of all operations: unique, 1 to 50 of `A-Z a-z 0-9 _ -`, and independent of the selected operations. Operations with a
 * former name keep it.
 */
export function createToolNames(
  sites: readonly OperationNode[],
  report: ReportProblem,
  formerNames: ReadonlyMap<string, string> = new Map(),
): string[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  const ids = new Map<string, string>();
  const names = createShortNames(sites, formerNames);
  const takeName = (preferred: string, most = longest): string => {
    // Some clients compare names without regard to case.
    const name = createUniqueName(preferred, (candidate) => taken.has(candidate.toLowerCase()), most, numbers);
    taken.add(name.toLowerCase());
    return name;
  };
  const given = takeGivenNames(sites, takeName, report);
  const kept = sites.map((site) => {
    const former = formerNames.get(`${site.method} ${site.path}`);
    return given.get(site) ?? (former === undefined ? undefined : takeName(former, longestGiven));
  });
  return sites.map((site, index) => {
    const id = asText(site.operation.operationId);
    const name = kept[index] ?? takeName(names[index] ?? "");
    const same = ids.get(id.toLowerCase());
    if (id !== "" && same !== undefined) {
      const subject =
        same === id
          ? `Two operations have the operationId "${id}"`
          : `The operationIds "${same}" and "${id}" differ only in case`;
      const message = `${subject}; the tool of ${site.method} ${site.path} is called ${name}.`;
      report(createWarningProblem("duplicate_operation_id", message, appendToPointer(site.pointer, "operationId")));
    }
    if (same === undefined) ids.set(id.toLowerCase(), id);
    return name;
  });
}

/** Names given by `x-mcp` precede those of operation ids. */
function takeGivenNames(
  sites: readonly OperationNode[],
  takeName: (preferred: string, most: number) => string,
  report: ReportProblem,
): ReadonlyMap<OperationNode, string> {
  const given = sites.flatMap((site) => {
    const { name } = site.extension;
    return name === undefined ? [] : [{ site, preferred: name, name: takeName(name, longestGiven) }];
  });
  for (const { site, preferred, name } of given) {
    if (name === preferred) continue;
    const message = `Two tools have the name "${preferred}"; the tool of ${site.method} ${site.path} is called ${name}.`;
    report(createWarningProblem("duplicate_tool_name", message, appendToPointer(site.pointer, extensionKey, "name")));
  }
  return new Map(given.map(({ site, name }) => [site, name]));
}

interface LongName {
  readonly name: string;
  /** What the name is made from. */
  readonly source: string;
  readonly short: string;
}

/** Shortens long names to words. Only those that words cannot distinguish end in a hash of their source. */
function createShortNames(sites: readonly OperationNode[], formerNames: ReadonlyMap<string, string>): string[] {
  const ids = sites.map(({ operation }) => asText(operation.operationId).slice(0, longestId));
  const writeName = createNameWriter([...formerNames.values()], ids);
  const names = sites.map((site, index): LongName => {
    const chosen = chooseName(ids[index] ?? "", site, writeName);
    return { ...chosen, short: shortenToWords(chosen.name, longest) };
  });
  const distinct = distinguishNames(names, ({ name }, rivals) =>
    shortenToWords(name, longest, findDistinctWords(name, rivals)),
  );
  return distinguishNames(distinct, ({ short, source }) => endInHash(short, source)).map(({ short, source }) =>
    short.length <= longest ? short : endInHash(short, source),
  );
}

/** Changes the short names that several sources have. */
function distinguishNames(
  names: readonly LongName[],
  change: (name: LongName, rivals: readonly string[]) => string,
): LongName[] {
  const keyOf = ({ short }: LongName) => short.toLowerCase();
  const groups = new Map<string, Map<string, string>>();
  for (const one of names) {
    const group = groups.get(keyOf(one)) ?? new Map<string, string>();
    if (group.size <= mostRivals) groups.set(keyOf(one), group.set(one.source, one.name));
  }
  return names.map((one) => {
    const group = [...(groups.get(keyOf(one)) ?? [])];
    const rivals = group.flatMap(([source, name]) => (source === one.source ? [] : [name]));
    return one.name !== one.short && rivals.length > 0 ? { ...one, short: change(one, rivals) } : one;
  });
}

function chooseName(
  id: string,
  { method, path }: OperationNode,
  writeName: (text: string) => string,
): { readonly name: string; readonly source: string } {
  const fromId = writeName(id);
  if (fromId !== "") return { name: fromId, source: id };
  const text = `${method} ${path}`;
  return { name: writeName(text), source: text };
}

function endInHash(name: string, source: string): string {
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
  return `${name.slice(0, longest - hash.length - 1).replace(/_+$/, "")}_${hash}`;
}
