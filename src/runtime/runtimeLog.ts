import { stderr } from "node:process";

/** Writes one line per event, without inputs and secrets. */
export type RuntimeLog = (line: string) => void;

/** Replaces line breaks, because a second line would look like another event. */
export const logToStderr: RuntimeLog = (line) => {
  stderr.write(`${line.replaceAll(/[\r\n]+/g, " ")}\n`);
};
