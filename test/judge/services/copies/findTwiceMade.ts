import type { ForeignService } from "../serviceFolder.ts";
import type { CopyVerdict } from "./judgeCopies.ts";

type Effects = ForeignService["effects"];

interface CopiedContent {
  readonly servers: number;
  readonly skills: number;
  readonly versions: number;
}

/** What two copies of the same project made more often than the project has it. */
export function findTwiceMade(
  before: Effects,
  after: Effects,
  { servers, skills, versions }: CopiedContent,
): readonly CopyVerdict[] {
  const most: Readonly<Record<string, number>> = {
    ...{ "projects.create": 1, "servers.create": servers, "skills.create": skills },
    // The first version of a skill comes with its creation.
    ...{ "server.generate": servers * versions, "skill.update": skills * (versions - 1) },
    "server.update": servers,
  };
  const count = (effects: Effects, operation: string) =>
    Object.values(effects[operation] ?? {}).reduce((sum, one) => sum + one, 0);
  return Object.entries(most).flatMap(([operation, allowed]): readonly CopyVerdict[] => {
    const made = count(after, operation) - count(before, operation);
    return made <= allowed
      ? []
      : [{ copy: "to it", outcome: "twice", detail: `${operation} took effect ${made} times instead of ${allowed}` }];
  });
}
