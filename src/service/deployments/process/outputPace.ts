/** The service reads no more lines of a stream in a millisecond, because a line without text costs as much as a long one. */
const linesPerMs = 100;
/** A message of so many bytes costs as much as a line, because it is parsed. */
const bytesPerLine = 40;
const pauseLines = 1000;

/** Pauses a stream after many lines, or many bytes of messages. Otherwise a process that writes line breaks only stops the service. */
export function createOutputPace(
  setPaused: (isPaused: boolean) => void,
): (lines: number, messageBytes?: number) => void {
  let unpaused = 0;
  return (lines, messageBytes = 0) => {
    unpaused += lines + messageBytes / bytesPerLine;
    if (unpaused < pauseLines) return;
    setPaused(true);
    setTimeout(setPaused, unpaused / linesPerMs, false);
    unpaused = 0;
  };
}
