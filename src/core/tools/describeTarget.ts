import { hostOf } from "../connection/connection.ts";
import { hasName, isAborted } from "../foundation/failure.ts";
import type { At, Row } from "./languageModelTool.ts";

/** Where something would be changed, in words, and what tells that place from others. */
export async function whereOf(
  at: At,
  projectId: string,
): Promise<{ readonly rows: readonly Row[]; readonly mark: string }> {
  const { connection } = at;
  const [organization, project] = await Promise.all([organizationOf(at), projectName(at, projectId)]);
  const rows = [
    ["Connection", `${connection.name} (${hostOf(connection.baseUrl)})`],
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
}: At): Promise<{ readonly id: string; readonly name: string }> {
  try {
    return await client.call("organization.get", {}, { signal });
  } catch (error) {
    if (isAborted(error) || !hasName(error, "NotFoundError", "ServiceError")) throw error;
    return world.connections.organization() ?? { id: me.organizationId, name: me.organizationId };
  }
}

async function projectName({ client, signal }: At, id: string): Promise<string> {
  return (await client.call("project.get", { id }, { signal })).name;
}
