import { describe, expect, test } from "vitest";
import type { RegistryVersion } from "../../../../../src/contract/registry.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import { compareVersionTools } from "../../../../../src/extension/registry/model/compareVersionTools.ts";
import { findRegistryVersion } from "../../../../../src/extension/registry/model/findRegistryVersion.ts";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { generatePetVersion } from "../../../../support/servers/changingTools.ts";
import { createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let pets: Server;
const served = await useServedService();
const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Pets" });
pets = await generatePetVersion(served.api, requireValue(await readServer(served.api, id)), {});
pets = await generatePetVersion(served.api, pets, { hasDelete: false });

const compare = async (
  { artifactId }: Server,
  [one, other]: readonly [string, string],
  change: Partial<RegistryVersion> = {},
) => {
  const id = requireValue(artifactId ?? undefined);
  const read = async (version: string) => ({
    ...requireValue(await findRegistryVersion(served.api, id, version)),
    ...change,
  });
  const reading = { versions: createVersionFiles(), client: served.api, artifactId: id };
  return compareVersionTools(reading, await read(one), await read(other));
};

describe("the tools of versions with equal digests", () => {
  test("are compared, because another service may say the same digest of all versions", async () => {
    const changes = await compare(pets, ["0.1.0", "0.1.1"], { digest: "sha256:1" });
    expect(changes).toMatchObject([{ severity: "breaking", kind: "toolRemoved", tool: "removePets" }]);
  });

  test("are the same where the files are, also if the tools of own code are not known", async () => {
    const own = await createTinyServer(served, "Own", "healthy");
    expect(await compare(own, ["0.1.0", "0.1.0"])).toEqual([]);
  });

  test("are not known where the service does not show the files", async () => {
    const own = await createTinyServer(served, "Hidden", "healthy");
    const id = requireValue(own.artifactId ?? undefined);
    const version = requireValue(await findRegistryVersion(served.api, id, "0.1.0"));
    const versions = { list: async () => [] };
    expect(await compareVersionTools({ versions, client: served.api, artifactId: id }, version, version)).toBe(
      undefined,
    );
  });
});
