-- Accounts, tables and match logs. Times are milliseconds since 1970; ids are the 16 bytes of a UUID.

CREATE TABLE accounts (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
    hash BLOB NOT NULL PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id),
    label TEXT NOT NULL,
    scopes TEXT NOT NULL, -- separated by blanks
    created INTEGER NOT NULL,
    expires INTEGER,
    last_used INTEGER,
    revoked INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_account ON tokens (account);

CREATE TABLE tables (
    id BLOB NOT NULL PRIMARY KEY,
    owner BLOB NOT NULL REFERENCES accounts (id),
    game TEXT NOT NULL,
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    summary TEXT NOT NULL,
    document TEXT NOT NULL,
    listed INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT;
CREATE INDEX tables_listed ON tables (state, id) WHERE listed = 1;

CREATE TABLE members (
    account BLOB NOT NULL REFERENCES accounts (id),
    table_id BLOB NOT NULL REFERENCES tables (id),
    PRIMARY KEY (account, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_table ON members (table_id);

-- What is settled before the first line, and does not change.
CREATE TABLE matches (
    id BLOB NOT NULL PRIMARY KEY REFERENCES tables (id),
    header TEXT NOT NULL,
    seed BLOB NOT NULL, -- sealed
    seal_key BLOB NOT NULL, -- names the key, which is not in the database
    begun INTEGER NOT NULL
) STRICT;

-- What changes with every line. The rows are small, so that an append rewrites few bytes.
CREATE TABLE heads (
    id BLOB NOT NULL PRIMARY KEY REFERENCES matches (id),
    epoch INTEGER NOT NULL,
    owner TEXT NOT NULL,
    entries INTEGER NOT NULL,
    hash BLOB NOT NULL,
    begun INTEGER NOT NULL,
    ended INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX heads_running ON heads (id) WHERE ended IS NULL;

CREATE TABLE log (
    id BLOB NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL, -- from 1, without gaps
    line TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (id, number)
) STRICT, WITHOUT ROWID;

-- Commands with the replies to them. The numbers grow, so the oldest are found first.
CREATE TABLE done (
    number INTEGER NOT NULL PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id),
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    reply BLOB NOT NULL,
    table_id BLOB,
    at INTEGER NOT NULL,
    UNIQUE (account, key)
) STRICT;
CREATE INDEX done_table ON done (table_id, number);
