import { execFile } from "node:child_process"
import { createCipheriv, randomBytes, scryptSync } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { promisify } from "node:util"
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import {
  backupHead,
  checksumName,
  headName,
  manifestName,
  type BackupHead,
} from "../../src/platform/backup/backup-head.ts"
import { packTar, unpackTar, type Entry } from "../../src/platform/backup/tar.ts"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../src/platform/env.ts"
import { freePort } from "../../src/platform/free-port.ts"
import { createLog } from "../../src/platform/log.ts"
import { newId } from "../../src/platform/id.ts"
import { startBucket } from "../support/bucket.ts"
import { insertMonitor } from "../support/checks.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"
import { launch, makeFolder, run, runJson } from "./watchkeeper.ts"

const key = Buffer.alloc(32, 7).toString("base64")
const world = useWorld({ ...testEnv, SECRET_KEY: key })
const shell = promisify(execFile)
const passphrase = "correct horse battery"
const made = z.object({ id: z.uuid(), name: z.string(), rows: z.number(), made_at: z.string() })

async function folder(): Promise<string> {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  return path
}

/** A disk of its own. */
async function tmpfs(options: string): Promise<string> {
  const disk = join(await folder(), "disk")
  await mkdir(disk)
  await shell("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk])
  onTestFinished(async () => {
    await shell("umount", [disk])
  })
  return disk
}

/** Settings of the installation whose database the world's is. */
const settingsOf = (dataDir: string) => ({
  DATABASE_URL: world.connectionString,
  DATA_DIR: dataDir,
  SECRET_KEY: key,
  BACKUP_PASSPHRASE: passphrase,
})

async function query<Row>(dataDir: string, text: string): Promise<Row[]> {
  const server = await startEmbedded(readEnv({ DATA_DIR: dataDir }), createLog("silent", "test"))
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
    await server.stop()
  }
}

/** Two rows of different tables that always have the same name. */
async function writePairs(ids: { monitor: string; project: string }, stop: AbortSignal) {
  const { pool } = world.services.database
  for (let n = 0; !stop.aborted; n += 1) {
    await pool.query(
      `with one as (update monitor set name = $1 where id = $2)
       update project set name = $1 where id = $3`,
      [`pair ${n}`, ids.monitor, ids.project],
    )
  }
}

