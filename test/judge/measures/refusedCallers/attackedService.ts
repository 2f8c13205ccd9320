import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import { createModelBudget } from "../../../../src/extension/testing/model/model/modelBudget.ts";
import { startModelRelay } from "../../../../src/extension/testing/model/modelRelay.ts";
import type { PublicAddress } from "../../../../src/service/http/entrance.ts";
import { startService } from "../../../../src/service/startService.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../../support/servers/definedServer.ts";
import { sendJson, startUpstream } from "../../../support/servers/upstream.ts";
import { listTargets, type Target } from "./targets.ts";
import { workingInputs } from "./workingInputs.ts";

export interface AttackedService {
  readonly targets: readonly Target[];
  readonly ports: readonly number[];
  /** Changes with any effect: every database row, the upstream request counts, leases and stop requests. */
  state(): string;
  close(): Promise<void>;
}

/** Opens every port on this machine with something of value behind each. With a public address the service is attacked there. */
export async function startAttackedService(publicAddress?: PublicAddress): Promise<AttackedService> {
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
  const service = await startService({ dataDir, runtimeFiles: [], local, ...(publicAddress && { publicAddress }) });
  const key = service.firstKey ?? "";
  const api = createServiceClient({ baseUrl: service.localUrl, key: async () => key });
  const upstream = await startUpstream((_, response) => sendJson(response, { choices: [], pets: ["Rex"] }));
  const relay = await startModelRelay({
    runner: { kind: "openai", baseUrl: `${upstream.origin}/v1`, name: "small" },
    ...{ key: "model-key", budget: createModelBudget(10_000), editorModels: { complete: async () => undefined } },
  });
  const own = await startDefinedServer(createServerDefinition(upstream.origin, [createTestToolDefinition("pets")]), {
    PORT: "0",
    HOST: "127.0.0.1",
  });
  const inputs = await workingInputs(api, service.url);
  const { accessToken } = await api.call("runtime.token", { serverId: inputs.serverId });
  await api.close();
  const endpoints = { ...{ url: service.url, key, control, relay, own: own.url, runtimeToken: accessToken } };
  const targets = listTargets(endpoints, inputs);
  if (targets.filter(({ operation }) => operation).length !== Object.keys(operationTable).length)
    throw new Error("An operation is not attacked.");
  return {
    targets,
    ports: [service.localUrl, relay.baseUrl, own.url].map((url) => Number(new URL(url).port)),
    state: () => [rowsOf(dataDir), upstream.received.length, ...effects].join(" "),
    close: async () => {
      await relay.close();
      await own.close();
      await upstream.close();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
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
