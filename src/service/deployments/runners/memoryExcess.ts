import { describeMemoryExcess } from "./describeExit.ts";
import type { ProcessExit, ServerProgram } from "./runner.ts";

/** What Node writes when the system or V8 gives it no more memory. */
const noMemory = /out of memory|allocation failed|MEMORY_ALLOCATION_FAILED/i;
/** A stack trace follows. */
const traceLines = 100;

/** Explains the end of a Node program that may use no more than so much memory. Its last lines say what it lacked. */
export function watchMemoryExcess(program: ServerProgram): {
  readonly program: ServerProgram;
  readonly describeExit: (exit: ProcessExit) => ProcessExit;
} {
  const { memoryMb } = program.limits;
  let linesSince = Number.POSITIVE_INFINITY;
  const onLine: ServerProgram["onLine"] = (line, stream, dropped) => {
    linesSince = noMemory.test(line) ? 0 : linesSince + 1;
    program.onLine(line, stream, dropped);
  };
  return {
    program: { ...program, onLine },
    describeExit: (exit) =>
      memoryMb !== undefined && linesSince <= traceLines ? { description: describeMemoryExcess(memoryMb) } : exit,
  };
}
