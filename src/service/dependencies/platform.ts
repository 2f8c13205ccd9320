import * as z from "zod";
import type { RunnerKind } from "../../contract/runners.ts";
import type { Platform } from "./lockFile.ts";

const reportSchema = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });

/** The machine that a server runs on: the service's, or the Linux of containers. Their base image has the C library of GNU. */
export function readPlatform(runsOn: RunnerKind): Platform {
  if (runsOn !== "process") return { os: "linux", cpu: process.arch, libc: "glibc" };
  const isGlibc = () =>
    reportSchema.safeParse(process.report.getReport()).data?.header.glibcVersionRuntime !== undefined;
  const libc = process.platform === "linux" ? (isGlibc() ? "glibc" : "musl") : undefined;
  return { os: process.platform, cpu: process.arch, libc };
}
