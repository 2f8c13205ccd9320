import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach } from "vitest";
import { useServerIn } from "../../../src/extension/agents/commands/useServerIn.ts";
import { createTemporaryFolder } from "../createTemporaryFolder.ts";
import { createCommandFixture } from "../editor/commandFixture.ts";
import type { ScriptedAnswer } from "../editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../servers/deployTinyServer.ts";
import { useServedService } from "../service/useServedService.ts";
import { createAgentPlaces } from "./testAgentFiles.ts";

/** The answers that write a server into `.mcp.json` of the workspace. */
export const portableFile = ["VS Code, Claude Code, Copilot .mcp.json", "Write"] as const;

/** The deployed server "Pet Shop", and for each test a new home with a workspace in it. */
export async function useAgentCommands() {
  const served = await useServedService({});
  const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Pet Shop", "healthy"));
  let home = "";
  const inWorkspace = (...path: readonly string[]) => join(home, "shop", ...path);
  beforeEach(() => {
    home = createTemporaryFolder();
    mkdirSync(inWorkspace());
  });
  const node = { kind: "server", server, live: undefined, latest: undefined } as const;
  const open = async (
    answers: readonly ScriptedAnswer[],
    places: NonNullable<Parameters<typeof createAgentPlaces>[2]> = {},
  ) => {
    const agentPlaces = createAgentPlaces(home, inWorkspace(), places);
    const fixture = await createCommandFixture(served, { answers, agentPlaces });
    return { ...fixture, useServer: () => useServerIn(fixture.app, { node }) };
  };
  return {
    served,
    server,
    deployment,
    node,
    open,
    inWorkspace,
    inHome: (...path: readonly string[]) => join(home, ...path),
  };
}