test("a backup made during writes restores elsewhere, exactly, and pages nobody at once", async () => {
  const { pool, prisma } = world.services.database
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  await paging.channel({ userId: ada.userId }, "email")
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await insertMonitor(world, projectId, { name: 'Odd \\N\t"name"\n' })
  const hour = 3_600_000
  await prisma.maintenance.create({
    data: {
      id: "01900000-0000-7000-8000-000000000001",
      projectId,
      title: "Past",
      startsAt: new Date(Date.now() - 2 * hour),
      endsAt: new Date(Date.now() - hour),
    },
  })

  // A table of another program in the same database is no obstacle.
  await pool.query("create table other_program (n int)")
  const stopped = new AbortController()
  const writing = writePairs({ monitor: monitor.id, project: projectId }, stopped.signal)
  const backups = await folder()
  const old = await folder()
  const answer = await runJson(["backup", "--verify", "--to", backups], settingsOf(old))
  stopped.abort()
  await writing
  await pool.query("drop table other_program")
  const { name, id, rows } = made.parse(answer)
  expect(await readdir(backups)).toEqual([name])
  expect((await stat(join(backups, name))).mode & 0o077).toBe(0)
  expect(await prisma.backup.findUniqueOrThrow({ where: { id } })).toMatchObject({
    reason: "manual",
    name,
    error: null,
    verifiedAt: expect.any(Date),
    rowCount: BigInt(rows),
  })

  // Readable with the usual tools, and without the key.
  const { stdout } = await shell("tar", ["--zstd", "-xOf", join(backups, name), "backup.json"])
  expect(stdout).toContain('"keyFingerprint"')
  expect(stdout).not.toContain(key)

  const fresh = join(await folder(), "data")
  const restore = ["restore", join(backups, name)]
  const wrong = await run(restore, { DATA_DIR: fresh, BACKUP_PASSPHRASE: "wrong horse battery" })
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The passphrase does not open this backup's secret key."),
  })
  expect(await stat(fresh).catch(() => null)).toBeNull()

  const settings = { DATA_DIR: fresh, BACKUP_PASSPHRASE: passphrase }
  expect(await runJson(restore, settings)).toMatchObject({
    rows,
    cancelled_deliveries: expect.toSatisfy((count: number) => count >= 1),
    restarted_escalations: 1,
    is_head_verified: true,
  })
  expect((await readFile(join(fresh, "secret.key"), "utf8")).trim()).toBe(key)
  const [found] = await query<Record<string, unknown>>(
    fresh,
    `select (select count(*)::int from delivery where state = 'pending') as pending,
            (select due_at > now() + interval '8 minutes' and step = 0 from escalation
              where alert_id = '${alert.id}') as "isLater",
            (select status::text from monitor_state where monitor_id = '${monitor.id}') as status,
            (select state::text from maintenance where title = 'Past') as maintenance,
            (select m.name = p.name from monitor m join project p on p.id = m.project_id
              where m.id = '${monitor.id}') as "isConsistent",
            (select count(*)::int from monitor where name = E'Odd \\\\N\\t"name"\\n') as odd,
            (select nextval('monitor_seq_seq') > max(seq) from monitor) as "isSequenceAhead",
            to_regclass('unfinished_restore') as marker`,
  )
  expect(found).toEqual({
    pending: 0,
    isLater: true,
    status: "offline",
    maintenance: "completed",
    isConsistent: true,
    odd: 1,
    isSequenceAhead: true,
    marker: null,
  })

  const again = await run(restore, settings)
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /already has \d+ accounts? and \d+ projects?, .* Set DATA_DIR to a new folder\./,
    ),
  })
})

test("a damaged, incomplete or foreign file is reported, and nothing is restored", async () => {
  await makeProject(world)
  const backups = await folder()
  const { name } = made.parse(
    await runJson(["backup", "--to", backups], settingsOf(await folder())),
  )
  const whole = await readFile(join(backups, name))
  const archive = zstdDecompressSync(whole)
  const edited = (at: number, byte: number) =>
    Buffer.concat([archive.subarray(0, at), Buffer.of(byte), archive.subarray(at + 1)])
  /** The backup with one byte changed, which compression does not notice. */
  const changed = (at: number, byte: number) => zstdCompressSync(edited(at, byte))
  // A digit of a sequence's value, and at the end the checksum of what it was.
  const digitAt = archive.indexOf('"value": "') + '"value": "'.length
  const sequence = Buffer.concat([
    zstdCompressSync(edited(digitAt, (archive[digitAt] ?? 0) ^ 1), {
      params: { [constants.ZSTD_c_checksumFlag]: 1 },
    }).subarray(0, -4),
    whole.subarray(-4),
  ])
  const flipped = Buffer.from(whole)
  flipped[20] = (flipped[20] ?? 0) ^ 0xff
  const settings = { DATA_DIR: join(await folder(), "data"), BACKUP_PASSPHRASE: passphrase }
  const files = {
    "flipped.tar.zst": [flipped, /damaged/],
    "head.tar.zst": [changed(archive.indexOf(headName) + 512, 0), /damaged/],
    // The head remains valid.
    "sequence.tar.zst": [sequence, /its keyed checksum is wrong/],
    // Found while the rows of a table are loaded.
    "entry.tar.zst": [changed(archive.lastIndexOf(manifestName), 0x2e), /damaged or incomplete/],
    "manifest.tar.zst": [
      changed(archive.lastIndexOf(manifestName) + 512, 0),
      /manifest cannot be read/,
    ],
    "row.tar.zst": [changed(archive.lastIndexOf("tables/project/") + 512, 0x0a), /damaged/],
    "short.tar.zst": [whole.subarray(0, -2000), /damaged or incomplete/],
    "text.txt": [Buffer.from("not a backup"), /damaged or incomplete/],
  } as const
  const damaged = Object.entries(files).map(async ([file, [bytes, pattern]]) => {
    await writeFile(join(backups, file), bytes)
    const own = { ...settings, DATA_DIR: join(await folder(), "data") }
    const { code, stderr } = await run(["restore", join(backups, file)], own)
    expect([file, code, stderr]).toEqual([file, 1, expect.stringMatching(pattern)])
  })
  await Promise.all(damaged)
  const [missing, verified] = await Promise.all([
    run(["restore", join(backups, "none.tar.zst")], settings),
    run(["backup", "verify", join(backups, "flipped.tar.zst")], settings),
  ])
  expect(missing.stderr).toMatch(/none\.tar\.zst does not exist/)
  expect(verified).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged/) })
})

