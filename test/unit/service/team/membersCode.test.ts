import { expect, onTestFinished, test } from "vitest";
import { organizationSchema } from "../../../../src/contract/organizations.ts";
import { findFreePort } from "../../../../src/service/network/freePort.ts";
import { startService } from "../../../../src/service/startService.ts";
import { noSandbox } from "../../../support/service/noSandbox.ts";
import { publicUrl } from "../../../support/service/publicService.ts";

test("without an engine, containers are not available, with what to do", async () => {
  const service = await startService({ dataDir: null, runtimeFiles: [], runners: { engineSocket: null } });
  onTestFinished(() => service.close());
  const headers = { Authorization: `Bearer ${service.firstKey}` };
  const answer = await (await fetch(`${service.url}/api/v1/organization`, { headers })).json();
  const { runners } = organizationSchema.parse(answer);
  expect(runners).toContainEqual(
    expect.objectContaining({
      kind: "container",
      available: false,
      description: expect.stringContaining("--container-engine auto"),
    }),
  );
});

test("a service for a team says at its start if nothing confines the servers of members", async () => {
  const start = async (isPublic: boolean) => {
    const port = await findFreePort();
    const publicAddress = { host: "127.0.0.1", port, url: publicUrl, tls: undefined, trustedProxies: ["127.0.0.1"] };
    const service = await startService({
      ...{ dataDir: null, runtimeFiles: [], sandbox: noSandbox },
      ...(isPublic && { publicAddress }),
    });
    onTestFinished(() => service.close());
    return service.notice;
  };
  expect(await start(true)).toBe(
    "The operating system does not confine the servers of members: this test uses none. Use one.",
  );
  expect(await start(false)).toBeUndefined();
});
