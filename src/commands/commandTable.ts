import { answerGrantRequests } from "./account/answerGrantRequest.ts";
import { copyAuditLog } from "./account/copyAuditLog.ts";
import { createApiKey } from "./account/createApiKey.ts";
import { disconnectOauthConnection } from "./account/disconnectOauthConnection.ts";
import { editUserSettings } from "./account/editUserSettings.ts";
import { openOauthConnection } from "./account/openOauthConnection.ts";
import { loadOlderAuditEntries, refreshAuditLog } from "./account/readAuditLog.ts";
import { revokeApiKey } from "./account/revokeApiKey.ts";
import { revokeGrant } from "./account/revokeGrant.ts";
import { filterAuditLog, showAuditLog } from "./account/showAuditLog.ts";
import { showUsage } from "./account/showUsage.ts";
import { switchOrganization } from "./account/switchOrganization.ts";
import { removeServerFrom } from "./agents/removeServerFrom.ts";
import { repairAgents } from "./agents/repairAgents.ts";
import { useServerIn } from "./agents/useServerIn.ts";
import type { CommandHandler } from "./app.ts";
import { askBeforeChanges } from "./compatibility/askBeforeChanges.ts";
import { checkCompatibility } from "./compatibility/checkCompatibility.ts";
import { choosePreset } from "./compatibility/choosePreset.ts";
import { editProfile } from "./compatibility/editProfile.ts";
import { explainState } from "./compatibility/explainState.ts";
import { exportProfile } from "./compatibility/exportProfile.ts";
import { importProfile } from "./compatibility/importProfile.ts";
import { mapResponse } from "./compatibility/mapResponse.ts";
import { saveSupportBundle } from "./compatibility/saveSupportBundle.ts";
import { tryChanges } from "./compatibility/tryChanges.ts";
import { addConnection } from "./connection/addConnection.ts";
import { chooseKeyHeader } from "./connection/chooseKeyHeader.ts";
import { removeConnection } from "./connection/removeConnection.ts";
import { signIn } from "./connection/signIn.ts";
import { signOut } from "./connection/signOut.ts";
import { switchConnection } from "./connection/switchConnection.ts";
import { useLocalService } from "./connection/useLocalService.ts";
import { runOperation } from "./console/runOperation.ts";
import { sendOperation } from "./console/sendOperation.ts";
import { showOperationHistory } from "./console/showOperationHistory.ts";
import { showResponse } from "./console/showResponse.ts";
import { deployAgain } from "./deployment/deployAgain.ts";
import { openDeployment } from "./deployment/openDeployment.ts";
import { openDeploymentLog } from "./deployment/openDeploymentLog.ts";
import { recordCalls } from "./deployment/recordCalls.ts";
import { setMissingVariable } from "./deployment/setMissingVariable.ts";
import { showFailureLine } from "./deployment/showFailureLine.ts";
import { watchDeployment } from "./deployment/watchDeployment.ts";
import { saveActiveDocument } from "./documents/saveActiveDocument.ts";
import { onEachSelected } from "./onEachSelected.ts";
import { createProject } from "./project/createProject.ts";
import { editProject } from "./project/editProject.ts";
import { openProject } from "./project/openProject.ts";
import { selectProject } from "./project/selectProject.ts";
import { compareArtifact } from "./registry/compareArtifact.ts";
import { compareTools } from "./registry/compareTools.ts";
import { openArtifact } from "./registry/openArtifact.ts";
import { connectAccount } from "./server/connectAccount.ts";
import { copyToken } from "./server/copyToken.ts";
import { copyUrl } from "./server/copyUrl.ts";
import { createServer } from "./server/createServer.ts";
import { deployServer } from "./server/deployServer.ts";
import { editAllowedHosts } from "./server/editAllowedHosts.ts";
import { editServer } from "./server/editServer.ts";
import { exportServer } from "./server/export/exportServer.ts";
import { generateServer } from "./server/generateServer.ts";
import { openVersion } from "./server/openVersion.ts";
import { runServersOn } from "./server/runner/runServersOn.ts";
import { setLimits } from "./server/runner/setLimits.ts";
import { saveCode } from "./server/saveCode.ts";
import { startServer } from "./server/startServer.ts";
import { stopServer } from "./server/stopServer.ts";
import { editTool } from "./server/tool/editTool.ts";
import { addServerFrom } from "./server/tools/addServerFrom.ts";
import { connectToMcpServer, disconnectMcpServer } from "./server/tools/connectToMcpServer.ts";
import { openMcpContent } from "./server/tools/openMcpContent.ts";
import { openTool } from "./server/tools/openTool.ts";
import { checkApi } from "./server/variables/checkApi.ts";
import { clearVariable, editVariables } from "./server/variables/editVariables.ts";
import { openVariableDocumentation } from "./server/variables/openVariableDocumentation.ts";
import { compareWithFolder } from "./skill/compareWithFolder.ts";
import { createSkill } from "./skill/createSkill.ts";
import { editSkill } from "./skill/editSkill.ts";
import { installSkill } from "./skill/installSkill.ts";
import { openSkill } from "./skill/openSkill.ts";
import { publishSkill } from "./skill/publishSkill.ts";
import { reconcileSkill } from "./skill/reconcileSkill.ts";
import { showPortability } from "./skill/showPortability.ts";
import { addSkillFrom } from "./skill/source/addSkillFrom.ts";
import { publishSkillTo } from "./skill/source/publishSkillTo.ts";
import { uninstallSkill } from "./skill/uninstallSkill.ts";
import { updateSkill } from "./skill/updateSkill.ts";
import { compareTestRuns } from "./testrun/compareTestRuns.ts";
import { configureModel } from "./testrun/configureModel.ts";
import { evaluateSkill } from "./testrun/evaluateSkill.ts";
import { openEvaluation } from "./testrun/openEvaluation.ts";
import { openTestRun } from "./testrun/openTestRun.ts";
import { runTestCase } from "./testrun/runTestCase.ts";
import { testServer } from "./testrun/testServer.ts";
import { testSkill } from "./testrun/testSkill.ts";
import { archiveItems } from "./view/archiveItems.ts";
import { copyId } from "./view/copyId.ts";
import { copyLink } from "./view/copyLink.ts";
import { deleteItems } from "./view/deleteItems.ts";
import { filterChosenView, filterView } from "./view/filterView.ts";
import { goTo } from "./view/goTo.ts";
import { loadMore } from "./view/loadMore.ts";
import { openGuide } from "./view/openGuide.ts";
import { openRawResponse } from "./view/openRawResponse.ts";
import { openWalkthrough } from "./view/openWalkthrough.ts";
import { refreshViews } from "./view/refreshViews.ts";
import { renameItem } from "./view/renameItem.ts";
import { restoreItems } from "./view/restoreItems.ts";
import { showArchived } from "./view/showArchived.ts";
import { showLog } from "./view/showLog.ts";
import { showStatusMenu } from "./view/showStatusMenu.ts";

