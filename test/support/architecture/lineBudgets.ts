/**
 * Lines of each area of `src`, of each room, and of `test`. They go down only: to 105,000 for all of `src`, and 90,000 for `test`. What
 * goes up says why in its commit.
 */
export const lineBudgets: Readonly<Record<string, number>> = {
  agentTools: 1_107,
  bridge: 518,
  cli: 1_511,
  client: 4_178,
  contract: 3_383,
  dialect: 8_610,
  "editor.ts": 44,
  export: 551,
  "extension.ts": 58,
  "extension/account": 1_935,
<<<<<<< HEAD
  "extension/agentTools": 706,
  "extension/agents": 1_900,
=======
  "extension/agentTools": 706,
  "extension/agents": 1_900,
>>>>>>> 95c27abb (agents: move an entry of .vscode/mcp.json with its headers, or say that it stays)
  "extension/base": 2_200,
  "extension/connection": 4_154,
  "extension/console": 895,
  "extension/deployment": 2_811,
  "extension/documents": 1_496,
  "extension/profile": 3_605,
  "extension/project": 397,
  "extension/registry": 1_343,
  "extension/server": 8_634,
  "extension/skill": 6_263,
  "extension/testing": 4_443,
  "extension/tools": 2_887,
  "extension/vscode": 6_871,
  "extension/workbench": 3_702,
  generator: 8_575,
  kubernetes: 457,
  runtime: 3_971,
  service: 30_530,
  skills: 1_900,
  surface: 1_813,
  testcases: 1_423,
  text: 2_696,
  webview: 8_390,
<<<<<<< HEAD
  test: 122_706,
=======
  test: 122_706,
>>>>>>> 95c27abb (agents: move an entry of .vscode/mcp.json with its headers, or say that it stays)
};
