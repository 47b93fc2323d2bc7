-- Accounts, tables and match logs. Times are milliseconds since 1970; ids are the 16 bytes of a UUID.

CREATE TABLE accounts (
    id BYTEA NOT NULL PRIMARY KEY,
    name TEXT,
    kind TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE tokens (
    hash BYTEA NOT NULL PRIMARY KEY,
    account BYTEA NOT NULL REFERENCES accounts (id),
    label TEXT NOT NULL,
    scopes TEXT NOT NULL, -- separated by blanks
    created BIGINT NOT NULL,
    expires BIGINT,
    last_used BIGINT,
    revoked BIGINT
);
CREATE INDEX tokens_account ON tokens (account);

CREATE TABLE tables (
    id BYTEA NOT NULL PRIMARY KEY,
    owner BYTEA NOT NULL REFERENCES accounts (id),
    game TEXT NOT NULL,
    state TEXT NOT NULL,
    version BIGINT NOT NULL,
    summary TEXT NOT NULL,
    document TEXT NOT NULL,
    listed BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX tables_listed ON tables (state, id) WHERE listed = 1;

CREATE TABLE members (
    account BYTEA NOT NULL REFERENCES accounts (id),
    table_id BYTEA NOT NULL REFERENCES tables (id),
    PRIMARY KEY (account, table_id)
);
CREATE INDEX members_table ON members (table_id);

-- What is settled before the first line, and does not change.
CREATE TABLE matches (
    id BYTEA NOT NULL PRIMARY KEY REFERENCES tables (id),
    header TEXT NOT NULL,
    seed BYTEA NOT NULL, -- sealed
    seal_key BYTEA NOT NULL, -- names the key, which is not in the database
    begun BIGINT NOT NULL
);

-- What changes with every line. The rows are small, so that an append rewrites few bytes.
CREATE TABLE heads (
    id BYTEA NOT NULL PRIMARY KEY REFERENCES matches (id),
    epoch BIGINT NOT NULL,
    owner TEXT NOT NULL,
    entries BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    begun BIGINT NOT NULL,
    ended BIGINT
) WITH (fillfactor = 50); -- room beside each row for its next version
CREATE INDEX heads_running ON heads (id) WHERE ended IS NULL;

CREATE TABLE log (
    id BYTEA NOT NULL REFERENCES matches (id),
    number BIGINT NOT NULL, -- from 1, without gaps
    line TEXT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (id, number)
);

-- Commands with the replies to them. The numbers grow, so the oldest are found first.
CREATE TABLE done (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account BYTEA NOT NULL REFERENCES accounts (id),
    key TEXT NOT NULL,
    fingerprint BYTEA NOT NULL,
    reply BYTEA NOT NULL,
    table_id BYTEA,
    at BIGINT NOT NULL,
    UNIQUE (account, key)
);
CREATE INDEX done_table ON done (table_id, number);
