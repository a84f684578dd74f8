import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import pg from "pg"
import { expect, inject, test } from "vitest"
import { join } from "node:path"
import { writeMigration } from "../../src/cli/write-migration.ts"
import { beyondTheSchema } from "../../src/platform/beyond-the-schema.ts"
import { migrationNames, migrationsFolder } from "../../src/platform/migrate.ts"
import { changesOf, migrationMarks } from "../../src/platform/migration-marks.ts"
import packageFile from "../../package.json" with { type: "json" }
import { newId } from "../../src/platform/id.ts"
import { schemaScript } from "../../src/platform/schema-script.ts"
import { cloneDatabase } from "../support/world.ts"

const queries = {
  columns: `
    select table_name || '.' || column_name || ' ' || udt_name
           || coalesce('(' || datetime_precision || ')', '')
           || case is_nullable when 'NO' then ' not null' else '' end
           || coalesce(' default ' || column_default, '') as line, table_name as held_by
      from information_schema.columns where table_schema = 'public'`,
  constraints: `
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid) as line,
           relname as held_by
      from pg_constraint c join pg_class r on r.oid = c.conrelid
     where c.connamespace = 'public'::regnamespace and c.contype not in ('n', 'c')`,
  indexes: `
    select indexname || ' ' || regexp_replace(indexdef, ' ON ONLY ', ' ON ') as line,
           tablename as held_by, indexname
      from pg_indexes where schemaname = 'public'`,
  enums: `
    select typname || ' ' || string_agg(enumlabel, ',' order by enumsortorder) as line,
           '' as held_by
      from pg_type t join pg_enum e on e.enumtypid = t.oid group by typname`,
} as const

type Line = { line: string; held_by: string; indexname?: string }

async function describe(connectionString: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const found: Record<string, string[]> = {}
    for (const [name, sql] of Object.entries(queries)) {
      const { rows } = await client.query<Line>(sql)
      found[name] = rows
        .filter(({ held_by }) => !beyondTheSchema.tables.includes(held_by))
        .filter(({ indexname = "" }) => !beyondTheSchema.indexes.includes(indexname))
        .map(({ line }) => line)
        .toSorted()
    }
    return found
  } finally {
    await client.end()
  }
}