test("a changed head is refused, and a backup of before the checksum is restored with a word about it", async () => {
  await makeProject(world)
  const backups = await folder()
  const { name } = made.parse(
    await runJson(["backup", "--to", backups], settingsOf(await folder())),
  )
  const bytes = zstdDecompressSync(await readFile(join(backups, name)))
  const [first, checksum, ...rest] = await Array.fromAsync(unpackTar(Readable.from([bytes])))
  if (first === undefined || checksum === undefined) throw new Error("the backup is empty")
  expect(checksum.name).toBe(checksumName)
  const head = backupHead.parse(JSON.parse(first.bytes.toString()))
  const pack = async (file: string, entries: Entry[]) => {
    const packed = await Array.fromAsync(packTar(Readable.from(entries), new Date()))
    await writeFile(join(backups, file), zstdCompressSync(Buffer.concat(packed)))
    return join(backups, file)
  }
  const withHead = (changed: BackupHead) => ({
    ...first,
    bytes: Buffer.from(JSON.stringify(changed)),
  })
  const [table] = head.tables
  if (table === undefined) throw new Error("the backup has no table")
  const partition = { parent: "check_result", bounds: "default; drop table account" }
  const evil = withHead({ ...head, tables: [...head.tables, { ...table, partition }] })
  const dataDir = join(await folder(), "data")
  const settings = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase }
  const changed = await pack("changed.tar.zst", [evil, checksum, ...rest])
  const stripped = await pack("stripped.tar.zst", [evil, ...rest])
  for (const [why, ...command] of [
    ["wrong", "restore", changed],
    ["wrong", "backup", "verify", changed],
    ["wrong", "secret-key", "restore", "--print", changed],
    ["missing", "restore", stripped],
  ]) {
    const { code, stderr } = await run(command, settings)
    expect([command, code, stderr]).toEqual([
      command,
      1,
      expect.stringContaining(`its keyed checksum is ${why}. Do not restore it.`),
    ])
  }
  expect(await stat(dataDir).catch(() => null)).toBeNull()

  // As version 0.2.0 sealed the key.
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
  const cipher = createCipheriv("aes-256-gcm", scryptSync(passphrase, salt, 32, cost), nonce)
  const body = Buffer.concat([cipher.update(Buffer.from(key, "base64")), cipher.final()])
  const sealed = {
    salt: salt.toString("base64"),
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    body: body.toString("base64"),
  }
  const old = await pack("old.tar.zst", [withHead({ ...head, key: sealed }), ...rest])
  const { code, stdout } = await run(["restore", old], settings)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Its head has no keyed checksum/m)])
  expect((await readFile(join(dataDir, "secret.key"), "utf8")).trim()).toBe(key)
})

