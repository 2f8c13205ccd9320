import { hasErrorName, isAbortError } from "../base/failure.ts";
import { readUrlHost } from "../connection/model/connection.ts";
import type { ChangeDetail, ToolConnection } from "./languageModelTool.ts";

/** Describes the target of a change, with what identifies it. */
export async function describeTarget(
  toolConnection: ToolConnection,
  projectId: string | undefined,
): Promise<{ readonly rows: readonly ChangeDetail[]; readonly mark: string }> {
  const { connection } = toolConnection;
  const [organization, project] = await Promise.all([
    organizationOf(toolConnection),
    projectName(toolConnection, projectId),
  ]);
  const rows = [
    ["Connection", `${connection.name} (${readUrlHost(connection.baseUrl)})`],
    ...factRows([
      ["Organization", organization?.name],
      ["Project", project],
    ]),
  ] as const;
  return { rows, mark: [connection.id, connection.baseUrl, organization?.id, projectId].join(" ") };
}

/** Omits the rows without a value. */
export function factRows(rows: readonly (readonly [string, string | undefined])[]): readonly ChangeDetail[] {
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** The organization's name, else its id; undefined when the service returns neither. */
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
