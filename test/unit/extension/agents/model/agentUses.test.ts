import { expect, test } from "vitest";
import type { Grant } from "../../../../../src/contract/routes/grantRoutes.ts";
import { findLastUse } from "../../../../../src/extension/agents/model/agentUses.ts";

const createUse = (agent: string) => ({
  ...{ agent, scope: "user" as const, path: "/f", name: "pet-shop", entry: {}, connectionId: "local" },
  ...{ serverId: "srv_1", serverName: "Pet Shop", at: "2026-11-26T10:00:00.000Z" },
});
const createGrant = (client: string, lastUsedAt: string): Grant => ({
  ...{ id: `grt_${client}`, kind: "oauth", client, serverId: "srv_1" },
  ...{ createdAt: "2026-11-26T10:00:00.000Z", lastUsedAt, expiresAt: null },
});

test("a call belongs to the agent with the longest name that its client begins with", () => {
  const [cli, plain] = ["2026-11-26T12:00:00.000Z", "2026-11-26T11:00:00.000Z"];
  const grants = [createGrant("cline cli 1.2", cli), createGrant("Cline", plain)];
  expect(findLastUse(createUse("cline"), grants)).toBe(plain);
  expect(findLastUse(createUse("cline-cli"), grants)).toBe(cli);
  expect(findLastUse(createUse("cursor"), grants)).toBeUndefined();
  expect(findLastUse(createUse("portable"), [createGrant("GitHub Copilot CLI 1.0", cli)])).toBe(cli);
});