test("killed in the middle, a backup leaves no file and a restore leaves nothing that blocks the next one", async () => {
  const { pool } = world.services.database
  const { id: projectId } = await makeProject(world)
  // Enough that the head can be read long before the end of the file.
  await pool.query(
    `insert into audit_entry (id, project_id, actor_kind, actor_name, action)
     select gen_random_uuid(), $1, 'system', (select string_agg(md5(random()::text || k), '') from generate_series(1, 30) k where k + n > 0), 'test'
       from generate_series(1, 600) n`,
    [projectId],
  )
  const backups = await folder()
  const settings = settingsOf(await folder())
  // Stores the key's fingerprint, so that the backup need not read what the key encrypts.
  await runJson(["migrate"], settings)
  const holder = await pool.connect()
  await holder.query("begin")
  await holder.query("lock table webhook_endpoint in access exclusive mode")
  const killed = launch(["backup", "--to", backups], settings)
  await soon(async () => (await readdir(backups)).some((name) => name.endsWith(".partial"))).toBe(
    true,
  )
  killed.signal("SIGKILL")
  await killed.ended
  await holder.query("rollback")
  holder.release()
  const { name } = made.parse(await runJson(["backup", "--to", backups], settings))
  expect(await readdir(backups)).toEqual([name])

  // The restore waits for the second half of the file, and is killed while it does.
  const pipe = join(backups, "pipe")
  await shell("mkfifo", [pipe])
  const dataDir = join(await folder(), "data")
  const own = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase }
  const restoring = launch(["restore", pipe], own)
  const whole = await readFile(join(backups, name))
  const writer = createWriteStream(pipe)
  writer.on("error", () => undefined)
  writer.write(whole.subarray(0, whole.length - 4000))
  await soon(() => readdir(dataDir).catch(() => [])).toContain("secret.key")
  restoring.signal("SIGKILL")
  await restoring.ended
  writer.destroy()
  await runJson(["restore", join(backups, name)], own)
  const [row] = await query<{ projects: number }>(
    dataDir,
    "select count(*)::int as projects from project",
  )
  expect(row?.projects).toBeGreaterThan(0)
})

test("a full disk is reported, and the backups that exist stay", async () => {
  const disk = await tmpfs("size=64k")
  await writeFile(join(disk, "earlier"), Buffer.alloc(60_000))
  const { code, stderr } = await run(["backup", "--to", disk], settingsOf(await folder()))
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/The disk of .*disk is full\. Free some space, or choose another folder/),
  ])
  expect(await readdir(disk)).toEqual(["earlier"])
})

test("a full disk during a restore is named, and the restore succeeds with more space", async () => {
  await makeProject(world)
  const backups = await folder()
  const { name } = made.parse(
    await runJson(["backup", "--to", backups], settingsOf(await folder())),
  )
  const disk = await tmpfs("size=40m")
  const settings = { DATA_DIR: join(disk, "data"), BACKUP_PASSPHRASE: passphrase }
  const { code, stderr } = await run(["restore", join(backups, name)], settings)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The disk of \S+data has too little space to restore the backup\. Free some space, or .* repeat the command\.$/m,
    ),
  ])
  await shell("mount", ["-o", "remount,size=600m", disk])
  expect(await runJson(["restore", join(backups, name)], settings)).toMatchObject({
    rows: expect.any(Number),
  })
})

test("a read-only parent of the data folder or of a folder for backups is named", async () => {
  const disk = await tmpfs("ro")
  const dataDir = join(disk, "some", "data")
  const backups = await folder()
  const { name } = made.parse(
    await runJson(["backup", "--to", backups], settingsOf(await folder())),
  )
  for (const command of [["restore", join(backups, name)], ["start"]]) {
    const { code, stderr } = await run(command, {
      DATA_DIR: dataDir,
      BACKUP_PASSPHRASE: passphrase,
    })
    expect([command[0], code, stderr]).toEqual([
      command[0],
      2,
      expect.stringContaining(
        `The data folder ${dataDir} cannot be created in ${disk} (EROFS). Its file system is read-only: mount it ` +
          "writable, or set DATA_DIR to another folder.",
      ),
    ])
  }
  const { stderr } = await run(["backup", "--to", dataDir], settingsOf(await folder()))
  expect(stderr).toContain(
    `${dataDir} cannot be created in ${disk} (EROFS). Its file system is read-only: choose another folder.`,
  )
})

