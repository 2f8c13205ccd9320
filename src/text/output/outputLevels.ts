import { isErrorPosition, readErrorHeading } from "./findOutputError.ts";

/** Node prints the line of code, a caret and an empty line between the position and the heading of an uncaught error. */
const linesAfterPosition = 3;

/** What follows the heading of an error: its stack, its properties, and Node's version. */
const continuation = /^(?:\s+\S.*|[}\]]|Node\.js v\d.*|)$/;
/** A level that a logger writes first, perhaps after the time: `[error]`, `ERROR`, `"level":"error"`. */
const loggedError =
  /^(?:[\d:T.,+\-Z/ [\]]+ )?(?:\[(?:error|fatal)\]|(?:error|fatal|panic):|(?:ERROR|FATAL|CRITICAL)\b)/;
const loggedErrorJson = /^\{.*"level": ?(?:"(?:error|fatal)"|[56]0)\b/;
/** What reports an error begins with it. */
const mostCharacters = 1000;
/** How a generated server logs a call that its API failed to serve: `tool list_pets failed status=500 ms=12`. */
const failedCall = /\bfailed(?: \w+=\S+)*? status=5\d\d\b/;

/**
 * Finds the lines of standard error that report an error. The stream alone says nothing, because MCP servers write
 * their whole log to it. Lines are passed in order, because a stack belongs to the line before it.
 */
export function createOutputLevelReader(): (line: string) => "info" | "error" {
  let isInError = false;
  let expected = 0;
  return (whole) => {
    const line = whole.slice(0, mostCharacters);
    const isPosition = isErrorPosition(line);
    const startsError =
      isPosition ||
      readErrorHeading(line) !== undefined ||
      loggedError.test(line) ||
      loggedErrorJson.test(line) ||
      failedCall.test(line);
    isInError = startsError || expected > 0 || (isInError && continuation.test(line));
    expected = isPosition ? linesAfterPosition : Math.max(0, expected - 1);
    return isInError ? "error" : "info";
  };
}
