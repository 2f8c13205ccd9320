/** What people ask for in their own words, and the operations of GitHub's REST description that do it. */
export interface NaturalQuery {
  readonly query: string;
  readonly operationIds: readonly string[];
}

const readQuery = (line: string): NaturalQuery => {
  const [query = "", operationIds = ""] = line.split(" | ");
  return { query, operationIds: operationIds.split(" ") };
};

/** The synonyms of the search were chosen with these. */
export const naturalQueries: readonly NaturalQuery[] = [
  "open a bug report | issues/create",
  "what issues are assigned to me | issues/list",
  "show the open issues of a repo | issues/list-for-repo",
  "close an issue | issues/update",
  "leave a comment on an issue | issues/create-comment",
  "put a label on an issue | issues/add-labels",
  "who can be assigned to issues in this repo | issues/list-assignees",
  "make a pull request | pulls/create",
  "merge a PR | pulls/merge",
  "see which files a pull request changes | pulls/list-files",
  "ask someone to review my pull request | pulls/request-reviewers",
  "approve a pull request | pulls/create-review pulls/submit-review",
  "list commits of a branch | repos/list-commits",
  "compare two branches | repos/compare-commits-with-basehead",
  "make a new branch | git/create-ref",
  "delete a branch | git/delete-ref",
  "rename branch | repos/rename-branch",
  "read a file from a repository | repos/get-content",
  "write a file into a repo | repos/create-or-update-file-contents",
  "remove a file from a repository | repos/delete-file",
  "who starred this repository | activity/list-stargazers-for-repo",
  "star a repo | activity/star-repo-for-authenticated-user",
  "fork a repository | repos/create-fork",
  "make a new repository for my account | repos/create-for-authenticated-user",
  "delete a repository | repos/delete",
  "transfer a repository to another owner | repos/transfer",
  "invite a collaborator to a repo | repos/add-collaborator",
  "kick someone out of an organization | orgs/remove-member orgs/remove-membership-for-user",
  "list the people in an org | orgs/list-members",
  "create a team | teams/create",
  "add a person to a team | teams/add-or-update-membership-for-user-in-org",
  "trigger a workflow | actions/create-workflow-dispatch",
  "stop a running workflow | actions/cancel-workflow-run actions/force-cancel-workflow-run",
  "rerun failed jobs | actions/re-run-workflow-failed-jobs",
  "get the logs of a job | actions/download-job-logs-for-workflow-run",
  "see recent workflow runs | actions/list-workflow-runs-for-repo actions/list-workflow-runs",
  "store a secret for actions in a repository | actions/create-or-update-repo-secret",
  "publish a release | repos/create-release",
  "what is the latest release | repos/get-latest-release",
  "upload a file to a release | repos/upload-release-asset",
  "search code | search/code",
  "find repositories about a topic | search/repos",
  "find users by name | search/users",
  "my notifications | activity/list-notifications-for-authenticated-user",
  "mark all notifications as read | activity/mark-notifications-as-read",
  "who am I | users/get-authenticated",
  "list my ssh keys | users/list-public-ssh-keys-for-authenticated-user",
  "create a gist | gists/create",
  "add a webhook to a repository | repos/create-webhook",
  "block a user | users/block orgs/block-user",
  "how much of my rate limit is left | rate-limit/get",
  "protect a branch | repos/update-branch-protection",
  "security alerts from dependabot for a repo | dependabot/list-alerts-for-repo",
].map(readQuery);

/** These were written after the synonyms, which do not follow from them. */
export const heldOutQueries: readonly NaturalQuery[] = [
  "list the tags of a repo | repos/list-tags",
  "get the license of a repository | licenses/get-for-repo",
  "delete an issue comment | issues/delete-comment",
  "lock a conversation | issues/lock",
  "show milestones | issues/list-milestones",
  "create a milestone | issues/create-milestone",
  "follow a user | users/follow",
  "list my followers | users/list-followers-for-authenticated-user",
  "download a repository as zip | repos/download-zipball-archive",
  "add a deploy key | repos/create-deploy-key",
  "turn off a workflow | actions/disable-workflow",
  "list artifacts of a run | actions/list-workflow-run-artifacts",
  "what languages does the repo use | repos/list-languages",
  "who contributed to the repository | repos/list-contributors",
  "remove a team | teams/delete-in-org",
  "change my profile | users/update-authenticated",
  "update a comment on an issue | issues/update-comment",
  "create a deployment | repos/create-deployment",
  "search for pull requests and issues | search/issues-and-pull-requests",
  "get a user's public events | activity/list-public-events-for-user",
  "merge two branches | repos/merge",
].map(readQuery);
