import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DeploymentFixture, startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callTool } from "../../../support/service/gatewayCall.ts";
import { createMachineSandbox, hasSandbox } from "../../../support/service/machineSandbox.ts";
import { noSandbox } from "../../../support/service/noSandbox.ts";

const secret = "canary-7f3a91c2";

describe.each([
  ["with Node's permission model alone", () => noSandbox, {}] as const,
  ...(hasSandbox
    ? [["in the machine's sandbox", createMachineSandbox, { TZ: expect.any(String), PWD: expect.any(String) }] as const]
    : []),
])("%s", (_, createSandbox, more) => {
  let fixture: DeploymentFixture;
  let serverId: string;
  beforeAll(async () => {
    fixture = await startDeploymentFixture({}, undefined, createSandbox());
    serverId = fixture.makeServer("boxed");
    fixture.publish(serverId, "1.0.0", "healthy");
    fixture.setEnvironment(serverId, {
      API_TOKEN: secret,
      NODE_OPTIONS: "--allow-child-process --allow-fs-read=*",
      LD_PRELOAD: "/tmp/none.so",
      PORT: "1",
    });
    await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
  });
  afterAll(() => fixture.close());

  const attempt = async (action: string, on: string) =>
    (await callTool(fixture, serverId, "echo", { attempt: { what: action, on } })).tried;

  describe("a deployed server", () => {
    test("has only its own variables, its listen address and what saves memory in its environment", async () => {
      const { env } = await callTool(fixture, serverId, "echo");
      const { PORT, ...rest } = env;
      const given = { HOST: "127.0.0.1", NODE_ENV: "production", MALLOC_ARENA_MAX: "1" };
      expect(rest).toEqual({ API_TOKEN: secret, ...given, ...more });
      expect(PORT).not.toBe("1");
    });

    test("is deployed with a warning that lists the variables it does not receive", () => {
      const [row] = fixture.supervisor.store.rows("WHERE d.server_id = ?", serverId);
      const warning = fixture.eventsOf(row?.id ?? "").find((event) => event.level === "warning");
      expect(warning?.message).toContain("NODE_OPTIONS, LD_PRELOAD");
    });

    test("reads its own folder and may send signals to itself, and has no access to anything else", async () => {
      const beside = join(fixture.context.workDir, "neighbour.txt");
      writeFileSync(beside, "x");
      const [row] = fixture.supervisor.store.rows("WHERE d.server_id = ?", serverId);
      expect(await attempt("read", join(fixture.context.workDir, row?.id ?? "", "server.mjs"))).toBe("done");
      expect(await attempt("ownSignal", "SIGUSR2")).toBe("done");
      const pid = String(process.pid);
      const refused = [
        ["read", beside],
        ["read", join(fixture.folder, "fairlead.db")],
        ["read", join(fixture.folder, "secret.key")],
        ["read", `/proc/${pid}/environ`],
        ["write", join(fixture.context.workDir, "x")],
        ["spawn", ""],
        ["worker", ""],
        ["sqlite", join(fixture.folder, "fairlead.db")],
        ["kill", pid],
        ["renamed", pid],
        // The permission model does not cover these: a debugger in another process, files that V8 flags write, and more.
        ["debug", pid],
        ["flags", ""],
        ["priority", pid],
        ["socketFile", join(fixture.folder, "made.sock")],
        ["socket", join(fixture.folder, "none.sock")],
      ] as const;
      for (const [action, on] of refused)
        expect([action, on, await attempt(action, on)]).toEqual([
          ...[action, on, expect.stringMatching(/^ERR_(ACCESS_DENIED|UNKNOWN_BUILTIN_MODULE)$/)],
        ]);
    });

    test("has its secrets redacted in events", async () => {
      await callTool(fixture, serverId, "echo", { log: `token is ${secret}!` });
      const [row] = fixture.supervisor.store.rows("WHERE d.server_id = ?", serverId);
      await fixture.waitForDeployment(row?.id ?? "", (_, events) =>
        events.some((event) => event.message === "token is ***!"),
      );
      expect(JSON.stringify(fixture.eventsOf(row?.id ?? ""))).not.toContain(secret);
    });
  });
});
