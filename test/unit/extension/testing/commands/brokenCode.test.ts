import { expect, test } from "vitest";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { openFailedVersions } from "../../../../../src/extension/testing/model/failedVersions.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { createTinyServerFiles, tinyEntry } from "../../../../support/servers/tinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

test("code that does not start is not deployed, and its line is named and shown", async () => {
  const tiny = await createTinyServer(served, "Broken", "healthy");
  const { id } = tiny;
  await deployTinyServer(served, tiny);
  const files = createTinyServerFiles("healthy").map(({ path, content }) => ({
    ...{ path, content: path === tinyEntry ? `// Mine.\nnull.tide();\n${content}` : content },
    encoding: "utf8" as const,
  }));
  await served.api.call("server.generate", { id, source: { kind: "files", files, entry: tinyEntry } });
  await expect.poll(async () => (await readServer(served.api, id))?.latestVersion).toBe("0.1.1");
  const server = requireValue(await readServer(served.api, id));
  const answers = ["Test and Deploy"];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers, actions: ["Show Line"] });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect(fixture.messages.shown).toEqual([
    `error: Broken 0.1.1 was not deployed: its tests could not be run. TypeError: Cannot read properties of null (reading 'tide'). See line 2 of ${tinyEntry}. Version 0.1.0 is still live. [Show Line, Show]`,
  ]);
  expect(openFailedVersions(fixture.app.memory).has(`${id} 0.1.1`)).toBe(true);
  await expect.poll(() => fixture.documents.shown).toEqual([expect.stringContaining(`/0.1.1/Broken/${tinyEntry}?`)]);
});
