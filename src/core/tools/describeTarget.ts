import { readUrlHost } from "../connection/connection.ts";
import { hasErrorName, isAbortError } from "../foundation/failure.ts";
import type { ChangeDetail, ToolConnection } from "./languageModelTool.ts";

/** Where something would be changed, in words, and what tells that place from others. */
export async function describeTarget(
  at: ToolConnection,
  projectId: string | undefined,
): Promise<{ readonly rows: readonly ChangeDetail[]; readonly mark: string }> {
  const { connection } = at;
  const [organization, project] = await Promise.all([organizationOf(at), projectName(at, projectId)]);
  const rows = [
    ["Connection", `${connection.name} (${readUrlHost(connection.baseUrl)})`],
    ...factRows([
      ["Organization", organization?.name],
      ["Project", project],
    ]),
  ] as const;
  return { rows, mark: [connection.id, connection.baseUrl, organization?.id, projectId].join(" ") };
}

/** The rows that there is something to say of. */
export function factRows(rows: readonly (readonly [string, string | undefined])[]): readonly ChangeDetail[] {
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** A service may not tell: its id says as much. undefined where it says neither. */
async function organizationOf({
  client,
  signal,
  me,
  world,
}: ToolConnection): Promise<{ readonly id: string | undefined; readonly name: string } | undefined> {
  try {
    return await client.call("organization.get", {}, { signal });
  } catch (error) {
    if (isAbortError(error) || !hasErrorName(error, "NotFoundError", "ServiceError")) throw error;
    const { organizationId: id } = me;
    return world.connections.organization() ?? (id === undefined ? undefined : { id, name: id });
  }
}

async function projectName({ client, signal }: ToolConnection, id: string | undefined): Promise<string | undefined> {
  return id === undefined ? undefined : (await client.call("project.get", { id }, { signal })).name;
}
