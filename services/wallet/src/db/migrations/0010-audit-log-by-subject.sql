-- An operator asks what was done to one user, wallet or setting, and in which time.
CREATE INDEX audit_log_by_subject ON audit_log (subject, id);
CREATE INDEX audit_log_by_time ON audit_log (at, id);
