import type { Command } from "../core/app.ts";
import { editUserSettings } from "./account/editSettings.ts";
import { mapAnswer } from "./answer/map.ts";
import { createApiKey } from "./apiKey/create.ts";
import { revokeApiKey } from "./apiKey/revoke.ts";
import { compareArtifact } from "./artifact/compare.ts";
import { compareWithWorkspace } from "./artifact/compareWithWorkspace.ts";
import { copyDigest } from "./artifact/copyDigest.ts";
import { deployArtifact } from "./artifact/deploy.ts";
import { installArtifact } from "./artifact/install.ts";
import { openArtifact } from "./artifact/open.ts";
import { openFile } from "./artifact/openFile.ts";
import { checkCompatibility } from "./compatibility/check.ts";
import { addConnection } from "./connection/add.ts";
import { removeConnection } from "./connection/remove.ts";
import { signIn } from "./connection/signIn.ts";
import { signOut } from "./connection/signOut.ts";
import { switchConnection } from "./connection/switch.ts";
import { useLocalService } from "./connection/useLocal.ts";
import { deployAgain } from "./deployment/deployAgain.ts";
import { openDeployment } from "./deployment/open.ts";
import { openDeploymentLog } from "./deployment/openLog.ts";
import { unwatchDeployment } from "./deployment/unwatch.ts";
import { watchDeployment } from "./deployment/watch.ts";
import { configureModel } from "./model/configure.ts";
import { disconnectOauthConnection } from "./oauthConnection/disconnect.ts";
import { openOauthConnection } from "./oauthConnection/open.ts";
import { operationHistory } from "./operation/history.ts";
import { runOperation } from "./operation/run.ts";
import { sendOperation } from "./operation/send.ts";
import { showAnswer, showWholeAnswer } from "./operation/showAnswer.ts";
import { showUsage } from "./organization/showUsage.ts";
import { switchOrganization } from "./organization/switch.ts";
import { editProfile } from "./profile/edit.ts";
import { exportProfile } from "./profile/export.ts";
import { importProfile } from "./profile/import.ts";
import { createProject } from "./project/create.ts";
import { editProject } from "./project/edit.ts";
import { openProject } from "./project/open.ts";
import { selectProject } from "./project/select.ts";
import { connectAccount } from "./server/connectAccount.ts";
import { copyToken } from "./server/copyToken.ts";
import { copyUrl } from "./server/copyUrl.ts";
import { createServer } from "./server/create.ts";
import { deployServer } from "./server/deploy.ts";
import { editServer } from "./server/edit.ts";
import { generateServer } from "./server/generate.ts";
import { saveCode } from "./server/saveCode.ts";
import { startServer } from "./server/start.ts";
import { stopServer } from "./server/stop.ts";
import { saveDocument } from "./settings/save.ts";
import { compareSkill } from "./skill/compare.ts";
import { createSkill } from "./skill/create.ts";
import { editSkill } from "./skill/edit.ts";
import { installSkill } from "./skill/install.ts";
import { openSkill } from "./skill/open.ts";
import { showPortability } from "./skill/portability.ts";
import { publishSkill } from "./skill/publish.ts";
import { reconcileSkill } from "./skill/reconcile.ts";
import { uninstallSkill } from "./skill/uninstall.ts";
import { updateSkill } from "./skill/update.ts";
import { statusMenu } from "./status/menu.ts";
import { makeSupportBundle } from "./support/bundle.ts";
import { compareTestRuns } from "./test/compareRuns.ts";
import { openTestRun } from "./test/openRun.ts";
import { runCase } from "./test/runCase.ts";
import { testServer } from "./test/testServer.ts";
import { testSkill } from "./test/testSkill.ts";
import { openVersion } from "./version/open.ts";
import { copyId } from "./view/copyId.ts";
import { clearFilter, filter, filterView } from "./view/filter.ts";
import { loadMore } from "./view/loadMore.ts";
import { openRaw } from "./view/openRaw.ts";
import { openWalkthrough } from "./view/openWalkthrough.ts";
import { refreshViews } from "./view/refresh.ts";
import { showLog } from "./view/showLog.ts";

