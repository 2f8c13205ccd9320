import { describe, expect, test } from "vitest";
import type { DeploymentEvent } from "../../../../../src/contract/deployments.ts";
import { formatLogHead, formatLogLines } from "../../../../../src/extension/deployment/model/deploymentLog.ts";
import { formatEventLines, formatFailureLines } from "../../../../../src/extension/deployment/model/eventLines.ts";
import { findLogSections } from "../../../../../src/extension/deployment/model/logSections.ts";

const event = (change: Partial<DeploymentEvent>): DeploymentEvent => ({
  deploymentId: "dep_1",
  sequence: 1,
  at: "2026-01-02T03:04:05.678Z",
  level: "info",
  kind: "log",
  message: "hello",
  data: null,
  ...change,
});

describe("a deployment's log", () => {
  const lines = [
    event({ kind: "state", message: "Version 1.0.0 is queued.", data: { status: "queued" } }),
    event({ kind: "step", message: "Laying out", data: { step: "build", phase: "start" } }),
    event({ message: "a\nb", level: "warning" }),
    event({ kind: "step", message: "7 files", data: { step: "build", phase: "end" } }),
    event({ kind: "state", message: "The server is running.", data: { status: "running" } }),
  ].flatMap(formatLogLines);

  test("starts a section with each state and step", () => {
    expect(lines).toEqual([
      "== queued",
      "03:04:05.678 info    Version 1.0.0 is queued.",
      "== step build",
      "03:04:05.678 info    Laying out",
      "03:04:05.678 warning a",
      "                     b",
      "03:04:05.678 info    7 files",
      "== running",
      "03:04:05.678 info    The server is running.",
    ]);
  });

  test("folds by section, without the empty last line", () => {
    const text = [...lines, ""];
    expect(findLogSections(text.length, (line) => text[line] ?? "")).toEqual([
      { title: "queued", start: 0, end: 1 },
      { title: "step build", start: 2, end: 6 },
      { title: "running", start: 7, end: 8 },
    ]);
  });
});

describe("an event in the output channel", () => {
  test("is one line with time, level and server", () => {
    expect(formatEventLines("Weather", event({ level: "error" }))).toEqual([
      "2026-01-02T03:04:05.678Z [error] Weather: hello",
    ]);
  });

  test("has no colours and control characters, and indents its further lines", () => {
    expect(formatEventLines("W", event({ message: "\u001b[31mred\u001b[0m\u0007\r\nnext\tline\n" }))).toEqual([
      "2026-01-02T03:04:05.678Z [info] W: red",
      "    next\tline",
    ]);
  });

  test("of a failure is followed by the server's last lines", () => {
    expect(formatFailureLines({ step: "start", message: "It ended.", log: ["one", "two"] })).toEqual([
      "    Failed at start: It ended.",
      "    Its last lines:",
      "    | one",
      "    | two",
    ]);
  });
});

test("no name, time or failure of a service is a line of its own, or has what cannot be seen", () => {
  const hostile = "x\n2026-01-02 [error] Other: fake \u001b]8;;https://evil.example\u0007\u202e";
  const failure = { step: hostile, message: hostile, log: [] };
  const seen = [
    formatEventLines(hostile, event({ at: hostile })),
    formatFailureLines(failure),
    formatLogHead(
      { id: "dep_1", serverId: "srv_1", version: hostile, status: "failed", triggeredBy: hostile, failure },
      hostile,
    ),
    formatLogLines(event({ at: `2026-01-02T${hostile}`, kind: "step", data: { step: hostile, phase: "start" } })),
  ];
  for (const lines of seen) {
    expect(lines.join("\n")).not.toMatch(/^2026-01-02 \[error\]/m);
    expect(["\u001b", "\u202e", "\n"].filter((hidden) => lines.join("").includes(hidden))).toEqual([]);
  }
});
