import { activation } from "./activation.ts";
import { calls } from "./calls.ts";
import { confinement } from "./confinement/confinement.ts";
import { curves } from "./curves.ts";
import { deployments } from "./deployments.ts";
import { dialects } from "./dialects.ts";
import { generation } from "./generation/generation.ts";
import { serverStart } from "./generation/serverStart.ts";
import type { Bench } from "./measuring/figure.ts";
import { panel } from "./panel.ts";
import { promotions } from "./promotions/promotions.ts";
import { servedList } from "./servedList.ts";
import { service } from "./service.ts";
import { sizes } from "./sizes.ts";
import { starts } from "./starts.ts";
import { tree } from "./tree.ts";

/** In the order of the goals. */
export const benches: readonly Bench[] = [
  sizes,
  activation,
  tree,
  starts,
  calls,
  panel,
  service,
  servedList,
  deployments,
  promotions,
  confinement,
  generation,
  serverStart,
  dialects,
  curves,
];