async function names(connectionString: string, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(sql)
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

test("the migrations produce prisma/schema and, beyond it, only the listed objects", async () => {
  const template = inject("template")
  const fresh = await cloneDatabase()
  try {
    const client = new pg.Client({ connectionString: fresh.connectionString })
    await client.connect()
    await client.query("drop schema public cascade")
    await client.query(await schemaScript(template))
    await client.end()
    expect(await describe(template)).toEqual(await describe(fresh.connectionString))

    const tables = "select tablename as name from pg_tables where schemaname = 'public'"
    const indexes = "select indexname as name from pg_indexes where schemaname = 'public'"
    const [inSchema, indexed] = await Promise.all([
      names(fresh.connectionString, tables),
      names(fresh.connectionString, indexes),
    ])
    const extraTables = (await names(template, tables)).filter((name) => !inSchema.includes(name))
    expect(extraTables.toSorted()).toEqual(beyondTheSchema.tables)
    const extraIndexes = (await names(template, indexes)).filter(
      (name) =>
        !indexed.includes(name) && !beyondTheSchema.tables.some((table) => name.startsWith(table)),
    )
    expect(extraIndexes.toSorted()).toEqual(beyondTheSchema.indexes)
  } finally {
    await fresh.drop()
  }
})

test("a change of the schema is written as a migration once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-schema-"))
  const [schema, migrations] = [join(folder, "schema"), join(folder, "migrations")]
  const write = async (name: string) => {
    const { connectionString, drop } = await cloneDatabase()
    try {
      return await writeMigration(connectionString, name, { schema, migrations })
    } finally {
      await drop()
    }
  }
  try {
    await cp(new URL("../../prisma/schema", import.meta.url), schema, { recursive: true })
    await cp(migrationsFolder, migrations, { recursive: true })
    expect(await write("nothing")).toBeNull()
    const file = join(schema, "monitor.prisma")
    const written = await readFile(file, "utf8")
    await writeFile(file, written.replace(/^model Label \{$/m, "$&\n  motto String?"))
    const path = await write("add_motto")
    expect(path).toMatch(/\d{14}_add_motto\/migration\.sql$/)
    expect(await readFile(path ?? "", "utf8")).toBe(
      `-- AlterTable\nALTER TABLE "label" ADD COLUMN     "motto" TEXT;\n`,
    )
    expect(await write("add_motto")).toBeNull()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test("every foreign key has an index, so that deletes do not scan tables", async () => {
  const unindexed = await names(
    inject("template"),
    `select c.conrelid::regclass || '.' || a.attname as name
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
      order by 1`,
  )
  // A project has few templates.
  expect(unindexed).toEqual(["incident_template.severity_id"])
})

const deliveryChange = new URL(
  "../../prisma/migrations/20261123080943_delivery_change_and_account/migration.sql",
  import.meta.url,
)

test("deliveries queued before the columns for change and account existed keep both", async () => {
  const fresh = await cloneDatabase()
  const client = new pg.Client({ connectionString: fresh.connectionString })
  await client.connect()
  try {
    await client.query("alter table delivery drop column account_id, drop column change_id")
    const [entryId, incidentId, accountId] = [newId(), newId(), newId()]
    const insert = (queue: string, event: string, target: string, key: string, state = "pending") =>
      client.query(
        `insert into delivery (id, queue, event, subject_id, target, dedupe_key, payload, state)
         values (gen_random_uuid(), $1::delivery_queue, $2, $3, $4, $5, '{}', $6::delivery_state)`,
        [queue, event, incidentId, target, key, state],
      )
    const updated = "incident.updated"
    await insert("event", updated, "everyone", `${updated}:${entryId}`)
    await insert("event", updated, "everyone", `${updated}:${newId()}`, "addressed")
    await insert("event", "incident.created", "everyone", `incident.created:${incidentId}`)
    await insert("event", "alert.created", "everyone", `alert.created:${incidentId}:1`)
    await insert("page", "alert.created", `account:${accountId}`, "page:1", "delivered")
    await insert("page", "alert.created", `email:${newId()}`, "page:2")
    await client.query(await readFile(deliveryChange, "utf8"))
    const { rows } = await client.query(
      `select event, change_id as "changeId", account_id as "accountId" from delivery
        where change_id is not null or account_id is not null order by event`,
    )
    expect(rows).toEqual([
      { event: "alert.created", changeId: null, accountId },
      { event: updated, changeId: entryId, accountId: null },
    ])
  } finally {
    await client.end()
    await fresh.drop()
  }
})

const ingress = new URL(
  "../../prisma/migrations/20261129082000_ingress/migration.sql",
  import.meta.url,
)

test("the old default threshold of heartbeats becomes 1; chosen ones and other kinds keep theirs", async () => {
  const fresh = await cloneDatabase()
  const client = new pg.Client({ connectionString: fresh.connectionString })
  await client.connect()
  try {
    await client.query(`
      alter table prober drop column ipv4_proved_at, drop column ipv6_proved_at, drop column weight;
      alter table monitor_state drop column failed_pings, drop column is_pinged_publicly;
      drop table ingress_gap;`)
    const projectId = newId()
    await client.query(
      "insert into project (id, name, plan, updated_at) values ($1, 'Old', 'pro', now())",
      [projectId],
    )
    const insert = (kind: string, threshold: number, target: string, value: unknown) =>
      client.query(
        `insert into monitor (id, project_id, name, kind, failure_threshold, ${target}, updated_at)
         values (gen_random_uuid(), $1, $2, $3::monitor_kind, $4, $5, now())`,
        [projectId, `${kind} ${threshold}`, kind, threshold, value],
      )
    for (const threshold of [1, 2, 3, 5]) {
      await insert("heartbeat", threshold, "heartbeat_interval_minutes", 60)
      await insert("http", threshold, "url", "https://shop.example/")
      await insert("ping", threshold, "host", "shop.example")
    }
    await client.query(await readFile(ingress, "utf8"))
    const { rows } = await client.query<{ name: string; failure_threshold: number }>(
      "select name, failure_threshold from monitor order by kind, name",
    )
    const changed = rows.filter((one) => !one.name.endsWith(` ${one.failure_threshold}`))
    expect(rows).toHaveLength(12)
    expect(changed).toEqual([{ name: "heartbeat 2", failure_threshold: 1 }])
  } finally {
    await client.end()
    await fresh.drop()
  }
})

/** The last migration of 0.1.0. */
const released = "20261122223800_declare_again"
/** Versions, and the first moment whose migrations are not theirs any more. */
const releases = [
  ["0.1.0", "20261122223801"],
  ["0.2.0", "20261129114001"],
] as const

test("a breaking migration comes with a version that raises the minor number", () => {
  for (const [name, { version, isBreaking }] of Object.entries(migrationMarks)) {
    if (!isBreaking) continue
    expect(version).toMatch(/^\d+\.\d+\.0$/)
    const over = releases.flatMap(([one, until]) => (until <= name ? [one] : []))
    expect(over).not.toContain(version)
    expect([version, packageFile.version].toSorted(compareVersions)).toEqual([
      version,
      packageFile.version,
    ])
  }
})

const compareVersions = (one: string | null, other: string | null): number =>
  (one ?? "").localeCompare(other ?? "", "en", { numeric: true })

test("every migration that does more than add is marked as breaking or compatible", async () => {
  const names = (await migrationNames()).filter((name) => name > released)
  const changing: string[] = []
  for (const name of names) {
    const sql = await readFile(join(migrationsFolder, name, "migration.sql"), "utf8")
    if (changesOf(sql).length > 0) changing.push(name)
  }
  expect(changing.length).toBeGreaterThan(0)
  expect(changing.filter((name) => !Object.hasOwn(migrationMarks, name))).toEqual([])
  expect(Object.keys(migrationMarks).filter((name) => !names.includes(name))).toEqual([])
})

test.each([
  ['ALTER TABLE "a" ADD COLUMN "b" TEXT;', 0],
  ['ALTER TABLE "a" ADD COLUMN "b" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "c" TEXT;', 0],
  ['CREATE TABLE "n" ("id" UUID NOT NULL); CREATE UNIQUE INDEX "i" ON "n"("id");', 0],
  [
    'CREATE TABLE "n" ("id" UUID); ALTER TABLE "n" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "a"("id");',
    0,
  ],
  ['CREATE INDEX "i" ON "a"("b"); DROP INDEX "j"; UPDATE "a" SET "b" = 1;', 0],
  ['ALTER TABLE "a" ADD COLUMN "b" TEXT; CREATE UNIQUE INDEX "i" ON "a"("b");', 0],
  ['ALTER TABLE "a" ADD COLUMN "b" TEXT NOT NULL;', 1],
  ['ALTER TABLE "a" DROP COLUMN "b";', 1],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 1],
  ['ALTER TABLE "a" RENAME TO "b";', 1],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 1],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE TEXT;', 1],
  ["ALTER TYPE \"kind\" ADD VALUE 'new';", 1],
  ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0);', 1],
  ['CREATE UNIQUE INDEX "i" ON "a"("b");', 1],
  ['DROP TABLE "a"; DROP TYPE "b";', 2],
])("%s has %i statements that an older role may not live with", (sql, count) => {
  expect(changesOf(sql)).toHaveLength(count)
})
