import pg from "pg"
import { expect, test } from "vitest"
import { formatError } from "../../src/graphql/kernel/format-error.ts"
import { createLog } from "../../src/platform/log.ts"
import { openProxy } from "../support/tcp-proxy.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const errorContext = { log: createLog("silent", "test"), requestId: "1" }
const codeOf = (error: unknown) => formatError(error, errorContext).extensions?.["code"]

test("a timeout while waiting for a connection is reported as unavailable, not as an internal error", async () => {
  const pool = new pg.Pool({
    connectionString: world.connectionString,
    max: 1,
    connectionTimeoutMillis: 50,
  })
  const held = await pool.connect()
  try {
    const error = await pool.query("select 1").catch((error: unknown) => error)
    expect(codeOf(error)).toBe("unavailable")
  } finally {
    held.release()
    await pool.end()
  }
})

test("a connection that ends during a statement, and one that has ended, are reported as unavailable", async () => {
  const url = new URL(world.connectionString)
  const proxy = await openProxy(Number(url.port))
  url.port = String(proxy.port)
  const client = new pg.Client({ connectionString: url.href })
  client.on("error", () => undefined)
  await client.connect()
  const during = client.query("select pg_sleep(60)").catch((error: unknown) => error)
  proxy.cut()
  expect(codeOf(await during)).toBe("unavailable")
  expect(codeOf(await client.query("select 1").catch((error: unknown) => error))).toBe(
    "unavailable",
  )
})

test("a transaction that took too long is reported as unavailable", async () => {
  const { prisma } = world.services.database
  const late = prisma.$transaction((tx) => tx.$executeRaw`select pg_sleep(0.3)`, { timeout: 50 })
  const error = await late.then(
    () => null,
    (error: unknown) => error,
  )
  expect(codeOf(error)).toBe("unavailable")
})

test("any other error is internal, and only the request's id is shown", () => {
  const { message, extensions } = formatError(
    new Error("column secret does not exist"),
    errorContext,
  )
  expect(message).not.toContain("secret")
  expect(extensions).toEqual({ code: "internal_error", requestId: "1" })
})
