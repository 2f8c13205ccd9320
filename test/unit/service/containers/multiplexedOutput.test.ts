import { expect, test } from "vitest";
import { createFrameReader } from "../../../../src/service/containers/containerOutput.ts";

function frame(stream: number, text: string): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}

function read(chunks: readonly Buffer[]) {
  const seen: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
  const reader = createFrameReader({
    stdout: (bytes) => seen.stdout.push(bytes),
    stderr: (bytes) => seen.stderr.push(bytes),
  });
  for (const chunk of chunks) reader(chunk);
  return { stdout: String(Buffer.concat(seen.stdout)), stderr: String(Buffer.concat(seen.stderr)) };
}

test("frames are the same however their bytes arrive", () => {
  const bytes = Buffer.concat([frame(1, "one"), frame(2, "bad"), frame(1, ""), frame(0, "input"), frame(1, " two")]);
  const expected = { stdout: "one two", stderr: "bad" };
  for (const size of [1, 2, 7, 8, 9, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(read(chunks)).toEqual(expected);
  }
});

test("bytes that are no frames are refused", () => {
  expect(() => read([Buffer.from("HTTP/1.1 200 OK")])).toThrow("no frames");
  expect(() => read([Buffer.from([1, 0, 0, 9, 0, 0, 0, 0])])).toThrow("no frames");
});
