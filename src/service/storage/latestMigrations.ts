/**
 * The latest entries of the schema's history, of which `databaseMigrations` has the others. Released entries never change; a new one
 * follows the last.
 */
export const latestMigrations: readonly string[] = [
  // Adds `archived_at`.
  `
  -- An archived item keeps its name free. SQLite cannot remove a UNIQUE of a table, so the tables are written again.
  CREATE TABLE new_projects (
    id TEXT PRIMARY KEY, organization_id TEXT NOT NULL REFERENCES organizations(id), name TEXT NOT NULL, slug TEXT NOT NULL,
    description TEXT NOT NULL, archived_at TEXT,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  INSERT INTO new_projects (id, organization_id, name, slug, description, etag, created_at, updated_at)
    SELECT id, organization_id, name, slug, description, etag, created_at, updated_at FROM projects;
  DROP TABLE projects;
  ALTER TABLE new_projects RENAME TO projects;
  CREATE UNIQUE INDEX projects_by_slug ON projects(organization_id, slug) WHERE archived_at IS NULL;

  CREATE TABLE new_servers (
    id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES projects(id), name TEXT NOT NULL, slug TEXT NOT NULL,
    description TEXT NOT NULL, source_digest TEXT REFERENCES blobs(digest), source_summary_json TEXT,
    status TEXT NOT NULL, status_detail TEXT, problems_json TEXT NOT NULL DEFAULT '[]',
    artifact_id TEXT REFERENCES artifacts(id), live_deployment_id TEXT REFERENCES deployments(id),
    desired_state TEXT NOT NULL DEFAULT 'stopped', environment_json TEXT NOT NULL DEFAULT '{}',
    variables_json TEXT NOT NULL DEFAULT '[]', accounts_json TEXT NOT NULL DEFAULT '[]', tool_count INTEGER,
    allowed_hosts_json TEXT NOT NULL DEFAULT '[]', secret_addresses_json TEXT NOT NULL DEFAULT '{}', archived_at TEXT,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  INSERT INTO new_servers (id, project_id, name, slug, description, source_digest, source_summary_json, status, status_detail,
      problems_json, artifact_id, live_deployment_id, desired_state, environment_json, variables_json, accounts_json,
      tool_count, allowed_hosts_json, secret_addresses_json, etag, created_at, updated_at)
    SELECT id, project_id, name, slug, description, source_digest, source_summary_json, status, status_detail,
      problems_json, artifact_id, live_deployment_id, desired_state, environment_json, variables_json, accounts_json,
      tool_count, allowed_hosts_json, secret_addresses_json, etag, created_at, updated_at FROM servers;
  DROP TABLE servers;
  ALTER TABLE new_servers RENAME TO servers;
  CREATE UNIQUE INDEX servers_by_slug ON servers(project_id, slug) WHERE archived_at IS NULL;
  CREATE INDEX servers_by_project ON servers(project_id, id);
  CREATE INDEX servers_by_source ON servers(source_digest);
  CREATE INDEX servers_by_live ON servers(live_deployment_id);
  CREATE INDEX servers_by_artifact ON servers(artifact_id);

  CREATE TABLE new_skills (
    id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES projects(id), name TEXT NOT NULL, description TEXT NOT NULL,
    license TEXT, compatibility TEXT, metadata_json TEXT NOT NULL, allowed_tools_json TEXT NOT NULL, files_json TEXT NOT NULL,
    digest TEXT NOT NULL, valid INTEGER NOT NULL, problems_json TEXT NOT NULL, artifact_id TEXT REFERENCES artifacts(id),
    archived_at TEXT, etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  INSERT INTO new_skills (id, project_id, name, description, license, compatibility, metadata_json, allowed_tools_json,
      files_json, digest, valid, problems_json, artifact_id, etag, created_at, updated_at)
    SELECT id, project_id, name, description, license, compatibility, metadata_json, allowed_tools_json,
      files_json, digest, valid, problems_json, artifact_id, etag, created_at, updated_at FROM skills;
  DROP TABLE skills;
  ALTER TABLE new_skills RENAME TO skills;
  CREATE UNIQUE INDEX skills_by_name ON skills(project_id, name) WHERE archived_at IS NULL;
  CREATE INDEX skills_by_project ON skills(project_id, id);
  CREATE INDEX skills_by_artifact ON skills(artifact_id);
  CREATE INDEX skill_drafts ON skills(id) WHERE artifact_id IS NULL;

  -- Versions are removed only after the server or skill that they belong to.
  DROP TRIGGER versions_are_kept;
  CREATE TRIGGER versions_are_kept BEFORE DELETE ON versions
    WHEN EXISTS (SELECT 1 FROM servers WHERE artifact_id = OLD.artifact_id)
      OR EXISTS (SELECT 1 FROM skills WHERE artifact_id = OLD.artifact_id)
    BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  DROP TRIGGER version_files_are_kept;
  CREATE TRIGGER version_files_are_kept BEFORE DELETE ON version_files
    WHEN EXISTS (SELECT 1 FROM versions v JOIN servers s ON s.artifact_id = v.artifact_id WHERE v.id = OLD.version_id)
      OR EXISTS (SELECT 1 FROM versions v JOIN skills s ON s.artifact_id = v.artifact_id WHERE v.id = OLD.version_id)
    BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  CREATE TRIGGER storage_shrinks AFTER DELETE ON version_files BEGIN
    UPDATE organizations SET storage_bytes = storage_bytes - OLD.size
    WHERE id = (SELECT a.organization_id FROM versions v JOIN artifacts a ON a.id = v.artifact_id WHERE v.id = OLD.version_id)
      AND NOT EXISTS (
        SELECT 1 FROM version_files f JOIN versions v ON v.id = f.version_id JOIN artifacts a ON a.id = v.artifact_id
        WHERE f.digest = OLD.digest AND a.organization_id = organizations.id
      );
  END;
  `,
  // Adds where servers run, and what they may use.
  `
  ALTER TABLE projects ADD COLUMN runs_on TEXT NOT NULL DEFAULT 'process';
  -- NULL: as the project says.
  ALTER TABLE servers ADD COLUMN runs_on TEXT;
  ALTER TABLE servers ADD COLUMN limits_json TEXT NOT NULL DEFAULT '{}';
  -- Nothing reads it: a deployment is one process.
  ALTER TABLE servers ADD COLUMN replicas INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE deployments ADD COLUMN runs_on TEXT NOT NULL DEFAULT 'process';
  -- The container image that runs, with its digest.
  ALTER TABLE deployments ADD COLUMN image TEXT;
  `,
  // Adds the audit log.
  `
  -- Rows without an organization are about the service as a whole, such as requests without a valid key.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, organization_id TEXT,
    actor TEXT NOT NULL, user_id TEXT, user_name TEXT, user_email TEXT, key_id TEXT, key_name TEXT,
    action TEXT NOT NULL, item_kind TEXT, item_id TEXT, item_name TEXT, fields_json TEXT NOT NULL,
    address TEXT, status INTEGER, code TEXT, request_id TEXT, count INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'an audit entry never changes'); END;
  -- What is too old goes from the beginning on, so nothing in between can go.
  CREATE TRIGGER audit_has_no_gaps BEFORE DELETE ON audit
    WHEN OLD.id <> (SELECT min(id) FROM audit) BEGIN SELECT RAISE(ABORT, 'an audit entry never changes'); END;
  CREATE TRIGGER audit_is_appended BEFORE INSERT ON audit
    WHEN NEW.id <> -1 AND NEW.id <= (SELECT max(id) FROM audit)
    BEGIN SELECT RAISE(ABORT, 'an audit entry never changes'); END;
`,
  // Adds when servers end for want of requests.
  `
  -- NULL: they run on.
  ALTER TABLE servers ADD COLUMN stop_when_idle_minutes INTEGER;
  -- Since when a live deployment has no process; NULL: it has one, or is not live.
  ALTER TABLE deployments ADD COLUMN idle_since TEXT;
  `,
  // Adds the tools that servers listed.
  `
  -- By version and not by digest: what a server lists may depend on its environment, which is that of one organization.
  CREATE TABLE version_tools (
    version_id INTEGER PRIMARY KEY REFERENCES versions(id) ON DELETE CASCADE, tools_json TEXT NOT NULL, listed_at TEXT NOT NULL
  ) STRICT;
`,
  // Adds the access that users gave to agents.
  `
  -- A grant ends with its server and its user, not with a key. renewals counts the refresh tokens that were replaced.
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, server_id TEXT NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE, client TEXT NOT NULL, client_id TEXT, client_uri TEXT,
    renewals INTEGER NOT NULL DEFAULT 0, last_used_at TEXT, expires_at TEXT, revoked_at TEXT, created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX grants_by_server ON grants(server_id, id);
  CREATE INDEX grants_by_user ON grants(user_id, id);
`,
  // Adds what compares the models of test runs.
  `
  ALTER TABLE test_runs ADD COLUMN evaluation_json TEXT;
  ALTER TABLE test_cases ADD COLUMN measures_json TEXT;
`,
  // Adds the counts of tool calls.
  `
  -- Callers choose the names; "" has the calls whose tool is not known.
  CREATE TABLE tool_calls (
    server_id TEXT NOT NULL REFERENCES servers(id) ON DELETE CASCADE, tool TEXT NOT NULL, calls INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE deployments ADD COLUMN tool_calls INTEGER NOT NULL DEFAULT 0;
  -- Since when calls are counted; NULL: since the server was created.
  ALTER TABLE servers ADD COLUMN tool_calls_since TEXT;
  UPDATE servers SET tool_calls_since = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
`,
  // Adds the causes of test cases that a client can act on.
  `
  ALTER TABLE test_cases ADD COLUMN code TEXT;
`,
  // Lets agents have access to the service itself.
  `
  -- server_id NULL: the service itself, as its user, in the user's own organization.
  CREATE TABLE new_grants (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, server_id TEXT REFERENCES servers(id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE, client TEXT NOT NULL, client_id TEXT, client_uri TEXT,
    renewals INTEGER NOT NULL DEFAULT 0, last_used_at TEXT, expires_at TEXT, revoked_at TEXT, created_at TEXT NOT NULL
  ) STRICT;
  INSERT INTO new_grants SELECT * FROM grants;
  DROP TABLE grants;
  ALTER TABLE new_grants RENAME TO grants;
  CREATE INDEX grants_by_server ON grants(server_id, id);
  CREATE INDEX grants_by_user ON grants(user_id, id);
`,
  // Adds previews. A deployment is one process.
  `
  ALTER TABLE deployments ADD COLUMN preview INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE servers DROP COLUMN replicas;
`,
];
