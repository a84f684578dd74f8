import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { symmetricEncrypt } from "better-auth/crypto"
import { stringify } from "uuid"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import type { Prisma } from "../../prisma/generated/client.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { readFigures } from "../../src/graphql/monitoring/health/read-health.ts"
import { reported } from "../../src/graphql/monitoring/health/rules/judged.ts"
import { judgeHealth } from "../../src/graphql/monitoring/health/rules/judge-health.ts"
import { shareUrl } from "../../src/graphql/incidents/alert/share-link.ts"
import { sealMail } from "../../src/graphql/outbox/sealed-mail.ts"
import { chainEntries } from "../../src/graphql/workspace/audit/chain-entries.ts"
import { verifyChain } from "../../src/graphql/workspace/audit/verify-chain.ts"
import {
  findUnreadable,
  recordUnreadable,
} from "../../src/graphql/workspace/secret-key/find-unreadable.ts"
import { newId } from "../../src/platform/id.ts"
import { sealedColumns } from "../../src/graphql/workspace/secret-key/sealed-columns.ts"
import { createVault } from "../../src/platform/secret.ts"
import { createKey, readKeys } from "../../src/platform/secret-key.ts"
import { pagingOf } from "../support/paging.ts"
import { soon } from "../support/soon.ts"
import { makeMember } from "../support/people.ts"
import { webhooksOf } from "../support/webhooks.ts"
import { makeProject, openWorld, testEnv } from "../support/world.ts"
import { launch, makeFolder, run, runJson } from "./watchkeeper.ts"

const [right, wrong] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString("base64")) as [
  string,
  string,
]

async function folder(): Promise<string> {
  const { path, remove } = await makeFolder()
  onTestFinished(remove)
  return path
}

/** An installation with a monitor with headers, a channel and a webhook endpoint. */
async function install() {
  const world = await openWorld({ ...testEnv, SECRET_KEY: right })
  onTestFinished(() => world.close())
  const { id: projectId } = await makeProject(world)
  const paging = pagingOf(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  await paging.channel({ userId: ada.userId }, "sms")
  await createMonitor(world.system, {
    projectId,
    kind: "http",
    name: "Behind a login",
    url: "http://192.0.2.1/",
    headers: { Authorization: "Bearer secret" },
  })
  const webhooks = webhooksOf(world)
  const { endpoint } = await webhooks.make(projectId, "https://hooks.example/in")
  const dataDir = await folder()
  const settings = (key?: string) => ({
    DATABASE_URL: world.connectionString,
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "error",
    ...(key === undefined ? {} : { SECRET_KEY: key }),
  })
  return { world, projectId, endpoint, webhooks, dataDir, settings }
}

const refused = (words: RegExp) => ({ code: 2, stdout: "", stderr: expect.stringMatching(words) })
const otherKey = /^The secret key in SECRET_KEY is not the one .*--accept-new-key/
const noKey = /^The secret key is missing: .*secret\.key does not exist/

test("processes that start together in a fresh folder agree on one key, which only its owner can read", async () => {
  const env = { SECRET_KEY: undefined, DATA_DIR: join(await folder(), "data") }
  const keys = await Promise.all(Array.from({ length: 20 }, () => createKey(env)))
  expect(new Set(keys.map((key) => key.toString("base64"))).size).toBe(1)
  expect(await readKeys(env)).toEqual([keys[0]])
  expect(await readdir(env.DATA_DIR)).toEqual(["secret.key"])
  expect((await stat(join(env.DATA_DIR, "secret.key"))).mode & 0o777).toBe(0o600)
})

test("every column that is encrypted is compared with the key", async () => {
  const folder = new URL("../../prisma/schema/", import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith(".prisma"))
  const schema = (
    await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")))
  ).join("\n")
  const sealed = schema.split(/^model /m).flatMap((model) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? ""
    return [...model.matchAll(/^ {2}sealed\w*\s+Bytes.*$/gm)].map(([line]) => {
      const column = /@map\("(\w+)"\)/.exec(line)?.[1] ?? line.trim().split(" ")[0]
      return `${table}.${column}`
    })
  })
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(sealed.length).toBeGreaterThan(8)
  expect(known).toEqual(expect.arrayContaining(sealed))
})

