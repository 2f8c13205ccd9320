import { attacks } from "../attacks/attacks.ts";
import type { Measure } from "../figure.ts";
import { longTests, propertyTests } from "../longTests.ts";
import { canaries } from "./canaries.ts";
import { faultyNetwork } from "./faultyNetwork.ts";
import { hostilePages } from "./hostilePages.ts";
import { hostileTexts } from "./hostileTexts.ts";
import { canariesOfTheEditor, hostileTextsInTheEditor, hostileWorkspace } from "./hostileWorkspace.ts";
import { killedService } from "./killedService.ts";
import { lostAnswers } from "./lostAnswers.ts";
import { ownApi } from "./ownApi.ts";
import { proxies } from "./proxies.ts";
import { refusedCallers } from "./refusedCallers.ts";
import { sharedWindows } from "./sharedWindows.ts";
import { supplyChain } from "./supplyChain.ts";
import { toolLists } from "./toolLists/toolLists.ts";

/** All goals in the order of the table. */
export const measures: readonly Measure[] = [
  faultyNetwork,
  lostAnswers,
  killedService,
  sharedWindows,
  proxies,
  refusedCallers,
  hostilePages,
  canaries,
  canariesOfTheEditor,
  hostileTexts,
  hostileTextsInTheEditor,
  supplyChain,
  hostileWorkspace,
  ownApi,
  toolLists,
  attacks,
  longTests,
  propertyTests,
];
