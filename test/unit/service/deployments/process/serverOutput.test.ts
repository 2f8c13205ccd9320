import { describe, expect, test } from "vitest";
import {
  createGrowingSecretMask,
  createSecretMask,
  createServerProcessEnvironment,
  listRefusedVariables,
} from "../../../../../src/service/deployments/process/processEnvironment.ts";
import { createServerLog } from "../../../../../src/service/deployments/process/serverLog.ts";
import {
  createLogLineReader,
  createLogRateLimiter,
  maximumLineLength,
  maximumLinesPerSecond,
  shortenLogLine,
} from "../../../../../src/service/deployments/process/serverOutput.ts";

function linesOf(...chunks: (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const reader = createLogLineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.write(Buffer.from(chunk));
  reader.end();
  return lines;
}

describe("log lines", () => {
  test("are joined from chunks, for any line ending", () => {
    expect(linesOf("a", "b\nc\r\n", "\nd")).toEqual(["ab", "c", "", "d"]);
  });

  test("retain a character whose bytes arrive in two chunks", () => {
    const bytes = Buffer.from("é\n");
    expect(linesOf(bytes.subarray(0, 1), bytes.subarray(1))).toEqual(["é"]);
  });

  test("that are too long are shortened and end with the number of omitted characters", () => {
    const lines: string[] = [];
    const reader = createLogLineReader((line, dropped) => lines.push(shortenLogLine(line, dropped)));
    for (const length of [maximumLineLength + 100, 1_000_000]) reader.write(Buffer.from(`${"x".repeat(length)}\n`));
    expect(lines).toEqual([
      `${"x".repeat(maximumLineLength)} … (100 more characters)`,
      `${"x".repeat(maximumLineLength)} … (${1_000_000 - maximumLineLength} more characters)`,
    ]);
  });

  test("are redacted before they are shortened", () => {
    const events: string[] = [];
    const enqueue = (_: string, { message }: { message: string }) => void events.push(message);
    const mask = createSecretMask(["a-secret-of-some-length"]);
    const log = createServerLog({ clock: () => new Date() }, { enqueue }, "dep_1", mask);
    const reader = createLogLineReader((line, dropped) => log.line(line, "stderr", dropped));
    reader.write(Buffer.from(`${"x".repeat(maximumLineLength - 10)}a-secret-of-some-length\n`));
    expect(events.join()).not.toContain("a-secret");
  });

  test("are masked only if they are stored, or among the last", () => {
    const masked: string[] = [];
    const mask = (text: string) => {
      masked.push(text);
      return text.replace("secret", "***");
    };
    const log = createServerLog({ clock: () => new Date(1000) }, { enqueue: () => {} }, "dep_1", mask);
    for (let line = 0; line < 2000; line += 1) log.line(`secret ${line}`, "stdout");
    expect(masked).toHaveLength(maximumLinesPerSecond);
    expect(log.tail()).toHaveLength(50);
    expect(log.tail().at(-1)).toBe("*** 1999");
    log.flush();
  });

  test("beyond the limit of a second are counted, and the lines of the next second pass", () => {
    let now = 1000;
    const passed: string[] = [];
    const noted: number[] = [];
    const cap = createLogRateLimiter(
      () => new Date(now),
      (line) => passed.push(line),
      (dropped) => noted.push(dropped),
    );
    for (let line = 0; line < maximumLinesPerSecond + 7; line += 1) cap.line(() => "x");
    now += 1000;
    cap.line(() => "y");
    expect(noted).toEqual([7]);
    expect(passed.at(-1)).toBe("y");
    cap.end();
    expect(noted).toEqual([7]);
  });
});

describe("the environment of a server", () => {
  test("does not contain variables that change how Node or the loader runs", () => {
    const given = { NODE_OPTIONS: "x", node_path: "x", ELECTRON_RUN_AS_NODE: "0", DYLD_INSERT_LIBRARIES: "x", OK: "1" };
    expect(listRefusedVariables(given)).toHaveLength(4);
    expect(
      createServerProcessEnvironment(given, 80, { HOME: "/root", PATH: "/bin", ELECTRON_RUN_AS_NODE: "1" }),
    ).toEqual({
      NODE_ENV: "production",
      OK: "1",
      PORT: "80",
      HOST: "127.0.0.1",
      ELECTRON_RUN_AS_NODE: "1",
    });
  });

  test("is redacted in texts: the longest value first, each line of a multi-line secret, and no very short values", () => {
    const mask = createSecretMask(["abcd", "abcdef", "1", "-----\nline-of-key\n-----", 'a"quote']);
    expect(mask(JSON.stringify({ key: 'a"quote' }))).toBe('{"key":"***"}');
    expect(mask("abcdef abcd 1 line-of-key")).toBe("*** *** 1 ***");
  });

  test("is redacted with values that are added later", () => {
    let given: readonly string[] = [];
    const mask = createGrowingSecretMask(["at the start"], () => given);
    expect(mask("at the start, first token")).toBe("***, first token");
    given = ["first token"];
    expect(mask("at the start, first token")).toBe("***, ***");
  });
});
