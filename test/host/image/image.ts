// `npm run image`: builds the container image of the service, without a container engine.
import { createWriteStream } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createBaseImages } from "../../../src/service/images/baseImages.ts";
import { createImageArchive } from "../../../src/service/images/imageArchive.ts";
import { getHostPlatform } from "../../../src/service/images/imageFormat.ts";
import { parseImageReference } from "../../../src/service/images/imageReference.ts";
import { pushImage } from "../../../src/service/images/pushImage.ts";
import { createCredentialFinder, findUserCredentials } from "../../../src/service/images/registryCredentials.ts";
import { root, toolsFolder } from "../prepare/paths.mjs";
import { build } from "../run.ts";
import { createServiceImage } from "./serviceImage.ts";

const text = { type: "string" } as const;
const usage = `Usage: npm run image -- [--base IMAGE] [--architecture amd64|arm64] [--push IMAGE] [--archive FILE] [--registry-auth FILE]`;
const name = "localhost/fairlead:latest";

async function buildImage(): Promise<void> {
  const { values } = parseArgs({
    options: { base: text, architecture: text, push: text, archive: text, "registry-auth": text },
  });
  const target = values.push === undefined ? undefined : parseImageReference(values.push);
  const authFile = values["registry-auth"];
  const findCredentials = authFile === undefined ? findUserCredentials() : createCredentialFinder(resolve(authFile));
  const platform = {
    ...getHostPlatform(),
    ...(values.architecture !== undefined && { architecture: values.architecture }),
  };
  const signal = new AbortController().signal;
  if (!process.env.FAIRLEAD_BUILT) await build();
  const pins = { read: () => undefined, write: () => {} };
  const baseImages = createBaseImages({ folder: join(toolsFolder, "images"), pins, findCredentials });
  const base = await baseImages.resolve(values.base ?? "docker.io/library/node:24-slim", platform, signal);
  say(`Base image: ${base.reference}`);
  const image = createServiceImage(base);
  if (target) say(`Pushed: ${await pushImage(image, { target, base, findCredentials, signal })}`);
  if (target && values.archive === undefined) return;
  const file = resolve(values.archive ?? join(root, "dist", "fairlead-image.tar"));
  await pipeline(createImageArchive(image, name), createWriteStream(file));
  say(`Archive: ${file}, ${name}@${image.digest}. Load it with "docker load --input" or "podman load --input".`);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await buildImage();
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error;
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${isUsage ? `${usage}\n` : ""}`);
  process.exitCode = 1;
}
