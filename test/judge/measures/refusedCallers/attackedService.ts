import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { createModelBudget } from "../../../../src/extension/testing/model/model/modelBudget.ts";
import { startModelRelay } from "../../../../src/extension/testing/model/modelRelay.ts";
import { startContractFixture } from "../../../contract/contractFixture.ts";
import { createKnownInput } from "../../../contract/operationCases.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../../support/servers/definedServer.ts";
import { sendJson, startUpstream } from "../../../support/servers/upstream.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { describeApi } from "../ownApi/describedApi.ts";
import { type KnownOperation, listTargets, type Target } from "./targets.ts";

export interface AttackedService {
  readonly targets: readonly Target[];
  readonly ports: readonly number[];
  /** Changes with any effect: every database row, the upstream request counts, leases and stop requests. */
  state(): string;
  close(): Promise<void>;
}

/** Opens every port on this machine with something of value behind each. */
export async function startAttackedService(): Promise<AttackedService> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-attacked-"));
  const effects: string[] = [];
  const control = randomBytes(32).toString("base64url");
  const hold = () => {
    effects.push("held");
    return () => undefined;
  };
  const local = {
    control,
    acquireLease: hold,
    readUse: () => ({ windows: 0, isUsedByAgents: false }),
    stop: () => void effects.push("stopped"),
  };
  // A check of the running server's health would change its row.
  const fixture = await startContractFixture({ dataDir, local, healthIntervalMs: 3_600_000 });
  const { url, key, client } = fixture;
  const upstream = await startUpstream((_, response) => sendJson(response, { choices: [], pets: ["Rex"] }));
  const relay = await startModelRelay({
    runner: { kind: "openai", baseUrl: `${upstream.origin}/v1`, name: "small" },
    ...{ key: "model-key", budget: createModelBudget(10_000), editorModels: { complete: async () => undefined } },
  });
  const own = await startDefinedServer(createServerDefinition(upstream.origin, [createTestToolDefinition("pets")]), {
    PORT: "0",
    HOST: "127.0.0.1",
  });
  const operations: KnownOperation[] = [];
  for (const of of describeApi().operations) operations.push({ of, known: await createKnownInput(fixture, of.name) });
  const serverId = requireValue((await fixture.deployed()).serverId);
  const { accessToken: runtimeToken } = await client.call("runtime.token", { serverId });
  const targets = listTargets({ url, key, control, relay, own: own.url, runtimeToken, serverId }, operations);
  const state = () => [rowsOf(dataDir), upstream.received.length, ...effects].join(" ");
  await untilQuiet(state);
  return {
    targets,
    ports: [url, relay.baseUrl, own.url].map((url) => Number(new URL(url).port)),
    state,
    close: async () => {
      await relay.close();
      await own.close();
      await upstream.close();
      await fixture.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until the work that the inputs need has ended, such as test runs and a deployment. */
async function untilQuiet(state: () => string): Promise<void> {
  for (let before = ""; before !== state(); await setTimeout(2_000)) before = state();
}

/** Includes all tables but not the last use of a key, because a rejection with a valid key is a use. */
function rowsOf(dataDir: string): string {
  const db = new DatabaseSync(join(dataDir, "fairlead.db"), { readOnly: true });
  try {
    const hash = createHash("sha256");
    // What was refused is in the audit log, whose entries are numbered.
    const without = "('audit', 'sqlite_sequence')";
    const sql = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ${without} ORDER BY name`;
    const names = db.prepare(sql).all();
    for (const { name } of names) {
      const rows = db.prepare(`SELECT * FROM "${String(name)}"`).all();
      hash.update(
        JSON.stringify(
          rows.map(({ last_used_at: _, ...row }) => row),
          asText,
        ),
      );
    }
    return hash.digest("hex");
  } finally {
    db.close();
  }
}

const asText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
