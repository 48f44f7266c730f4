-- Who did what, when and from where, apart from payments: logins, accounts, rights, settings.
CREATE TABLE audit_log (
  id {{id}},
  -- The user's id; 'environment' or 'first-install' for what happens at a start.
  actor TEXT NOT NULL,
  -- Past tense: 'user-registered', 'password-changed'.
  action TEXT NOT NULL,
  -- The id of what it was done to, or ''.
  subject TEXT NOT NULL,
  -- A few public facts as JSON; never a secret.
  detail TEXT NOT NULL DEFAULT '{}',
  -- The caller's address, or ''.
  address TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};
CREATE INDEX audit_log_by_actor ON audit_log (actor, id);
CREATE INDEX audit_log_by_action ON audit_log (action, id);
