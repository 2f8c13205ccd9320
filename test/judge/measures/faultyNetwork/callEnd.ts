/** The outcome of a call for its caller. */
export interface CallEnd {
  readonly kind: "success" | "error" | "hung";
  readonly name: string;
  readonly message: string;
  readonly operation: unknown;
  readonly ms: number;
}

/** Error names that callers handle. */
const typed = [
  ...["ServiceError", "UnauthorizedError", "ForbiddenError", "NotFoundError", "ConflictError", "StaleError"],
  ...["RateLimitedError", "UnexpectedAnswerError", "UnclearAnswerError", "RedirectedError"],
  ...["NetworkError", "TimeoutError", "AbortedError"],
];

/** Errors that need no advice: the caller cancelled, the service lacks the operation, or the service gives its own reason. */
function hasNoRemedy({ name, message }: CallEnd): boolean {
  if (name === "AbortedError" || message.endsWith("this service does not offer it.")) return true;
  return /\(4\d\d[^)]*\)$/.test(message) && !message.includes("gave no reason");
}

/** Ends a call that is still pending long after its deadline, and reports it. */
export async function waitForCallEnd(call: () => Promise<unknown>, timeLimitMs: number): Promise<CallEnd> {
  const started = performance.now();
  const hang = Promise.withResolvers<"hung">();
  const timer = setTimeout(hang.resolve, timeLimitMs, "hung");
  const outcome = await Promise.race([call().then(() => undefined, asError), hang.promise]);
  clearTimeout(timer);
  const ms = performance.now() - started;
  if (outcome === undefined) return { kind: "success", name: "", message: "", operation: undefined, ms };
  if (outcome === "hung") return { kind: "hung", name: "", message: "", operation: undefined, ms };
  const operation = "operation" in outcome ? outcome.operation : undefined;
  return { kind: "error", name: outcome.name, message: outcome.message, operation, ms };
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(`no error was thrown, but ${String(failure)}`);
}

const adviceWords =
  /\b(?:Check|Try again|Inform|inform|Use|Sign in|Is this the right|Ask for less|Send less|refresh|Refresh|Add|Create|Say|set)\b/;

interface Expected {
  /** Operations that an error may name, because a call to an unknown service can use others. */
  readonly names: readonly string[];
  readonly deadlineMs: number;
  readonly host: string;
}

/** Returns the problem in how a call ended; undefined if there is none. */
export function findFlaw(end: CallEnd, { names, deadlineMs, host }: Expected): string | undefined {
  if (end.kind === "hung") return `hung: it had not ended after ${Math.round(end.ms)} ms`;
  if (end.ms > deadlineMs) return `late: it took ${Math.round(end.ms)} ms of ${deadlineMs}`;
  if (end.kind === "success") return undefined;
  if (!typed.includes(end.name)) return `untyped: ${end.name}: ${end.message}`;
  if (!names.some((name) => name === end.operation)) return `untold operation: ${String(end.operation)}`;
  if (!/^Could not .+/.test(end.message)) return `does not say what failed: ${end.message}`;
  if (!end.message.includes(host)) return `does not say on what: ${end.message}`;
  if (!adviceWords.test(end.message) && !hasNoRemedy(end)) return `does not say what to do: ${end.message}`;
  if (/flk_|<script|sk-|secret/.test(end.message)) return `says too much: ${end.message}`;
  return undefined;
}