/** All commands. The manifest declares the same ids. */
export const commandTable = {
  "fairlead.account.editSettings": editUserSettings,
  "fairlead.account.filter": filterView("fairlead.account"),
  "fairlead.answer.map": mapResponse,
  "fairlead.apiKey.create": createApiKey,
  "fairlead.apiKey.revoke": revokeApiKey,
  "fairlead.archive": archiveItems,
  "fairlead.artifact.compare": compareArtifact,
  "fairlead.artifact.compareTools": compareTools,
  "fairlead.artifact.compareWithFolder": compareWithFolder,
  "fairlead.artifact.open": openArtifact,
  "fairlead.auditLog.copy": copyAuditLog,
  "fairlead.auditLog.filter": filterAuditLog,
  "fairlead.auditLog.loadOlder": loadOlderAuditEntries,
  "fairlead.auditLog.refresh": refreshAuditLog,
  "fairlead.auditLog.show": showAuditLog,
  "fairlead.compatibility.askBeforeChanges": askBeforeChanges,
  "fairlead.compatibility.check": checkCompatibility,
  "fairlead.compatibility.tryChanges": tryChanges,
  "fairlead.connection.add": addConnection,
  "fairlead.connection.remove": removeConnection,
  "fairlead.connection.signIn": signIn,
  "fairlead.connection.signOut": signOut,
  "fairlead.connection.switch": switchConnection,
  "fairlead.connection.useLocal": useLocalService,
  "fairlead.copyId": copyId,
  "fairlead.copyLink": copyLink,
  "fairlead.deletePermanently": deleteItems,
  "fairlead.deployment.deployAgain": deployAgain,
  "fairlead.deployment.open": openDeployment,
  "fairlead.deployment.openLog": openDeploymentLog,
  "fairlead.deployment.setMissingVariable": setMissingVariable,
  "fairlead.deployment.showFailureLine": showFailureLine,
  "fairlead.deployment.record": recordCalls,
  "fairlead.deployment.watch": watchDeployment,
  "fairlead.deployments.filter": filterView("fairlead.deployments"),
  "fairlead.editAllowedHosts": editAllowedHosts,
  "fairlead.evaluation.open": openEvaluation,
  "fairlead.filter": filterChosenView,
  "fairlead.goTo": goTo,
  "fairlead.keyHeader.choose": chooseKeyHeader,
  "fairlead.loadMore": loadMore,
  "fairlead.model.configure": configureModel,
  "fairlead.oauthConnection.disconnect": disconnectOauthConnection,
  "fairlead.oauthConnection.open": openOauthConnection,
  "fairlead.grant.answer": answerGrantRequests,
  "fairlead.grant.revoke": revokeGrant,
  "fairlead.openRaw": openRawResponse,
  "fairlead.openGuide": openGuide,
  "fairlead.mcp.connect": connectToMcpServer,
  "fairlead.mcp.disconnect": disconnectMcpServer,
  "fairlead.mcp.open": openMcpContent,
  "fairlead.openWalkthrough": openWalkthrough,
  "fairlead.operation.history": showOperationHistory,
  "fairlead.operation.run": runOperation,
  "fairlead.operation.send": sendOperation,
  "fairlead.operation.showAnswer": showResponse,
  "fairlead.organization.showUsage": showUsage,
  "fairlead.organization.switch": switchOrganization,
  "fairlead.preset.choose": choosePreset,
  "fairlead.profile.edit": editProfile,
  "fairlead.profile.export": exportProfile,
  "fairlead.profile.import": importProfile,
  "fairlead.project.create": createProject,
  "fairlead.project.edit": editProject,
  "fairlead.project.open": openProject,
  "fairlead.project.select": selectProject,
  "fairlead.projects.filter": filterView("fairlead.projects"),
  "fairlead.refresh": refreshViews,
  "fairlead.registry.filter": filterView("fairlead.registry"),
  "fairlead.rename": renameItem,
  "fairlead.restore": restoreItems,
  "fairlead.server.connectAccount": connectAccount,
  "fairlead.server.copyToken": copyToken,
  "fairlead.server.copyUrl": copyUrl,
  "fairlead.server.create": createServer,
  "fairlead.server.deploy": onEachSelected(deployServer, "deploy", ["server"]),
  "fairlead.server.edit": editServer,
  "fairlead.server.editVariables": editVariables,
  "fairlead.server.clearVariable": clearVariable,
  "fairlead.server.checkApi": checkApi,
  "fairlead.server.addFrom": addServerFrom,
  "fairlead.server.openVariableDocumentation": openVariableDocumentation,
  "fairlead.server.export": exportServer,
  "fairlead.server.generate": generateServer,
  "fairlead.tool.edit": editTool,
  "fairlead.server.runOn": runServersOn,
  "fairlead.server.removeFrom": removeServerFrom,
  "fairlead.server.repairAgents": repairAgents,
  "fairlead.server.saveCode": saveCode,
  "fairlead.server.setLimits": setLimits,
  "fairlead.server.start": startServer,
  "fairlead.server.stop": stopServer,
  "fairlead.server.useIn": useServerIn,
  "fairlead.server.test": onEachSelected(testServer, "test", ["server"]),
  "fairlead.servers.filter": filterView("fairlead.servers"),
  "fairlead.settings.save": saveActiveDocument,
  "fairlead.showArchived": showArchived,
  "fairlead.showLog": showLog,
  "fairlead.skill.portability": showPortability,
  "fairlead.skill.addFrom": addSkillFrom,
  "fairlead.skill.create": createSkill,
  "fairlead.skill.edit": editSkill,
  "fairlead.skill.evaluate": evaluateSkill,
  "fairlead.skill.install": onEachSelected(installSkill, "install", ["skill"]),
  "fairlead.skill.open": openSkill,
  "fairlead.skill.publish": publishSkill,
  "fairlead.skill.publishTo": publishSkillTo,
  "fairlead.skill.reconcile": reconcileSkill,
  "fairlead.skill.test": onEachSelected(testSkill, "test", ["skill", "source"]),
  "fairlead.skill.uninstall": uninstallSkill,
  "fairlead.skill.update": updateSkill,
  "fairlead.skills.filter": filterView("fairlead.skills"),
  "fairlead.state.explain": explainState,
  "fairlead.status.menu": showStatusMenu,
  "fairlead.supportBundle": saveSupportBundle,
  "fairlead.test.runCase": runTestCase,
  "fairlead.testRun.compare": compareTestRuns,
  "fairlead.testRun.open": openTestRun,
  "fairlead.tool.open": openTool,
  "fairlead.version.open": openVersion,
} as const satisfies Record<string, CommandHandler>;
