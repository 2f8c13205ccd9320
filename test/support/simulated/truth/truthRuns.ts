import * as z from "zod";
import { deploymentStates } from "../../../../src/contract/deployments.ts";
import type { createInMemoryService } from "../../service/inMemoryService.ts";

const oneText = z.object({ value: z.string() });

type Service = ReturnType<typeof createInMemoryService>;
type Pass = (minutes: number) => void;

export function fillDeployments({ context }: Service, serverId: string, index: number, pass: Pass): void {
  const project =
    context.db.get(oneText, "SELECT project_id AS value FROM servers WHERE id = ?", serverId)?.value ?? "";
  for (let number = 0; number < 3; number += 1) {
    pass(143);
    const status = deploymentStates[(index * 3 + number) % deploymentStates.length] ?? "stopped";
    const id = context.newId("dep_");
    const at = context.clock().toISOString();
    const isOver = ["failed", "stopped", "superseded"].includes(status);
    const isUp = ["running", "degraded", "stopped", "superseded"].includes(status);
    const failure = {
      step: "handshake",
      message: "The server did not answer within 30 s.",
      log: ["listening", "Error: no"],
    };
    context.db.run(
      `INSERT INTO deployments (id, server_id, project_id, version, digest, status, message, started_at, finished_at, failure_json,
         triggered_by, restarts, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[
        id,
        serverId,
        project,
        `1.${number}.0`,
        `sha256:${"ab".repeat(30)}${index}${number}00`,
        status,
        number === 1 ? "Fixes the tools" : null,
      ],
      ...[
        isUp ? at : null,
        isOver ? later(at, 3000 + number) : null,
        status === "failed" ? JSON.stringify(failure) : null,
      ],
      ...["Ada", number, at, later(at, 4000)],
    );
    fillEvents(context, id, at, 5 + ((index * 7 + number * 11) % 40));
    if (status === "running" || status === "degraded") {
      context.db.run("UPDATE servers SET live_deployment_id = ?, desired_state = 'running' WHERE id = ?", id, serverId);
      fillHealth(context, id, status === "running" ? "healthy" : "degraded");
    }
  }
}

function fillEvents({ db }: Service["context"], deploymentId: string, at: string, count: number): void {
  const kinds = ["state", "step", "log", "log", "request", "health"];
  const levels = ["info", "info", "debug", "warning", "error"];
  for (let sequence = 1; sequence <= count; sequence += 1)
    db.run(
      "INSERT INTO events (deployment_id, sequence, at, level, kind, message, data_json) VALUES (?, ?, ?, ?, ?, ?, ?)",
      ...[
        deploymentId,
        sequence,
        later(at, sequence * 1013),
        levels[sequence % 5] ?? "info",
        kinds[sequence % 6] ?? "log",
      ],
      ...[
        `Line ${sequence} of it — ${sequence * 37} ms`,
        sequence % 4 === 0 ? JSON.stringify({ step: "build" }) : null,
      ],
    );
}

function fillHealth({ db }: Service["context"], deploymentId: string, status: string): void {
  for (let minute = 5; minute > 0; minute -= 1) {
    const checks = [
      { name: "process", status: "healthy", message: "It is alive.", latencyMs: null },
      {
        name: "handshake",
        status,
        message: status === "healthy" ? "It answers." : "It answers slowly.",
        latencyMs: 12,
      },
    ];
    db.run(
      "INSERT INTO health_checks (deployment_id, at, status, latency_ms, checks_json) VALUES (?, ?, ?, ?, ?)",
      ...[
        deploymentId,
        new Date(Date.now() - minute * 60_000).toISOString(),
        status,
        10 + minute,
        JSON.stringify(checks),
      ],
    );
  }
}

export function fillServerRuns({ context }: Service, serverId: string, pass: Pass): void {
  for (const [index, status] of ["passed", "failed", "running", "errored", "queued"].entries()) {
    pass(41);
    const id = context.newId("run_");
    const at = context.clock().toISOString();
    const isOver = index !== 2 && index !== 4;
    const summary = {
      total: 4,
      passed: status === "passed" ? 4 : 2,
      failed: status === "failed" ? 2 : 0,
      skipped: 0,
      errored: status === "errored" ? 2 : 0,
      durationMs: 1200 + index,
    };
    context.db.run(
      `INSERT INTO test_runs (id, server_id, skill_id, version, digest, partial, deployment_id, status, status_detail, summary_json,
         revision, started_at, finished_at, triggered_by, created_at, updated_at) VALUES (?, ?, NULL, '1.0.0', ?, 0, NULL, ?, ?, ?, 1, ?, ?, 'Ada', ?, ?)`,
      ...[
        id,
        serverId,
        "sha256:cd",
        status,
        status === "errored" ? "It could not be started." : null,
        JSON.stringify(summary),
      ],
      ...[status === "queued" ? null : at, isOver ? later(at, 5000) : null, at, later(at, 5000)],
    );
    for (const position of [0, 1, 2, 3])
      context.db.run(
        `INSERT INTO test_cases (run_id, position, case_id, name, kind, status, revision, duration_ms, message, expected, actual, output,
           location_json) VALUES (?, ?, ?, ?, 'protocol', ?, 1, ?, ?, NULL, NULL, NULL, NULL)`,
        ...[id, position, `protocol:case-${position}`, `Answers question ${position}`],
        ...[
          caseStatus(status, position),
          isOver ? 10 + position : null,
          status === "failed" && position > 1 ? "It said no." : null,
        ],
      );
  }
}

function caseStatus(run: string, position: number): string {
  if (run === "queued") return "queued";
  if (position < 2) return "passed";
  return run === "running" ? "running" : run;
}

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();
