import { describe, expect, test } from "vitest";
import {
  growingMask,
  refusedNames,
  secretMask,
  serverEnvironment,
} from "../../../src/service/deployments/environment.ts";
import { logLines, longestLine, mostLinesPerSecond, rateCap } from "../../../src/service/deployments/logLines.ts";

function linesOf(...chunks: (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const reader = logLines((line) => lines.push(line));
  for (const chunk of chunks) reader.write(Buffer.from(chunk));
  reader.end();
  return lines;
}

describe("log lines", () => {
  test("are put together from pieces, whatever ends them", () => {
    expect(linesOf("a", "b\nc\r\n", "\nd")).toEqual(["ab", "c", "", "d"]);
  });

  test("keep a character whose bytes come in two pieces", () => {
    const bytes = Buffer.from("é\n");
    expect(linesOf(bytes.subarray(0, 1), bytes.subarray(1))).toEqual(["é"]);
  });

  test("that are too long are cut, and say by how much", () => {
    const [line] = linesOf("x".repeat(longestLine), "y".repeat(100), "\n");
    expect(line).toBe(`${"x".repeat(longestLine)} … (100 more characters)`);
  });

  test("beyond the cap of a second are counted, and those of the next second pass", () => {
    let now = 1000;
    const passed: string[] = [];
    const noted: number[] = [];
    const cap = rateCap(
      () => new Date(now),
      (line) => passed.push(line),
      (dropped) => noted.push(dropped),
    );
    for (let line = 0; line < mostLinesPerSecond + 7; line += 1) cap.line("x");
    now += 1000;
    cap.line("y");
    expect(noted).toEqual([7]);
    expect(passed.at(-1)).toBe("y");
    cap.end();
    expect(noted).toEqual([7]);
  });
});

describe("the environment of a server", () => {
  test("never holds what would change how Node or the loader runs", () => {
    const given = { NODE_OPTIONS: "x", node_path: "x", ELECTRON_RUN_AS_NODE: "0", DYLD_INSERT_LIBRARIES: "x", OK: "1" };
    expect(refusedNames(given)).toHaveLength(4);
    expect(serverEnvironment(given, 80, { HOME: "/root", PATH: "/bin", ELECTRON_RUN_AS_NODE: "1" })).toEqual({
      NODE_ENV: "production",
      OK: "1",
      PORT: "80",
      HOST: "127.0.0.1",
      ELECTRON_RUN_AS_NODE: "1",
    });
  });

  test("is masked in texts: the longest first, each line of a secret of several, no tiny ones", () => {
    const mask = secretMask(["abcd", "abcdef", "1", "-----\nline-of-key\n-----"]);
    expect(mask("abcdef abcd 1 line-of-key")).toBe("*** *** 1 ***");
  });

  test("is masked with what was given later, too", () => {
    let given: readonly string[] = [];
    const mask = growingMask(["at the start"], () => given);
    expect(mask("at the start, first token")).toBe("***, first token");
    given = ["first token"];
    expect(mask("at the start, first token")).toBe("***, ***");
  });
});
