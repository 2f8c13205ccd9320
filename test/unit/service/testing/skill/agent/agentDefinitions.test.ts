import { describe, expect, test } from "vitest";
import { evalAgentNames } from "../../../../../../src/contract/testRuns.ts";
import { type AgentRun, agentDefinitions } from "../../../../../../src/service/testing/skill/agent/agentDefinitions.ts";
import { findReadFiles } from "../../../../../../src/service/testing/skill/agent/agentRunner.ts";

const files = [{ path: "SKILL.md" }, { path: "references/a.md" }];
const read = (agent: keyof typeof agentDefinitions, events: readonly unknown[]) => {
  const { result, problem, reads } = agentDefinitions[agent].readTranscript(events);
  return { result, problem, read: findReadFiles(reads, "zebra-notes", files) };
};

describe("the transcript of Claude Code", () => {
  const call = (name: string, input: object, id = "toolu_1") => ({
    type: "assistant",
    message: { content: [{ type: "tool_use", id, name, input }] },
  });
  const returned = (id = "toolu_1", more = {}) => ({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "…", ...more }] },
  });
  const end = { type: "result", subtype: "success", is_error: false, result: "Done." };

  test("has the result, and the skill that it loaded", () => {
    const events = [{ type: "system", subtype: "init" }, call("Skill", { skill: "zebra-notes" }), returned(), end];
    expect(read("claude-code", events)).toEqual({ result: "Done.", problem: undefined, read: ["SKILL.md"] });
  });

  test("has the files that it read, and none that it wrote, could not read or did not wait for", () => {
    const path = "/home/.claude/skills/zebra-notes";
    expect(
      read("claude-code", [
        call("Read", { file_path: `${path}/references/a.md` }),
        returned(),
        call("Write", { file_path: `${path}/SKILL.md` }, "toolu_2"),
        returned("toolu_2"),
        call("Read", { file_path: `${path}/SKILL.md` }, "toolu_3"),
        returned("toolu_3", { is_error: true }),
        call("Bash", { command: `cat ${path}/SKILL.md` }, "toolu_4"),
        end,
      ]).read,
    ).toEqual(["references/a.md"]);
  });

  test("has a problem instead of a result", () => {
    const failed = { type: "result", is_error: true, result: "API Error: 403" };
    expect(read("claude-code", [failed])).toEqual({ result: undefined, problem: "API Error: 403", read: [] });
  });
});

describe("the transcript of Codex", () => {
  const command = (text: string, exit_code: number | null = 0) => ({
    type: "item.completed",
    item: { type: "command_execution", command: text, exit_code, status: "completed" },
  });
  const said = (text: string) => ({ type: "item.completed", item: { type: "agent_message", text } });

  test("has the last message, and the files that its commands read", () => {
    const events = [
      { type: "thread.started", thread_id: "1" },
      said("I look."),
      command("/bin/bash -lc 'cat /home/.codex/skills/zebra-notes/SKILL.md'"),
      command("/bin/bash -lc 'cat zebra-notes/references/a.md'", 1),
      said("Done."),
      { type: "turn.completed", usage: {} },
    ];
    expect(read("codex", events)).toEqual({ result: "Done.", problem: undefined, read: ["SKILL.md"] });
  });

  test("has a problem instead of a result", () => {
    const events = [said("Half."), { type: "turn.failed", error: { message: "It broke off." } }];
    expect(read("codex", events)).toEqual({ result: undefined, problem: "It broke off.", read: [] });
  });
});

describe("the transcript of Gemini CLI", () => {
  const call = (tool_name: string, parameters: object, tool_id = "1") => ({
    type: "tool_use",
    tool_name,
    tool_id,
    parameters,
  });
  const returned = (status: string, tool_id = "1") => ({ type: "tool_result", tool_id, status });
  const said = (content: string) => ({ type: "message", role: "assistant", content, delta: true });

  test("has what it said after its last call, and the skill that it activated", () => {
    const events = [
      { type: "message", role: "user", content: "Task" },
      said("I look."),
      call("activate_skill", { name: "zebra-notes" }),
      returned("success"),
      call("read_file", { file_path: "/home/.gemini/skills/zebra-notes/references/a.md" }, "2"),
      returned("error", "2"),
      said("Do"),
      said("ne."),
      { type: "result", status: "success" },
    ];
    expect(read("gemini", events)).toEqual({ result: "Done.", problem: undefined, read: ["SKILL.md"] });
  });

  test("has a problem instead of a result", () => {
    const failed = { type: "result", status: "error", error: { type: "Error", message: "No model." } };
    expect(read("gemini", [said("Half."), failed])).toEqual({ result: undefined, problem: "No model.", read: [] });
  });
});

test("a name that only begins or ends like that of a file or skill is another one", () => {
  const find = (input: string) => findReadFiles([{ input }], "zebra-notes", files);
  expect(find("cat skills/zebra-notes-2/SKILL.md")).toEqual([]);
  expect(find("cat my-zebra-notes/SKILL.md")).toEqual([]);
  expect(find("cat zebra-notes/SKILL.md.bak zebra-notes/OLD-SKILL.md")).toEqual([]);
  expect(find("cd skills/zebra-notes && cat SKILL.md")).toEqual(["SKILL.md"]);
  expect(findReadFiles([{ input: "{}", skill: "other" }], "zebra-notes", files)).toEqual([]);
});

test.each(evalAgentNames)("%s gets its token in no argument, and more rights only where it is confined", (agent) => {
  const run: AgentRun = {
    ...{ model: "small", home: "/home", url: "http://127.0.0.1:8080", token: "token-1", isConfined: true },
    server: { name: "pets", url: "http://127.0.0.1:8080/mcp" },
  };
  const { listArguments, createFiles } = agentDefinitions[agent];
  const confined = listArguments(run).join(" ");
  const unconfined = listArguments({ ...run, isConfined: false }).join(" ");
  expect(confined).not.toContain("token-1");
  expect(unconfined).not.toMatch(/bypass|yolo|\bBash Edit\b/);
  expect(confined).toMatch(/bypass|yolo|\bBash Edit\b/);
  expect(Object.values(createFiles(run)).join()).toContain("http://127.0.0.1:8080/mcp");
  expect(Object.values(createFiles({ ...run, server: undefined })).join()).not.toContain("/mcp");
});
