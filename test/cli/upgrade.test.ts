import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import packageFile from "../../package.json" with { type: "json" }
import { createLog, type Log } from "../../src/platform/log.ts"
import { newId } from "../../src/platform/id.ts"
import { findOlder, joinProcesses } from "../../src/platform/role-version.ts"
import { migrate, migrationNames, migrationsFolder } from "../../src/platform/migrate.ts"
import { isBreaking } from "../../src/platform/migration-marks.ts"
import { effectsOf } from "../../src/platform/migration-effects.ts"
import { soon } from "../support/soon.ts"
import { cloneDatabase } from "../support/world.ts"
import { launch, makeFolder, run, runJson } from "./watchkeeper.ts"

async function folder(): Promise<string> {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  return path
}

async function open() {
  const clone = await cloneDatabase()
  const client = new pg.Client({ connectionString: clone.connectionString })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await clone.drop()
  })
  return { client, connectionString: clone.connectionString }
}

/** Our migrations and later ones, of which the second takes a while. */
async function laterMigrations(): Promise<string> {
  const path = join(await folder(), "migrations")
  await cp(migrationsFolder, path, { recursive: true })
  const scripts = {
    "99990101000000_one": "create table later_one (n int);",
    "99990102000000_two":
      'alter table later_one add column m int not null default 1; update "project" set name = name; select pg_sleep(0.7); create index later on later_one (m);',
    "99990103000000_three": "insert into later_one (n) values (1);",
  }
  for (const [name, script] of Object.entries(scripts)) {
    await mkdir(join(path, name))
    await writeFile(join(path, name, "migration.sql"), script)
  }
  return path
}

const migrateModule = new URL("../../src/platform/migrate.ts", import.meta.url).href

/** A process that migrates, to be killed. */
function migrateElsewhere(connectionString: string, path: string) {
  const script = `const { migrate } = await import(${JSON.stringify(migrateModule)});
    await migrate(${JSON.stringify(connectionString)}, { folder: ${JSON.stringify(path)} })`
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" })
}

test("an upgrade killed at any moment, under load, is completed by the next start", async () => {
  const { client, connectionString } = await open()
  const path = await laterMigrations()
  const stopped = new AbortController()
  const load = (async () => {
    const writer = new pg.Client({ connectionString })
    await writer.connect()
    let written = 0
    while (!stopped.signal.aborted) {
      await writer.query(
        "insert into project (id, name, plan, updated_at) values (gen_random_uuid(), 'P', 'pro', now())",
      )
      written += 1
    }
    await writer.end()
    return written
  })()
  const isSleeping = async () => {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where query like '%pg_sleep(0.7)%' and state = 'active' and pid <> pg_backend_pid()",
    )
    return (rowCount ?? 0) > 0
  }
  for (let kill = 0; kill < 2; kill += 1) {
    const child = migrateElsewhere(connectionString, path)
    await soon(isSleeping).toBe(true)
    child.kill("SIGKILL")
    await once(child, "close")
    const { rows } = await client.query(
      "select migration_name as name from _prisma_migrations where migration_name like '9999%' order by 1",
    )
    expect(rows).toEqual([{ name: "99990101000000_one" }])
  }
  expect(await migrate(connectionString, { folder: path })).toEqual([
    "99990102000000_two",
    "99990103000000_three",
  ])
  stopped.abort()
  const written = await load
  const { rows } = await client.query(
    "select (select count(*)::int from project) as projects, (select json_agg(l) from later_one l) as later",
  )
  expect(rows).toEqual([{ projects: written, later: [{ n: 1, m: 1 }] }])
})

test("a migration that an earlier version was killed in is completed, whether or not it had run", async () => {
  const { client, connectionString } = await open()
  const path = await laterMigrations()
  const begin = (name: string) =>
    client.query(
      "insert into _prisma_migrations (id, checksum, migration_name) values (gen_random_uuid(), '', $1)",
      [name],
    )
  await begin("99990101000000_one")
  await client.query("create table later_one (n int)")
  expect(await migrate(connectionString, { folder: path })).toHaveLength(3)
  const { rows } = await client.query(
    "select count(*)::int as count from _prisma_migrations where finished_at is null",
  )
  expect(rows).toEqual([{ count: 0 }])
})

