import type { TestCase } from "../../../contract/testRuns.ts";
import { protocolChecks } from "../../../testcases/protocolChecks.ts";
import { readServerCases } from "../../../testcases/readServerCases.ts";
import { readSkillCases } from "../../../testcases/readSkillCases.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { readCaseLocation } from "./findCaseLocation.ts";

/** A case before its first run. */
export interface KnownCase {
  readonly id: string;
  readonly name: string;
  /** The path is relative to the folder; lines are one-based. */
  readonly location: { readonly path: string; readonly line: number } | undefined;
}

export function listSkillCases(files: readonly FileContent[]): readonly KnownCase[] {
  return readSkillCases(files).map(({ id, name, location }) => ({ id, name, location }));
}

/** A server's cases that are known without a run: the protocol's, those of its case file, and those of its last run. */
export function listServerCases(
  caseFile: { readonly path: string; readonly text: string } | undefined,
  lastRun: readonly TestCase[],
): readonly KnownCase[] {
  const own = caseFile
    ? readServerCases(caseFile.text).cases.map(({ id, name, line }) => {
        return { id, name, location: { path: caseFile.path, line } };
      })
    : undefined;
  const protocol = protocolChecks.map(({ id, name }) => ({ id, name, location: undefined }));
  // Cases that were removed from the file are not listed.
  const ran = lastRun.map(toKnownCase).filter(({ id }) => own === undefined || !id.startsWith("case:"));
  return [...new Map([...protocol, ...ran, ...(own ?? [])].map((testCase) => [testCase.id, testCase])).values()];
}

export function toKnownCase(test: TestCase): KnownCase {
  return { id: test.id, name: test.name, location: readCaseLocation(test) };
}
