import { findSourceLocations } from "../../../text/position/sourceLocations.ts";
import { readVirtualDocumentId, type VirtualUriParts } from "../../base/uris/virtualUris.ts";
import type { EventSources } from "../../deployment/model/eventSources.ts";
import type { SourceLink, SourceLinks } from "../../deployment/model/sourceLinks.ts";

/** A log of one deployment, or `Fairlead Events`. */
export interface LogDocument {
  /** undefined: `Fairlead Events`. */
  readonly uri: VirtualUriParts | undefined;
  readonly lineCount: number;
  lineAt(line: number): string;
}

export interface LogLink extends SourceLink {
  /** The zero-based line of the log. */
  readonly logLine: number;
}

export type LogLinks = ReturnType<typeof createLogLinks>;

/** The end of a log is what its readers look at; a whole one may have very many lines. */
const mostLines = 10_000;

/** Links from lines of logs to the files of deployed servers. */
export function createLogLinks(links: SourceLinks, events: EventSources) {
  return {
    list: async ({ uri, lineCount, lineAt }: LogDocument): Promise<readonly LogLink[]> => {
      const id = uri && readVirtualDocumentId(uri);
      if (uri && id?.kind !== "log") return [];
      const found: LogLink[] = [];
      for (let logLine = Math.max(0, lineCount - mostLines); logLine < lineCount; logLine += 1) {
        const text = lineAt(logLine);
        if (findSourceLocations(text).length === 0) continue;
        const deploymentId = id?.kind === "log" ? id.deploymentId : events.find(lineAt, logLine);
        if (deploymentId === undefined) continue;
        // A deployment that is gone has no files.
        const places = await links.find(text, deploymentId).catch(() => []);
        for (const place of places) found.push({ ...place, logLine });
      }
      return found;
    },
    locate: links.locate,
  };
}
