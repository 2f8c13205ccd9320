import { spawn } from "node:child_process";
import { PrepareError } from "./say.mjs";

/** Runs npm without output; an error contains its output. */
export async function npm(commandArguments, { cwd, env }) {
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  const shell = process.platform === "win32";
  const child = spawn("npm", [...commandArguments, ...quiet], { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const code = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", resolve);
  });
  if (code === 0) return;
  const lastLines = output.trimEnd().split("\n").slice(-20).join("\n");
  throw new PrepareError(
    `\`npm ${commandArguments.join(" ")}\` in ${cwd} failed (${code}).\n${lastLines}\nIs npm's registry within reach?`,
  );
}