/** Everything the user can do. The manifest declares the same ids. */
export const commands = {
  "fairlead.account.clearFilter": clearFilter("fairlead.account"),
  "fairlead.account.editSettings": editUserSettings,
  "fairlead.account.filter": filterView("fairlead.account"),
  "fairlead.answer.map": mapAnswer,
  "fairlead.apiKey.create": createApiKey,
  "fairlead.apiKey.revoke": revokeApiKey,
  "fairlead.artifact.compare": compareArtifact,
  "fairlead.artifact.compareWithWorkspace": compareWithWorkspace,
  "fairlead.artifact.copyDigest": copyDigest,
  "fairlead.artifact.deploy": deployArtifact,
  "fairlead.artifact.install": installArtifact,
  "fairlead.artifact.open": openArtifact,
  "fairlead.artifact.openFile": openFile,
  "fairlead.compatibility.check": checkCompatibility,
  "fairlead.connection.add": addConnection,
  "fairlead.connection.remove": removeConnection,
  "fairlead.connection.signIn": signIn,
  "fairlead.connection.signOut": signOut,
  "fairlead.connection.switch": switchConnection,
  "fairlead.connection.useLocal": useLocalService,
  "fairlead.copyId": copyId,
  "fairlead.deployment.deployAgain": deployAgain,
  "fairlead.deployment.open": openDeployment,
  "fairlead.deployment.openLog": openDeploymentLog,
  "fairlead.deployment.unwatch": unwatchDeployment,
  "fairlead.deployment.watch": watchDeployment,
  "fairlead.deployments.clearFilter": clearFilter("fairlead.deployments"),
  "fairlead.deployments.filter": filterView("fairlead.deployments"),
  "fairlead.filter": filter,
  "fairlead.loadMore": loadMore,
  "fairlead.model.configure": configureModel,
  "fairlead.oauthConnection.disconnect": disconnectOauthConnection,
  "fairlead.oauthConnection.open": openOauthConnection,
  "fairlead.openRaw": openRaw,
  "fairlead.openWalkthrough": openWalkthrough,
  "fairlead.operation.history": operationHistory,
  "fairlead.operation.run": runOperation,
  "fairlead.operation.send": sendOperation,
  "fairlead.operation.showAnswer": showAnswer,
  "fairlead.operation.showWhole": showWholeAnswer,
  "fairlead.organization.showUsage": showUsage,
  "fairlead.organization.switch": switchOrganization,
  "fairlead.profile.edit": editProfile,
  "fairlead.profile.export": exportProfile,
  "fairlead.profile.import": importProfile,
  "fairlead.project.create": createProject,
  "fairlead.project.edit": editProject,
  "fairlead.project.open": openProject,
  "fairlead.project.select": selectProject,
  "fairlead.projects.clearFilter": clearFilter("fairlead.projects"),
  "fairlead.projects.filter": filterView("fairlead.projects"),
  "fairlead.refresh": refreshViews,
  "fairlead.registry.clearFilter": clearFilter("fairlead.registry"),
  "fairlead.registry.filter": filterView("fairlead.registry"),
  "fairlead.server.connectAccount": connectAccount,
  "fairlead.server.copyToken": copyToken,
  "fairlead.server.copyUrl": copyUrl,
  "fairlead.server.create": createServer,
  "fairlead.server.deploy": deployServer,
  "fairlead.server.edit": editServer,
  "fairlead.server.generate": generateServer,
  "fairlead.server.saveCode": saveCode,
  "fairlead.server.start": startServer,
  "fairlead.server.stop": stopServer,
  "fairlead.server.test": testServer,
  "fairlead.servers.clearFilter": clearFilter("fairlead.servers"),
  "fairlead.servers.filter": filterView("fairlead.servers"),
  "fairlead.settings.save": saveDocument,
  "fairlead.showLog": showLog,
  "fairlead.skill.portability": showPortability,
  "fairlead.skill.compare": compareSkill,
  "fairlead.skill.create": createSkill,
  "fairlead.skill.edit": editSkill,
  "fairlead.skill.install": installSkill,
  "fairlead.skill.open": openSkill,
  "fairlead.skill.publish": publishSkill,
  "fairlead.skill.reconcile": reconcileSkill,
  "fairlead.skill.test": testSkill,
  "fairlead.skill.uninstall": uninstallSkill,
  "fairlead.skill.update": updateSkill,
  "fairlead.skills.clearFilter": clearFilter("fairlead.skills"),
  "fairlead.skills.filter": filterView("fairlead.skills"),
  "fairlead.status.menu": statusMenu,
  "fairlead.supportBundle": makeSupportBundle,
  "fairlead.test.runCase": runCase,
  "fairlead.testRun.compare": compareTestRuns,
  "fairlead.testRun.open": openTestRun,
  "fairlead.version.open": openVersion,
} as const satisfies Record<string, Command>;
