-- Contacts of users, and what they write about payments: notes, labels, and with which contact a payment was.
CREATE TABLE contacts (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- In lower case: the order of lists.
  name_key TEXT NOT NULL,
  -- A Lightning address or an LNURL.
  target TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  UNIQUE (user_id, target)
){{strict}};
CREATE INDEX contacts_by_name ON contacts (user_id, name_key, seq);

-- Beside `payments` and not in it: few payments have a note, and every index of that table costs each payment.
CREATE TABLE payment_notes (
  checking_id TEXT PRIMARY KEY,
  wallet_id TEXT NOT NULL,
  -- The payment's own `seq`: the order of lists.
  payment_seq BIGINT NOT NULL,
  note TEXT NOT NULL,
  -- A JSON array.
  labels TEXT NOT NULL,
  -- Note and labels, for searches.
  words TEXT NOT NULL,
  contact_id TEXT
){{strict}};
CREATE INDEX payment_notes_of_wallet ON payment_notes (wallet_id, payment_seq);
CREATE INDEX payment_notes_of_contact ON payment_notes (contact_id, wallet_id, payment_seq) WHERE contact_id IS NOT NULL;

-- One row for each label of a payment.
CREATE TABLE payment_labels (
  wallet_id TEXT NOT NULL,
  label TEXT NOT NULL,
  payment_seq BIGINT NOT NULL,
  checking_id TEXT NOT NULL,
  PRIMARY KEY (wallet_id, label, payment_seq)
){{strict}};
CREATE INDEX payment_labels_of_payment ON payment_labels (checking_id);
