import { stderr } from "node:process";

/** Where a server tells what it does: one line an event, no input and no secret in it. */
export type RuntimeLog = (line: string) => void;

/** Standard error; a line break in a message would read as two events. */
export const logToStderr: RuntimeLog = (line) => {
  stderr.write(`${line.replaceAll(/[\r\n]+/g, " ")}\n`);
};
