import { attacks } from "../attacks/attacks.ts";
import { foundAttacks } from "../attacks/foundAttacks.ts";
import type { Measure } from "../figure.ts";
import { judgedHints } from "../hints/judgedHints.ts";
import { longTests, propertyTests } from "../longTests.ts";
import { boundKeys } from "./boundKeys.ts";
import { brokenService } from "./brokenService.ts";
import { comparedSchemas } from "./callers/comparedSchemas.ts";
import { canaries } from "./canaries.ts";
import { containedWrites } from "./containedWrites.ts";
import { faultyNetwork } from "./faultyNetwork.ts";

import { hiddenTexts } from "./hiddenTexts.ts";
import { hostileCode } from "./hostileCode.ts";
import { boundedWalks } from "./hostileDocuments/boundedWalks.ts";
import { hostileDocuments } from "./hostileDocuments.ts";
import { hostilePages } from "./hostilePages.ts";
import { hostileTexts } from "./hostileTexts.ts";
import { canariesOfTheEditor, hostileTextsInTheEditor, hostileWorkspace } from "./hostileWorkspace.ts";
import { killedService } from "./killedService.ts";
import { lostAnswers } from "./lostAnswers.ts";
import { orphans } from "./orphans.ts";
import { ownApi } from "./ownApi.ts";
import { proxies } from "./proxies.ts";
import { refusedCallers } from "./refusedCallers.ts";
import { replacedServer } from "./replacedServer.ts";
import { requestedWaits } from "./requestedWaits.ts";
import { restartedService } from "./restartedService.ts";
import { sharedWindows } from "./sharedWindows.ts";
import { supplyChain } from "./supplyChain.ts";
import { publicCallers } from "./team/publicCallers.ts";
import { toolForms } from "./toolForms/toolForms.ts";
import { toolLists } from "./toolLists/toolLists.ts";
import { totalParsers } from "./totalParsers.ts";
import { unchangedNumbers } from "./unchangedNumbers.ts";

/** All goals in the order of the table. */
export const measures: readonly Measure[] = [
  faultyNetwork,
  lostAnswers,
  requestedWaits,
  killedService,
  orphans,
  sharedWindows,
  proxies,
  replacedServer,
  brokenService,
  refusedCallers,
  publicCallers,
  hostilePages,
  containedWrites,
  canaries,
  canariesOfTheEditor,
  boundKeys,
  hostileTexts,
  hostileTextsInTheEditor,
  hostileCode,
  hiddenTexts,
  unchangedNumbers,
  toolForms,
  supplyChain,
  hostileWorkspace,
  totalParsers,
  restartedService,
  ownApi,
  hostileDocuments,
  boundedWalks,
  comparedSchemas,
  toolLists,
  judgedHints,
  attacks,
  foundAttacks,
  longTests,
  propertyTests,
];