test("a wrong or missing key is refused by every command, also where no fingerprint is stored yet", async () => {
  const { world, dataDir, settings } = await install()
  const forget = () =>
    world.services.database.pool.query("update installation set key_fingerprint = null")
  const expectRefused = async (commands: string[][]) => {
    const ended = await Promise.all(
      commands.map((command) =>
        Promise.all([run(command, settings(wrong)), run(command, settings())]),
      ),
    )
    for (const two of ended) expect(two).toMatchObject([refused(otherKey), refused(noKey)])
  }
  await expectRefused([["migrate"], ["start"]])
  expect(await readdir(dataDir)).toEqual([])

  expect(await runJson(["migrate"], settings(right))).toEqual({ applied: [] })
  await expectRefused([
    ["project", "list"],
    ["backup", "--without-key"],
  ])
  const doctor = await run(["doctor"], settings(wrong))
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringMatching(/✗ secrets +cannot be decrypted with the secret key that is here/),
  ])
  expect((await run(["doctor"], settings(right))).stdout).toMatch(/✓ secrets +the secret key/)

  // What a lost key left behind under the new one does not make it the right one.
  await forget()
  await world.services.database.pool.query(
    "insert into idempotent_answer (project_id, key, fingerprint, sealed) select id, 'k', '', $1 from project",
    [createVault(Buffer.from(wrong, "base64")).seal("{}")],
  )
  expect(await run(["migrate"], settings(wrong))).toMatchObject(refused(otherKey))
  // A file that is no key is not replaced.
  await writeFile(join(dataDir, "secret.key"), "damaged")
  expect((await run(["migrate"], settings())).stderr).toMatch(/must hold 32 bytes in base64/)
  expect(await readFile(join(dataDir, "secret.key"), "utf8")).toBe("damaged")
})

const nothing = () => Promise.reject(new Error("nothing is sent"))

const lost = z.object({
  unreadable: z.array(
    z.object({ what: z.string(), count: z.number(), names: z.array(z.string()) }),
  ),
})

test("a new key is accepted on request, says what is lost, and no delivery waits for it", async () => {
  const { world, endpoint, webhooks, projectId, settings } = await install()
  const { services } = world
  await runJson(["migrate"], settings(right))
  const program = launch(
    ["start", "--roles", "notify", "--accept-new-key", "--json"],
    settings(wrong),
  )
  const facts = lost.parse(JSON.parse(await program.line(/"unreadable"/)))
  program.signal("SIGTERM")
  await program.ended
  expect(facts.unreadable).toMatchObject([
    { what: "monitors with request headers", count: 1, names: ["Behind a login"] },
    { what: "channels", count: 1, names: [expect.stringMatching(/^sms /)] },
    { what: "webhook endpoints", count: 1, names: ["https://hooks.example/in"] },
  ])
  expect(await runJson(["migrate"], settings(wrong))).toEqual({ applied: [] })
  expect(await run(["migrate"], settings(right))).toMatchObject(refused(otherKey))

  const after = { ...services, vault: createVault(Buffer.from(wrong, "base64")) }
  const secrets = async () => reported(judgeHealth(await readFigures(after)).secrets)
  await services.database.pool.query("update installation set unreadable_secrets = 0")
  await webhooks.happen(projectId)
  await webhooks.address()
  expect(await webhooks.sendDue(nothing, after)).toEqual([true])
  const [delivery] = await webhooks.deliveriesTo(endpoint.id)
  expect(delivery).toMatchObject({
    state: "dead",
    lastError: expect.stringMatching(/cannot be decrypted, because SECRET_KEY has changed/),
  } satisfies Partial<Record<keyof Prisma.DeliveryGroupByOutputType, unknown>>)
  expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ consecutiveFailures: 0 })
  expect(await secrets()).toMatchObject({
    status: "degraded",
    detail: expect.stringMatching(/^1 stored secret cannot be decrypted/),
  })
  await recordUnreadable(after)
  expect(await secrets()).toMatchObject({ detail: expect.stringMatching(/^3 stored secrets /) })
  const doctor = await run(["doctor"], settings(wrong))
  expect(doctor.stdout).toMatch(
    /✗ secrets +not decrypted: 1 monitor with request headers, 1 channel, 1 webhook endpoint/,
  )
  await recordUnreadable(services)
  expect(await secrets()).toEqual({ status: "ok", detail: null, findings: [] })
})

test("a lost key is taken from a backup, but not from that of another installation", async () => {
  const { dataDir, settings } = await install()
  const place = await folder()
  const passphrase = {
    BACKUP_PASSPHRASE: "correct horse battery",
    BACKUP_URL: pathToFileURL(place).href,
  }
  await writeFile(join(dataDir, "secret.key"), `${right}\n`)
  await runJson(["migrate"], settings())
  await runJson(["backup"], { ...settings(), ...passphrase })
  const [name = ""] = await readdir(place)
  await rm(join(dataDir, "secret.key"))
  expect(await run(["migrate"], settings())).toMatchObject(refused(noKey))

  const restore = ["secret-key", "restore", name]
  expect(await run(restore, { ...settings(wrong), ...passphrase })).toMatchObject(
    refused(/^SECRET_KEY is set/),
  )
  expect(await runJson([...restore, "--print"], { ...settings(wrong), ...passphrase })).toEqual({
    key: right,
  })
  await runJson(restore, { ...settings(), ...passphrase })
  expect(await runJson(["migrate"], settings())).toEqual({ applied: [] })

  const stranger = await openWorld({ ...testEnv, SECRET_KEY: wrong })
  onTestFinished(() => stranger.close())
  const theirs = { ...settings(wrong), DATABASE_URL: stranger.connectionString }
  await runJson(["migrate"], theirs)
  const { SECRET_KEY: _unset, ...without } = theirs
  expect(await run(restore, { ...without, ...passphrase })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/has another secret key than this installation/),
  })
})

