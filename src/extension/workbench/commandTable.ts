import { answerGrantRequests } from "../account/commands/answerGrantRequest.ts";
import { copyAuditLog } from "../account/commands/copyAuditLog.ts";
import { createApiKey } from "../account/commands/createApiKey.ts";
import { disconnectOauthConnection } from "../account/commands/disconnectOauthConnection.ts";
import { editUserSettings } from "../account/commands/editUserSettings.ts";
import { openOauthConnection } from "../account/commands/openOauthConnection.ts";
import { loadOlderAuditEntries, refreshAuditLog } from "../account/commands/readAuditLog.ts";
import { revokeApiKey } from "../account/commands/revokeApiKey.ts";
import { revokeGrant } from "../account/commands/revokeGrant.ts";
import { filterAuditLog, showAuditLog } from "../account/commands/showAuditLog.ts";
import { showUsage } from "../account/commands/showUsage.ts";
import { switchOrganization } from "../account/commands/switchOrganization.ts";
import { removeServerFrom } from "../agents/commands/removeServerFrom.ts";
import { repairAgents } from "../agents/commands/repairAgents.ts";
import { useServerIn } from "../agents/commands/useServerIn.ts";
import { addConnection } from "../connection/commands/addConnection.ts";
import { chooseKeyHeader } from "../connection/commands/chooseKeyHeader.ts";
import { removeConnection } from "../connection/commands/removeConnection.ts";
import { signIn } from "../connection/commands/signIn.ts";
import { signOut } from "../connection/commands/signOut.ts";
import { switchConnection } from "../connection/commands/switchConnection.ts";
import { useLocalService } from "../connection/commands/useLocalService.ts";
import { runOperation } from "../console/commands/runOperation.ts";
import { sendOperation } from "../console/commands/sendOperation.ts";
import { showOperationHistory } from "../console/commands/showOperationHistory.ts";
import { showResponse } from "../console/commands/showResponse.ts";
import { deployAgain } from "../deployment/commands/deployAgain.ts";
import { openDeployment } from "../deployment/commands/openDeployment.ts";
import { openDeploymentLog } from "../deployment/commands/openDeploymentLog.ts";
import { recordCalls } from "../deployment/commands/recordCalls.ts";
import { setMissingVariable } from "../deployment/commands/setMissingVariable.ts";
import { showFailureLine } from "../deployment/commands/showFailureLine.ts";
import { watchDeployment } from "../deployment/commands/watchDeployment.ts";
import { saveActiveDocument } from "../documents/commands/saveActiveDocument.ts";
import { askBeforeChanges } from "../profile/commands/askBeforeChanges.ts";
import { checkCompatibility } from "../profile/commands/checkCompatibility.ts";
import { choosePreset } from "../profile/commands/choosePreset.ts";
import { editProfile } from "../profile/commands/editProfile.ts";
import { explainState } from "../profile/commands/explainState.ts";
import { exportProfile } from "../profile/commands/exportProfile.ts";
import { importProfile } from "../profile/commands/importProfile.ts";
import { mapResponse } from "../profile/commands/mapResponse.ts";
import { saveSupportBundle } from "../profile/commands/saveSupportBundle.ts";
import { tryChanges } from "../profile/commands/tryChanges.ts";
import { createProject } from "../project/commands/createProject.ts";
import { editProject } from "../project/commands/editProject.ts";
import { openProject } from "../project/commands/openProject.ts";
import { selectProject } from "../project/commands/selectProject.ts";
import { compareArtifact } from "../registry/commands/compareArtifact.ts";
import { compareTools } from "../registry/commands/compareTools.ts";
import { openArtifact } from "../registry/commands/openArtifact.ts";
import { connectAccount } from "../server/commands/connectAccount.ts";
import { copyToken } from "../server/commands/copyToken.ts";
import { copyUrl } from "../server/commands/copyUrl.ts";
import { createServer } from "../server/commands/createServer.ts";
import { deployServer } from "../server/commands/deployServer.ts";
import { editAllowedHosts } from "../server/commands/editAllowedHosts.ts";
import { editServer } from "../server/commands/editServer.ts";
import { exportServer } from "../server/commands/export/exportServer.ts";
import { generateServer } from "../server/commands/generateServer.ts";
import { openVersion } from "../server/commands/openVersion.ts";
import { runServersOn } from "../server/commands/runner/runServersOn.ts";
import { setLimits } from "../server/commands/runner/setLimits.ts";
import { saveCode } from "../server/commands/saveCode.ts";
import { startServer } from "../server/commands/startServer.ts";
import { stopServer } from "../server/commands/stopServer.ts";
import { checkApi } from "../server/commands/variables/checkApi.ts";
import { clearVariable, editVariables } from "../server/commands/variables/editVariables.ts";
import { openVariableDocumentation } from "../server/commands/variables/openVariableDocumentation.ts";
import { compareWithFolder } from "../skill/commands/compareWithFolder.ts";
import { createSkill } from "../skill/commands/createSkill.ts";
import { editSkill } from "../skill/commands/editSkill.ts";
import { installSkill } from "../skill/commands/installSkill.ts";
import { openSkill } from "../skill/commands/openSkill.ts";
import { publishSkill } from "../skill/commands/publishSkill.ts";
import { reconcileSkill } from "../skill/commands/reconcileSkill.ts";
import { showPortability } from "../skill/commands/showPortability.ts";
import { addSkillFrom } from "../skill/commands/source/addSkillFrom.ts";
import { publishSkillTo } from "../skill/commands/source/publishSkillTo.ts";
import { uninstallSkill } from "../skill/commands/uninstallSkill.ts";
import { updateSkill } from "../skill/commands/updateSkill.ts";
import { compareTestRuns } from "../testing/commands/compareTestRuns.ts";
import { configureModel } from "../testing/commands/configureModel.ts";
import { evaluateSkill } from "../testing/commands/evaluateSkill.ts";
import { openEvaluation } from "../testing/commands/openEvaluation.ts";
import { openTestRun } from "../testing/commands/openTestRun.ts";
import { runTestCase } from "../testing/commands/runTestCase.ts";
import { testServer } from "../testing/commands/testServer.ts";
import { testSkill } from "../testing/commands/testSkill.ts";
import { addServerFrom } from "../tools/commands/addServerFrom.ts";
import { connectToMcpServer, disconnectMcpServer } from "../tools/commands/connectToMcpServer.ts";
import { editTool } from "../tools/commands/editTool.ts";
import { openMcpContent } from "../tools/commands/openMcpContent.ts";
import { openTool } from "../tools/commands/openTool.ts";
import type { CommandHandler } from "./app.ts";
import { archiveItems } from "./commands/archiveItems.ts";
import { copyId } from "./commands/copyId.ts";
import { copyLink } from "./commands/copyLink.ts";
import { deleteItems } from "./commands/deleteItems.ts";
import { filterChosenView, filterView } from "./commands/filterView.ts";
import { goTo } from "./commands/goTo.ts";
import { loadMore } from "./commands/loadMore.ts";
import { openGuide } from "./commands/openGuide.ts";
import { openRawResponse } from "./commands/openRawResponse.ts";
import { openWalkthrough } from "./commands/openWalkthrough.ts";
import { refreshViews } from "./commands/refreshViews.ts";
import { renameItem } from "./commands/renameItem.ts";
import { restoreItems } from "./commands/restoreItems.ts";
import { showArchived } from "./commands/showArchived.ts";
import { showLog } from "./commands/showLog.ts";
import { showStatusMenu } from "./commands/showStatusMenu.ts";
import { onEachSelected } from "./onEachSelected.ts";

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
