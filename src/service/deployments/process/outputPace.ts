/** The service reads no more lines of a stream in a millisecond, because a line without text costs as much as a long one. */
const linesPerMs = 100;
const pauseLines = 1000;

/** Pauses a stream after many lines. Otherwise a process that writes line breaks only stops the service. */
export function createOutputPace(setPaused: (isPaused: boolean) => void): (lines: number) => void {
  let unpaused = 0;
  return (lines) => {
    unpaused += lines;
    if (unpaused < pauseLines) return;
    setPaused(true);
    setTimeout(setPaused, unpaused / linesPerMs, false);
    unpaused = 0;
  };
}
