import { constants } from "node:os";

/** The end of a program that needed more memory than it may use. */
export const describeMemoryExcess = (memoryMb: number) => `exceeded its memory limit of ${memoryMb} MB`;

/** Describes the end of a program: "exited with code 1". Sandboxes and containers report a signal as the shell does, with 128 more. */
export function describeExit(code: number | null, signal: string | null = null): string {
  const endSignal = signal ?? Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return endSignal ? `was ended by ${endSignal}` : `exited with code ${code}`;
}
