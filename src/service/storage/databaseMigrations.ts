import { latestMigrations } from "./latestMigrations.ts";

/**
 * The schema's history: entry N migrates `user_version` N to N + 1. Released entries never change.
 * Times are RFC 3339 texts, JSON columns end in `_json`, `etag` counts the changes of a row.
 */
export const databaseMigrations: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE organizations (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL UNIQUE, plan TEXT NOT NULL,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE users (
    id TEXT PRIMARY KEY, organization_id TEXT NOT NULL REFERENCES organizations(id), name TEXT NOT NULL, email TEXT,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), name TEXT NOT NULL, prefix TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE, scopes_json TEXT NOT NULL, expires_at TEXT, last_used_at TEXT,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE projects (
    id TEXT PRIMARY KEY, organization_id TEXT NOT NULL REFERENCES organizations(id), name TEXT NOT NULL, slug TEXT NOT NULL,
    description TEXT NOT NULL, etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (organization_id, slug)
  ) STRICT;

  CREATE TABLE servers (
    id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES projects(id), name TEXT NOT NULL, slug TEXT NOT NULL,
    description TEXT NOT NULL, source_digest TEXT REFERENCES blobs(digest), source_summary_json TEXT,
    status TEXT NOT NULL, status_detail TEXT, problems_json TEXT NOT NULL DEFAULT '[]',
    artifact_id TEXT REFERENCES artifacts(id), live_deployment_id TEXT REFERENCES deployments(id),
    desired_state TEXT NOT NULL DEFAULT 'stopped', environment_json TEXT NOT NULL DEFAULT '{}',
    variables_json TEXT NOT NULL DEFAULT '[]', tool_count INTEGER,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (project_id, slug)
  ) STRICT;
  CREATE INDEX servers_by_project ON servers(project_id, id);

  CREATE TABLE artifacts (
    id TEXT PRIMARY KEY, organization_id TEXT NOT NULL REFERENCES organizations(id), kind TEXT NOT NULL, name TEXT NOT NULL,
    title TEXT NOT NULL, description TEXT NOT NULL, etag INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE versions (
    id INTEGER PRIMARY KEY, artifact_id TEXT NOT NULL REFERENCES artifacts(id), version TEXT NOT NULL, digest TEXT NOT NULL,
    size INTEGER NOT NULL, entry TEXT, manifest_json TEXT NOT NULL, variables_json TEXT NOT NULL DEFAULT '[]',
    tool_count INTEGER, published_at TEXT NOT NULL, published_by TEXT NOT NULL, notes TEXT NOT NULL DEFAULT '',
    deprecated INTEGER NOT NULL DEFAULT 0, UNIQUE (artifact_id, version)
  ) STRICT;

  CREATE INDEX versions_by_artifact ON versions(artifact_id, id);

  CREATE TABLE version_files (
    version_id INTEGER NOT NULL REFERENCES versions(id), path TEXT NOT NULL, digest TEXT NOT NULL REFERENCES blobs(digest),
    size INTEGER NOT NULL, encoding TEXT NOT NULL, PRIMARY KEY (version_id, path)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE blobs (digest TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;

  CREATE TABLE deployments (
    id TEXT PRIMARY KEY, server_id TEXT NOT NULL REFERENCES servers(id), project_id TEXT NOT NULL, version TEXT NOT NULL,
    digest TEXT NOT NULL, status TEXT NOT NULL, message TEXT, started_at TEXT, finished_at TEXT, failure_json TEXT,
    triggered_by TEXT NOT NULL, restarts INTEGER NOT NULL DEFAULT 0, etag INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deployments_by_server ON deployments(server_id, id);

  CREATE TABLE events (
    deployment_id TEXT NOT NULL REFERENCES deployments(id), sequence INTEGER NOT NULL, at TEXT NOT NULL,
    level TEXT NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, data_json TEXT, PRIMARY KEY (deployment_id, sequence)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE health_checks (
    deployment_id TEXT NOT NULL REFERENCES deployments(id), at TEXT NOT NULL, status TEXT NOT NULL, latency_ms REAL,
    checks_json TEXT NOT NULL, PRIMARY KEY (deployment_id, at)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE idempotency (
    key_id TEXT NOT NULL, idempotency_key TEXT NOT NULL, fingerprint TEXT NOT NULL, status INTEGER, headers_json TEXT,
    body TEXT, created_at TEXT NOT NULL, PRIMARY KEY (key_id, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_time ON idempotency(created_at);
  `,
  `
  CREATE TABLE skills (
    id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES projects(id), name TEXT NOT NULL, description TEXT NOT NULL,
    license TEXT, compatibility TEXT, metadata_json TEXT NOT NULL, allowed_tools_json TEXT NOT NULL, files_json TEXT NOT NULL,
    digest TEXT NOT NULL, valid INTEGER NOT NULL, problems_json TEXT NOT NULL, artifact_id TEXT REFERENCES artifacts(id),
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (project_id, name)
  ) STRICT;

  CREATE TABLE installations (
    id TEXT PRIMARY KEY, skill_id TEXT NOT NULL REFERENCES skills(id), version TEXT NOT NULL, digest TEXT NOT NULL,
    scope TEXT NOT NULL, agent TEXT NOT NULL, path TEXT NOT NULL, machine TEXT NOT NULL, status TEXT NOT NULL,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX installations_by_skill ON installations(skill_id, id);
  CREATE INDEX installations_by_target ON installations(machine, path);

  CREATE TABLE test_runs (
    id TEXT PRIMARY KEY, server_id TEXT REFERENCES servers(id), skill_id TEXT REFERENCES skills(id), version TEXT,
    digest TEXT NOT NULL, partial INTEGER NOT NULL, deployment_id TEXT, status TEXT NOT NULL, status_detail TEXT,
    summary_json TEXT NOT NULL, revision INTEGER NOT NULL, started_at TEXT, finished_at TEXT, triggered_by TEXT NOT NULL,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX test_runs_by_server ON test_runs(server_id, id);
  CREATE INDEX test_runs_by_skill ON test_runs(skill_id, id);

  CREATE TABLE test_cases (
    run_id TEXT NOT NULL REFERENCES test_runs(id), position INTEGER NOT NULL, case_id TEXT NOT NULL, name TEXT NOT NULL,
    kind TEXT NOT NULL, status TEXT NOT NULL, revision INTEGER NOT NULL, duration_ms REAL, message TEXT, expected TEXT,
    actual TEXT, output TEXT, location_json TEXT, PRIMARY KEY (run_id, position)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX version_files_by_digest ON version_files(digest);
  CREATE INDEX servers_by_source ON servers(source_digest);

  -- Only whether a version is deprecated may change; its files come with it, before anything else is published.
  CREATE TRIGGER versions_stay BEFORE UPDATE OF id, artifact_id, version, digest, size, entry, manifest_json, variables_json,
    tool_count, published_at, published_by, notes ON versions BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  CREATE TRIGGER versions_are_kept BEFORE DELETE ON versions BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  CREATE TRIGGER version_files_are_whole BEFORE INSERT ON version_files
    WHEN NEW.version_id <> (SELECT max(id) FROM versions) BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  CREATE TRIGGER version_files_stay BEFORE UPDATE ON version_files
    BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  CREATE TRIGGER version_files_are_kept BEFORE DELETE ON version_files
    BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  CREATE TRIGGER blobs_stay BEFORE UPDATE ON blobs BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  `,
  `
  CREATE TABLE memberships (
    organization_id TEXT NOT NULL REFERENCES organizations(id), user_id TEXT NOT NULL REFERENCES users(id),
    role TEXT NOT NULL, joined_at TEXT NOT NULL, PRIMARY KEY (organization_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memberships_by_user ON memberships(user_id, organization_id);
  INSERT INTO memberships SELECT organization_id, id, 'owner', created_at FROM users;

  -- What an organization may use, where it is not as its plan has it.
  ALTER TABLE organizations ADD COLUMN limits_json TEXT NOT NULL DEFAULT '{}';

  -- Bytes of the distinct files of its versions: counted as they come, as adding them up takes ever longer.
  ALTER TABLE organizations ADD COLUMN storage_bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE organizations SET storage_bytes = (
    SELECT coalesce(sum(b.size), 0) FROM (
      SELECT a.organization_id, f.digest, max(f.size) AS size FROM version_files f
      JOIN versions v ON v.id = f.version_id JOIN artifacts a ON a.id = v.artifact_id GROUP BY a.organization_id, f.digest
    ) b WHERE b.organization_id = organizations.id
  );
  CREATE TRIGGER storage_grows BEFORE INSERT ON version_files BEGIN
    UPDATE organizations SET storage_bytes = storage_bytes + NEW.size
    WHERE id = (SELECT a.organization_id FROM versions v JOIN artifacts a ON a.id = v.artifact_id WHERE v.id = NEW.version_id)
      AND NOT EXISTS (
        SELECT 1 FROM version_files f JOIN versions v ON v.id = f.version_id JOIN artifacts a ON a.id = v.artifact_id
        WHERE f.digest = NEW.digest AND a.organization_id = organizations.id
      );
  END;

  CREATE TABLE user_settings (
    user_id TEXT PRIMARY KEY REFERENCES users(id), default_project_id TEXT REFERENCES projects(id),
    test_timeout_ms INTEGER, keep_deployments INTEGER NOT NULL, notify_on TEXT NOT NULL,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE usage_days (
    organization_id TEXT NOT NULL REFERENCES organizations(id), date TEXT NOT NULL, metric TEXT NOT NULL,
    used INTEGER NOT NULL, PRIMARY KEY (organization_id, date, metric)
  ) STRICT, WITHOUT ROWID;

  -- The few skills that keep files of their own.
  CREATE INDEX skill_drafts ON skills(id) WHERE artifact_id IS NULL;

  -- A deployment can only be removed if no server points to it, which is looked up.
  CREATE INDEX servers_by_live ON servers(live_deployment_id);

  -- What a version's API wants an account for: [{ scheme, variable, ... }] as the generator found it.
  ALTER TABLE versions ADD COLUMN accounts_json TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE servers ADD COLUMN accounts_json TEXT NOT NULL DEFAULT '[]';
  CREATE TRIGGER version_accounts_stay BEFORE UPDATE OF accounts_json ON versions
    BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;

  CREATE TABLE oauth_connections (
    id TEXT PRIMARY KEY, server_id TEXT NOT NULL REFERENCES servers(id), scheme TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users(id), provider TEXT NOT NULL, account TEXT, scopes_json TEXT NOT NULL,
    status TEXT NOT NULL, status_detail TEXT, client_json TEXT NOT NULL, sealed_tokens TEXT,
    connected_at TEXT NOT NULL, expires_at TEXT,
    etag INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (server_id, scheme)
  ) STRICT;
  `,
  `
  -- The user who owns their own organization is the user of this machine. Members of a team are not owners of theirs.
  INSERT INTO settings (name, value)
    SELECT 'owner', u.id FROM users u
    JOIN memberships m ON m.user_id = u.id AND m.organization_id = u.organization_id AND m.role = 'owner' ORDER BY u.id LIMIT 1;

  -- The order of insertion: an id contains the time of a clock that may have been set back.
  ALTER TABLE deployments ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  UPDATE deployments SET sequence = rowid;
  CREATE INDEX deployments_by_sequence ON deployments(sequence);
  CREATE TRIGGER deployments_have_sequence AFTER INSERT ON deployments BEGIN
    UPDATE deployments SET sequence = (SELECT max(sequence) + 1 FROM deployments) WHERE id = NEW.id;
  END;
  ALTER TABLE test_runs ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  UPDATE test_runs SET sequence = rowid;
  CREATE INDEX test_runs_by_sequence ON test_runs(sequence);
  CREATE TRIGGER test_runs_have_sequence AFTER INSERT ON test_runs BEGIN
    UPDATE test_runs SET sequence = (SELECT max(sequence) + 1 FROM test_runs) WHERE id = NEW.id;
  END;

  -- Bytes of the events of each deployment, with those of a row: counted as they come and go.
  CREATE TABLE event_bytes (
    deployment_id TEXT PRIMARY KEY REFERENCES deployments(id) ON DELETE CASCADE, bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO event_bytes SELECT deployment_id, sum(octet_length(message) + coalesce(octet_length(data_json), 0) + 100)
    FROM events GROUP BY deployment_id;
  CREATE TRIGGER events_grow AFTER INSERT ON events BEGIN
    INSERT INTO event_bytes
      VALUES (NEW.deployment_id, octet_length(NEW.message) + coalesce(octet_length(NEW.data_json), 0) + 100)
      ON CONFLICT (deployment_id) DO UPDATE SET bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER events_shrink AFTER DELETE ON events BEGIN
    UPDATE event_bytes
      SET bytes = bytes - octet_length(OLD.message) - coalesce(octet_length(OLD.data_json), 0) - 100
      WHERE deployment_id = OLD.deployment_id;
  END;
  `,
  `
  -- The hosts that the user lets a server connect to, besides those of its versions and its environment.
  ALTER TABLE servers ADD COLUMN allowed_hosts_json TEXT NOT NULL DEFAULT '[]';
  -- The sandbox that a deployment runs in, "none" without one, NULL before its first process.
  ALTER TABLE deployments ADD COLUMN sandbox TEXT;
  -- The addresses that the OAuth client secrets of a server were given for, by variable.
  ALTER TABLE servers ADD COLUMN secret_addresses_json TEXT NOT NULL DEFAULT '{}';
  `,
  ...latestMigrations,
];
