import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packFiles } from "../../../../src/service/storage/packFiles.ts";
import { measureProcessorTime } from "../../../support/measureWork.ts";

test("an archive is compressed outside of the thread that answers requests, always to the same bytes", async () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at} ${(at * 7919) % 1_000_003}\n`);
  const content = Buffer.from(lines.join(""));
  const compression = measureProcessorTime(() => void gzipSync(content, { level: 9 }));
  const before = process.threadCpuUsage();
  const archive = await packFiles([{ path: "lines.txt", content }]);
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(compression / 2);
  expect(archive).toEqual(new Uint8Array(gzipSync(gunzipSync(archive), { level: 9 })));
});
