import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../host/prepare/paths.mjs";
import { figuresOf } from "./curves/curve.ts";
import { documents } from "./curves/documents.ts";
import { draw } from "./curves/draw.ts";
import { manyDeployed } from "./curves/manyDeployed.ts";
import { manyEvents } from "./curves/manyEvents.ts";
import { manyServers } from "./curves/manyServers.ts";
import { team } from "./curves/team.ts";
import { teamContainers } from "./curves/teamContainers.ts";
import type { Bench, Figure } from "./measuring/figure.ts";

const folder = join(root, "media", "performance");

/** Draws all growth curves for the README. */
export const curves: Bench = {
  ids: ["curves"],
  run: async () => {
    mkdirSync(folder, { recursive: true });
    const figures: Figure[] = [];
    for (const measure of [manyServers, manyEvents, documents, manyDeployed, team, teamContainers]) {
      const curve = await measure();
      if (!curve) continue;
      writeFileSync(join(folder, `${curve.name}.svg`), draw(curve));
      figures.push(...figuresOf(curve));
    }
    return figures;
  },
};
