import * as z from "zod";
import type { Platform } from "./lockFile.ts";

const reportSchema = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });

/** The machine of the service. */
export function readPlatform(): Platform {
  const isGlibc = () =>
    reportSchema.safeParse(process.report.getReport()).data?.header.glibcVersionRuntime !== undefined;
  const libc = process.platform === "linux" ? (isGlibc() ? "glibc" : "musl") : undefined;
  return { os: process.platform, cpu: process.arch, libc };
}
