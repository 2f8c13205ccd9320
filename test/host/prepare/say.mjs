/** A requirement is missing that this program cannot install; the message says what to do. */
export class PrepareError extends Error {}

/** Progress goes to stderr: stdout belongs to the script that is run afterwards. */
export function say(line) {
  process.stderr.write(`prepare: ${line}\n`);
}
