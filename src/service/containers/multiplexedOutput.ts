/** What arrives on the stream of a container without a terminal: frames of its two outputs. */
export interface OutputListeners {
  readonly stdout: (bytes: Buffer) => void;
  readonly stderr: (bytes: Buffer) => void;
}

const headerLength = 8;

/**
 * Reads the frames of a container's stream: one byte for the output, three zeros, and four for the length. The bytes of a frame are
 * passed on as they arrive, so that the length of a frame does not matter. Throws if the bytes are no frames.
 */
export function createFrameReader(listeners: OutputListeners): (chunk: Buffer) => void {
  let header = Buffer.alloc(0);
  let remaining = 0;
  let listener: ((bytes: Buffer) => void) | undefined;
  return (chunk) => {
    let position = 0;
    while (position < chunk.length) {
      if (remaining === 0) {
        const missing = headerLength - header.length;
        header = Buffer.concat([header, chunk.subarray(position, position + missing)]);
        position += missing;
        if (header.length < headerLength) return;
        listener = findListener(header, listeners);
        remaining = header.readUInt32BE(4);
        header = Buffer.alloc(0);
        continue;
      }
      const bytes = chunk.subarray(position, position + remaining);
      position += bytes.length;
      remaining -= bytes.length;
      listener?.(bytes);
    }
  };
}

/** The engine sends number 0 too: what was written to the standard input of some containers. */
function findListener(header: Buffer, { stdout, stderr }: OutputListeners) {
  const [stream = 255, ...zeros] = header.subarray(0, 4);
  if (stream > 2 || zeros.some((byte) => byte !== 0)) throw new Error("The engine sends no frames of a container.");
  return [undefined, stdout, stderr][stream];
}
