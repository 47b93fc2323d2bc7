-- A bot belongs to the account that made it.

ALTER TABLE accounts ADD COLUMN owner BYTEA REFERENCES accounts (id);
CREATE INDEX accounts_owner ON accounts (owner, id) WHERE owner IS NOT NULL;