const bucketKeys = { id: "AKIAEXAMPLE", secret: "secret/key" }
const withKeys = (url: string) => url.replace("://", "://AKIAEXAMPLE:secret%2Fkey@")

test("a missing bucket or backup, one that is elsewhere, and one that cannot be reached are named", async () => {
  const bucket = await startBucket(bucketKeys)
  const settings = { ...settingsOf(await folder()), BACKUP_URL: withKeys(bucket.url) }
  const none = await run(["restore", "none.tar.zst"], settings)
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringMatching(/returned 404: .*NoSuchKey.* There is no backup of that name\. Check/),
  ])
  bucket.answer(404)
  const missing = await run(["backup"], settings)
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/returned 404: .* Create the bucket, or correct BACKUP_URL\./),
  ])
  bucket.answer(301)
  const moved = await run(["backup"], settings)
  expect(moved.stderr).toMatch(/returned 301: .* Check the region and the host in BACKUP_URL\./)
  const url = `http://127.0.0.1:${await freePort()}/backups`
  const gone = await run(["backup"], { ...settings, BACKUP_URL: withKeys(url) })
  expect([gone.code, gone.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The bucket \S+\/backups cannot be reached: .*ECONNREFUSED.*\. Check BACKUP_URL, and that/,
    ),
  ])
})

test("scheduled backups go to a bucket, are verified there, and old ones are deleted", async () => {
  const bucket = await startBucket(bucketKeys)
  const settings = {
    ...settingsOf(await folder()),
    BACKUP_URL: `${withKeys(bucket.url)}?keep=1`,
  }
  const { prisma } = world.services.database
  const old = { reason: "scheduled", place: bucket.url, name: "old", version: "0.1.0" }
  await prisma.backup.create({ data: { id: newId(), ...old, madeAt: new Date("2026-11-23") } })
  bucket.kept.set("/pages/copies/old", { type: undefined, body: "", bytes: Buffer.alloc(1) })
  const answer = await runJson(["backup", "--scheduled", "2026-11-25T03:00:00Z"], settings)
  expect(answer).toMatchObject({ is_verified: true, place: bucket.url })
  const { name } = made.parse(answer)
  expect([...bucket.kept.keys()]).toEqual([`/pages/copies/${name}`])
  const rows = await prisma.backup.findMany({ where: { reason: "scheduled" } })
  expect(rows).toMatchObject([{ name, verifiedAt: expect.any(Date) }])

  bucket.answer(403)
  const refused = await run(["backup", "--scheduled", "2026-11-26T03:00:00Z"], settings)
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /The bucket .* returned 403: .* Check the key id and secret in BACKUP_URL/,
    ),
  })
  expect(
    await prisma.backup.findFirst({ where: { reason: "scheduled", name: null } }),
  ).toMatchObject({
    findings: [{ code: "backup_bucket_returned", parameters: { status: 403, remedy: "key" } }],
    dueAt: new Date("2026-11-26T03:00:00Z"),
  })
})

test("without a passphrase or a database it says what to set, and creates nothing", async () => {
  const dataDir = join(await folder(), "data")
  const { stderr } = await run(["backup"], { DATA_DIR: dataDir })
  expect(stderr).toMatch(/^BACKUP_PASSPHRASE is not set\. .* or use --without-key/)
  const none = await run(["backup"], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase })
  expect(none.stderr).toMatch(/There is no database in .*data\. Set DATA_DIR/)
  expect(await stat(dataDir).catch(() => null)).toBeNull()
})
