-- Mail goes only to whom it belongs: which address an account has proven to be its own, which recipients want no mail from
-- here, and how many mails a day has seen.

CREATE TABLE verified_emails (
  user_id TEXT PRIMARY KEY,
  -- As it stood in the profile; a profile with another address is not verified.
  email TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};

CREATE TABLE mail_stops (
  -- A digest of the address.
  recipient TEXT PRIMARY KEY,
  at BIGINT NOT NULL
){{strict}};

CREATE TABLE mail_counts (
  -- Days since 1970, UTC.
  day BIGINT NOT NULL,
  -- A digest of the account or the recipient, or 'all'.
  subject TEXT NOT NULL,
  sent BIGINT NOT NULL CHECK (sent >= 0),
  PRIMARY KEY (day, subject)
){{strict}};
