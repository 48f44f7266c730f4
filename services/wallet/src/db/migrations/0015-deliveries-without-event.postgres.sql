-- Extensions call webhooks, too: those deliveries belong to no payment event, and may carry headers of the owner's.
ALTER TABLE deliveries ALTER COLUMN event_id DROP NOT NULL;
ALTER TABLE deliveries ADD COLUMN headers TEXT;