test("a rotation that is killed continues, and ends with everything under the new key, audited once", async () => {
  const { world, projectId, endpoint, settings, webhooks } = await install()
  const { services } = world
  const { pool, prisma } = services.database
  const [before, after] = [services.vault, createVault(Buffer.from(wrong, "base64"))]
  const { userId } = await makeMember(world, projectId, "viewer", "Grace")
  const encrypt = (data: string) => symmetricEncrypt({ key: before.derive("sign-in"), data })
  await prisma.twoFactor.create({
    data: { id: newId(), userId, secret: await encrypt("S"), backupCodes: await encrypt("[]") },
  })
  const mail = sealMail(before, {
    address: "ada@example.com",
    notice: { subject: "Hello", paragraphs: [], link: null, unsubscribeUrl: null },
  })
  await pool.query(
    `insert into delivery (id, queue, event, subject_id, target, dedupe_key, payload)
     select $1::uuid, 'notice', 'account.mail', $1::uuid, 'address', $1::text, $2::jsonb`,
    [newId(), mail.payload],
  )
  await chainEntries(services)
  await runJson(["migrate"], settings(right))
  const rotate = ["secret-key", "rotate"]
  const both = { ...settings(wrong), SECRET_KEY_PREVIOUS: right, LOG_LEVEL: "warn" }
  expect(await run(rotate, settings(right))).toMatchObject(refused(/^There is nothing to rotate/))

  // A role encrypts with the present key until it stops.
  await pool.query(
    "insert into role_process (id, role, version, seen_at) values ($1, 'api', '0.2.0', now())",
    [projectId],
  )
  const waiting = launch(rotate, both)
  await waiting.line(/encrypts with the present key\. Waiting until it stops/)
  const holder = await pool.connect()
  await holder.query("begin; lock table webhook_endpoint in access exclusive mode")
  await pool.query("delete from role_process")
  await soon(async () => {
    const { rows } = await pool.query("select key_fingerprint from installation")
    return rows
  }).toEqual([{ key_fingerprint: after.fingerprint }])
  waiting.signal("SIGKILL")
  await waiting.ended
  await holder.query("rollback")
  holder.release()

  expect(await run(["migrate"], settings(wrong))).toMatchObject(
    refused(/^A rotation of the secret key was interrupted/),
  )
  expect(await run(["migrate"], settings(right))).toMatchObject(refused(otherKey))
  const backup = await run(["backup", "--without-key"], both)
  expect(backup).toMatchObject(refused(/^The secret key is being rotated/))
  // Meanwhile both keys read.
  const ring = createVault(Buffer.from(wrong, "base64"), Buffer.from(right, "base64"))
  expect((await webhooks.endpoint(endpoint.id)).sealedSecret).toSatisfy((sealed: Uint8Array) =>
    ring.open(sealed).startsWith("whsec_"),
  )
  const link = shareUrl(services, newId()).split("/").at(-1) ?? ""
  const bytes = Buffer.from(link, "base64url")
  const id = stringify(bytes.subarray(0, 16))
  expect(ring.isSigned("alert share links", id, bytes.subarray(16))).toBe(true)
  expect(ring.isSigned("alert share links", id, bytes.subarray(17), 31)).toBe(false)
  expect(ring.isSigned("alert share links", id, Buffer.of())).toBe(false)

  expect(await runJson(rotate, both)).toMatchObject({ unreadable: 0 })
  const client = await pool.connect()
  const left = await findUnreadable(client, after, () => true)
  client.release()
  expect(left.filter(({ ids }) => ids.length > 0)).toEqual([])
  expect(left.filter(({ total }) => total > 0).map(({ column }) => column.column)).toEqual([
    "sealed_headers",
    "sealed_config",
    "sealed_secret",
    "secret",
    "backup_codes",
    "payload",
  ])
  const { fault } = await verifyChain({ database: services.database, vault: after }, projectId)
  expect(fault).toBeNull()
  expect(
    await prisma.auditEntry.count({ where: { projectId, action: "secret_key.rotated" } }),
  ).toBe(1)
  expect(await run(rotate, both)).toMatchObject(refused(/^There is nothing to rotate/))
  expect(await runJson(["migrate"], settings(wrong))).toEqual({ applied: [] })
})

test("the key in the file is rotated without a setting", async () => {
  const { dataDir, settings, world } = await install()
  const file = join(dataDir, "secret.key")
  await writeFile(file, `${right}\n`)
  await runJson(["migrate"], settings())
  expect(await runJson(["secret-key", "rotate"], settings())).toMatchObject({ unreadable: 0 })
  const fresh = (await readFile(file, "utf8")).trim()
  expect(fresh).not.toContain(right)
  expect(await readdir(dataDir)).toEqual(["secret.key"])
  const client = await world.services.database.pool.connect()
  const left = await findUnreadable(client, createVault(Buffer.from(fresh, "base64")))
  client.release()
  expect(left.every(({ ids }) => ids.length === 0)).toBe(true)
})
