/** The output of a program up to a limit of bytes. What is more calls `onFull`, and is left out. */
export function createBoundedBuffer(limit: number, onFull: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk: Buffer) => {
      const room = limit - size;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size > limit) onFull();
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}