test("a start with a newer version makes a backup first; check says before what will happen", async () => {
  const { client, connectionString } = await open()
  await client.query("drop schema public cascade; create schema public")
  const ours = await migrationNames()
  const earlier = ours.slice(0, -1)
  await migrate(connectionString, { only: earlier })
  const dataDir = await folder()
  const settings = { DATABASE_URL: connectionString, DATA_DIR: dataDir, LOG_LEVEL: "error" }
  const check = await runJson(["upgrade", "check"], settings)
  expect(check).toMatchObject({
    ok: true,
    version: packageFile.version,
    backup_place: join(dataDir, "backups"),
    pending: [{ name: ours.at(-1), changes: expect.any(Array) }],
    problems: [],
  })
  const said = await run(["upgrade", "check"], settings)
  expect(said.stdout).toMatch(/1 pending migration, about \d+ s:\n {2}\d+_/)

  // A place that cannot be written stops the upgrade.
  await writeFile(join(dataDir, "file"), "")
  const stopped = await run(["migrate"], {
    ...settings,
    BACKUP_URL: pathToFileURL(join(dataDir, "file")).href,
  })
  expect(stopped).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^The backup before the upgrade failed, so nothing was upgraded: /,
    ),
  })
  // A start that fails replaces the backup of the one before.
  await client.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refusing before insert on _prisma_migrations execute function refuse()`)
  for (let start = 1; start <= 2; start += 1) {
    const failed = await run(["migrate"], settings)
    expect(failed).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/was rolled back: refused/),
    })
  }
  expect(await readdir(join(dataDir, "backups"))).toHaveLength(1)
  await client.query("drop trigger refusing on _prisma_migrations; drop function refuse()")
  expect(await runJson(["migrate"], settings)).toEqual({ applied: [ours.at(-1)] })
  expect(await readdir(join(dataDir, "backups"))).toEqual([
    expect.stringMatching(/^watchkeeper-upgrade-\d{14}-[0-9a-f]{8}\.tar\.zst$/),
  ])
  expect((await run(["upgrade", "check"], settings)).stdout).toMatch(/nothing would be changed/)

  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     values (gen_random_uuid(), '', '99990101000000_later', now())`,
  )
  const refused = await run(["migrate"], settings)
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /upgraded by a later version .*99990101000000_later.* Start that version/,
    ),
  })
  expect((await run(["upgrade", "check"], settings)).code).toBe(1)
})

test("a breaking migration waits for processes that do not know it, and keeps them from starting again", async () => {
  const { client, connectionString } = await open()
  const ours = await migrationNames()
  const insert = (version: string, migrations: string[] | null) =>
    client.query(
      `insert into role_process (id, role, version, migrations, seen_at)
       values (gen_random_uuid(), 'api', $1, $2, now()) returning id`,
      [version, migrations],
    )
  await insert("0.2.0", [...ours, "99990101000000_later"])
  const pool = new pg.Pool({ connectionString, max: 2 })
  const lines: string[] = []
  const log = { ...createLog("silent", "test"), warn: (line: string) => lines.push(line) } as Log
  const own = { id: newId(), role: "probe", version: "0.2.0" }
  const first = await joinProcesses(pool, own, log)
  expect(lines).toEqual([])
  await first.stop()
  // One of 0.1.0 does not say what it knows.
  const { rows } = await insert("0.1.0", null)
  const joining = joinProcesses(pool, own, log)
  await soon(() => lines).toEqual([
    "A process of Watchkeeper 0.1.0 (api) runs on this database and cannot work with the migration " +
      "20261122232000_plain_names, which it does not know. Waiting until it stops.",
  ])
  // The same is asked before a breaking migration is applied, and `upgrade check` says it.
  const newest = ours.findLast(isBreaking) ?? ""
  expect(await findOlder(client, [newest])).toEqual([
    { role: "api", version: "0.1.0", migration: newest },
  ])
  await client.query("delete from _prisma_migrations where migration_name = $1", [newest])
  const settings = { DATABASE_URL: connectionString, DATA_DIR: await folder() }
  const check = await run(["upgrade", "check"], settings)
  expect(check.stdout).toMatch(/Stop these processes first; .*: api of 0\.1\.0\./)
  const migrating = launch(["migrate"], settings)
  await migrating.line(/cannot work with the migration .*Waiting until it stops/)
  migrating.signal("SIGKILL")
  await migrating.ended
  await client.query("delete from role_process where id = $1", [(rows[0] as { id: string }).id])
  await (await joining).stop()

  // A role of an earlier version that is restarted after the upgrade.
  const known = ours.filter((name) => name < newest)
  await expect(joinProcesses(pool, own, log, known)).rejects.toThrow(
    `The database has the migration ${newest}, which this probe of Watchkeeper 0.2.0 does not know`,
  )
  await pool.end()
})

test("what a migration locks and how much it does is read from its statements", () => {
  const sql = `
    -- ALTER TABLE "comment" is none
    CREATE TABLE "fresh" ("id" UUID NOT NULL);
    CREATE INDEX "fresh_idx" ON "fresh"("id");
    CREATE UNIQUE INDEX "a" ON "monitor"("name");
    ALTER TABLE "alert" ADD COLUMN "note" TEXT;
    ALTER TABLE "delivery" ALTER COLUMN "payload" SET DATA TYPE TEXT;
    ALTER TABLE "page" ADD CONSTRAINT "x" FOREIGN KEY ("a") REFERENCES "alert"("id");
    UPDATE "project" SET "name" = 'x';
    CREATE INDEX CONCURRENTLY "b" ON "page"("id");`
  expect(effectsOf(sql)).toEqual([
    { table: "monitor", lockedOut: "writes", work: "scan" },
    { table: "alert", lockedOut: "reads and writes", work: "catalog" },
    { table: "delivery", lockedOut: "reads and writes", work: "rewrite" },
    { table: "page", lockedOut: "reads and writes", work: "scan" },
    { table: "project", lockedOut: "changed rows", work: "rewrite" },
  ])
})
