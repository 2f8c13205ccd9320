/** What people ask for in their own words, and the requests that do it, in the documents of `operations.jsonl`. */
export interface PhrasedRequest {
  readonly document: string;
  readonly phrase: string;
  readonly requests: readonly string[];
}

const readPhrase = (line: string): PhrasedRequest => {
  const [document = "", phrase = "", requests = ""] = line.split(" | ");
  return { document, phrase, requests: requests.split(", ") };
};

export const phrasedRequests: readonly PhrasedRequest[] = [
  "mattermost | kick a person out of a channel | DELETE /api/v4/channels/{channel_id}/members/{user_id}",
  "mattermost | who is in this team | GET /api/v4/teams/{team_id}/members",
  "mattermost | write a message | POST /api/v4/posts",
  "mattermost | bring back an archived team | POST /api/v4/teams/{team_id}/restore",
  "mattermost | change my password | PUT /api/v4/users/{user_id}/password",
  "mattermost | sign in | POST /api/v4/users/login",
  "mattermost | log somebody out everywhere | POST /api/v4/users/{user_id}/sessions/revoke/all",
  "mattermost | is the server healthy | GET /api/v4/system/ping",
  "mattermost | upload a new avatar for a person | POST /api/v4/users/{user_id}/image",
  "mattermost | find messages in a team | POST /api/v4/teams/{team_id}/posts/search",
  "mattermost | remind me of a message later | POST /api/v4/users/{user_id}/posts/{post_id}/reminder",
  "mattermost | flush every cache | POST /api/v4/caches/invalidate",
  "outline | clone a page | POST /documents.duplicate",
  "outline | give a colleague access to a document | POST /documents.add_user",
  "outline | who may read this document | POST /documents.users, POST /documents.memberships",
  "outline | lock a user account | POST /users.suspend",
  "outline | make somebody an admin | POST /users.update_role",
  "outline | older versions of a document | POST /revisions.list",
  "outline | undo the deletion of a document | POST /documents.restore",
  "outline | add a teammate to a group | POST /groups.add_user",
  "outline | look for a document by its name | POST /documents.search_titles",
  "outline | stop sharing a link | POST /shares.revoke",
  "outline | favourite a document | POST /stars.create",
  "outline | back up all collections | POST /collections.export_all",
  "vikunja | give a task to somebody | PUT /tasks/{taskID}/assignees",
  "vikunja | which todos do I have | GET /tasks",
  "vikunja | copy a board with everything in it | PUT /projects/{projectID}/duplicate",
  "vikunja | tag a task | PUT /tasks/{task}/labels",
  "vikunja | attach a file to a task | PUT /tasks/{id}/attachments",
  "vikunja | throw someone off a team | DELETE /teams/{id}/members/{username}",
  "vikunja | forgot my password | POST /user/password/token, POST /user/password/reset",
  "vikunja | turn off two factor authentication | POST /user/settings/totp/disable",
  "vikunja | new kanban column | PUT /projects/{id}/views/{view}/buckets",
  "vikunja | import my lists from trello | POST /migration/trello/migrate",
  "vikunja | clear all unread notifications | POST /notifications",
  "vikunja | sign up a new account | POST /register",
  "coolify | shut down an application | POST /applications/{uuid}/stop",
  "coolify | launch a database | POST /databases/{uuid}/start",
  "coolify | add a cron job to an app | POST /applications/{uuid}/scheduled-tasks",
  "coolify | what did my application print | GET /applications/{uuid}/logs",
  "coolify | go back to the previous version of an application | POST /applications/{uuid}/rollback",
  "coolify | set an environment variable of an application | POST /applications/{uuid}/envs, PATCH /applications/{uuid}/envs",
  "coolify | reboot a service | POST /services/{uuid}/restart",
  "coolify | spin up a postgres | POST /databases/postgresql",
  "coolify | all machines | GET /servers",
  "coolify | abort a running deploy | POST /deployments/{uuid}/cancel",
  "coolify | people in my team | GET /team/members",
  "coolify | show the ssh keys | GET /security/keys",
].map(readPhrase);
