/** Adds `archived_at`. Released entries of the history never change. */
export const archiveMigration = `
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
  `;
