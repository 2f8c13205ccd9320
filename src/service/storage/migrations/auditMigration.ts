/** Adds the audit log. Released entries of the history never change. */
export const auditMigration = `
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
`;
