/** Raised with every change of the tables below. */
export const journalFormat = 5

const loads = `
  CREATE TABLE loads (
    id INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL, held TEXT, version TEXT
  ) STRICT;
`

/** A condition of tasks that failed, and of responses that did not settle their task. */
export const isUnsettled = `kind NOT IN ('rows', 'closed')`

/** A condition of responses with rows that are not loaded yet. */
export const isWaiting = `kind = 'rows' AND coalesce(load, 0) = 0`

/** What a refresh looks for among all tasks and responses of the past, and the size of the archive once it is known. */
const searches = `
  CREATE TABLE archive (files INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  CREATE INDEX tasks_of_feed ON tasks (dataset, publisher, endpoint, market, "to", "from");
  CREATE INDEX tasks_unsettled ON tasks ("to") WHERE ${isUnsettled};
  CREATE INDEX answers_unsettled ON answers (kind, id) WHERE ${isUnsettled};
  CREATE INDEX answers_waiting ON answers (id) WHERE ${isWaiting};
  CREATE INDEX runs_open ON runs (kind, detail) WHERE ended_at IS NULL;
`

/**
 * `tasks` holds the latest outcome of each task, `answers` every response, and `hosts` the pace and circuit state that
 * must outlive the process. `loads` holds the loads into the lake; `load` of a response is the one that loaded it, null
 * if none has, and 0 if it is to be loaded beneath the rows of another writer.
 */
export const journalTables = `
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, detail TEXT NOT NULL,
    started_at TEXT NOT NULL, ended_at TEXT, report TEXT
  ) STRICT;
  CREATE TABLE tasks (
    key TEXT PRIMARY KEY, publisher TEXT NOT NULL, dataset TEXT NOT NULL, endpoint TEXT NOT NULL, market TEXT,
    "from" TEXT NOT NULL, "to" TEXT NOT NULL, subject TEXT,
    run INTEGER NOT NULL REFERENCES runs (id), kind TEXT, reason TEXT, answer INTEGER, ended_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL REFERENCES tasks (key),
    run INTEGER NOT NULL REFERENCES runs (id), part TEXT NOT NULL,
    host TEXT NOT NULL, address TEXT NOT NULL, form TEXT, asked_at TEXT NOT NULL, took_ms INTEGER NOT NULL,
    status INTEGER, location TEXT, modified TEXT, fault TEXT, file TEXT, sha256 TEXT, bytes INTEGER NOT NULL,
    kind TEXT NOT NULL, reason TEXT, waits_for TEXT, read_at TEXT NOT NULL, load INTEGER, pruned_at TEXT
  ) STRICT;
  CREATE INDEX answers_of_task ON answers (key, id);
  CREATE INDEX answers_of_run ON answers (run, id);
  CREATE INDEX answers_of_host ON answers (host, id);
  CREATE INDEX answers_of_load ON answers (load, id);
  CREATE INDEX answers_of_file ON answers (file);
  CREATE TABLE hosts (
    host TEXT PRIMARY KEY, refusals INTEGER NOT NULL, openings INTEGER NOT NULL, open_until TEXT, reason TEXT,
    asked_at TEXT
  ) STRICT, WITHOUT ROWID;
  ${loads}
  ${searches}
`

/** Statements that upgrade a journal of an older format. */
export const journalUpgrades: Readonly<Record<number, string>> = {
  1: 'ALTER TABLE answers ADD COLUMN pruned_at TEXT; CREATE INDEX answers_of_file ON answers (file);',
  // What an older release has loaded counts as one load, without the versions that it was based on.
  2: `${loads}
    INSERT INTO loads (line) VALUES (lower(hex(randomblob(16))));
    ALTER TABLE answers ADD COLUMN load INTEGER;
    UPDATE answers SET load = 1 WHERE loaded_version IS NOT NULL;
    DROP INDEX answers_to_load;
    ALTER TABLE answers DROP COLUMN loaded_version;
    CREATE INDEX answers_of_load ON answers (load, id);`,
  // Until format 3 the reason alone said what a response waits for.
  3: `ALTER TABLE answers ADD COLUMN waits_for TEXT;
    UPDATE answers SET waits_for = 'calendar' WHERE kind = 'not_yet' AND reason LIKE '%the calendar does not know%';`,
  4: `DROP INDEX IF EXISTS tasks_of_dataset; ${searches}`,
}

/** Columns of responses with their tasks; a journal opened read-only may have an older format. */
export const responseColumnsOf = (found: number): string => `
  a.id, a.key, t.publisher, t.dataset, t.endpoint, t.market, t."from", t."to", t.subject, a.run, a.part, a.host,
  a.address, a.form, a.asked_at AS askedAt, a.took_ms AS tookMs, a.status, a.location, a.modified, a.fault, a.file,
  a.sha256, a.bytes, a.kind, a.reason, a.read_at AS readAt, ${found < 4 ? 'NULL' : 'a.waits_for'} AS waitsFor,
  ${found < 3 ? 'CASE WHEN a.loaded_version IS NULL THEN NULL ELSE 1 END' : 'a.load'} AS load,
  ${found < 2 ? 'NULL' : 'a.pruned_at'} AS prunedAt`

export const outcomeColumns = `
  key, publisher, dataset, endpoint, market, "from", "to", subject, run, kind, reason, answer AS responseId,
  ended_at AS endedAt`
