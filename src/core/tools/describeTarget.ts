import { readUrlHost } from "../connection/connection.ts";
import { hasErrorName, isAbortError } from "../foundation/failure.ts";
import type { ChangeDetail, ToolConnection } from "./languageModelTool.ts";

/** Where something would be changed, in words, and what tells that place from others. */
export async function describeTarget(
  at: ToolConnection,
  projectId: string,
): Promise<{ readonly rows: readonly ChangeDetail[]; readonly mark: string }> {
  const { connection } = at;
  const [organization, project] = await Promise.all([organizationOf(at), projectName(at, projectId)]);
  const rows = [
    ["Connection", `${connection.name} (${readUrlHost(connection.baseUrl)})`],
    ["Organization", organization.name],
    ["Project", project],
  ] as const;
  return { rows, mark: [connection.id, connection.baseUrl, organization.id, projectId].join(" ") };
}

/** A service may not tell: its id says as much. */
async function organizationOf({
  client,
  signal,
  me,
  world,
}: ToolConnection): Promise<{ readonly id: string; readonly name: string }> {
  try {
    return await client.call("organization.get", {}, { signal });
  } catch (error) {
    if (isAbortError(error) || !hasErrorName(error, "NotFoundError", "ServiceError")) throw error;
    return world.connections.organization() ?? { id: me.organizationId, name: me.organizationId };
  }
}

async function projectName({ client, signal }: ToolConnection, id: string): Promise<string> {
  return (await client.call("project.get", { id }, { signal })).name;
}
