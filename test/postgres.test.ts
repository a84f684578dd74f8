import { expect, onTestFinished, test } from "vitest"
import { formatError } from "../src/graphql/kernel/format-error.ts"
import { createLog } from "../src/platform/log.ts"
import { connect } from "../src/platform/postgres.ts"
import { openProxy } from "./support/tcp-proxy.ts"
import { makeProject, useWorld } from "./support/world.ts"

const world = useWorld()

test("a connection that dies between two statements fails its user and not the process", async () => {
  const { pool } = world.services.database
  const held = await pool.connect()
  const { rows } = await held.query<{ pid: number }>("select pg_backend_pid() as pid")
  const ended = new Promise((resolve) => held.once("end", resolve))
  await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid])
  await ended
  await expect(held.query("select 1")).rejects.toThrow("not queryable")
  held.release(true)
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }])
})

test("relations read within a transaction are never queried concurrently on its connection", async () => {
  const { prisma } = world.services.database
  const { id } = await makeProject(world)
  const heard: string[] = []
  const hear = ({ message }: Error) => heard.push(message)
  process.on("warning", hear)
  const include = { members: true, monitors: true, keys: true } as const
  const read = await prisma.$transaction(async (tx) => {
    const found = await tx.project.findUniqueOrThrow({ where: { id }, include })
    // A failed query does not block those after it.
    await tx.$executeRaw`savepoint here`
    await expect(tx.$queryRaw`select 1 / 0`).rejects.toThrow("division by zero")
    await tx.$executeRaw`rollback to savepoint here`
    return [found.id, await tx.project.count({ where: { id } })]
  })
  await new Promise((resolve) => setImmediate(resolve))
  process.off("warning", hear)
  expect(read).toEqual([id, 1])
  expect(heard.filter((words) => words.includes("already executing"))).toEqual([])
})

test("a statement that takes too long is ended by PostgreSQL, and its connection is clean for the next user", async () => {
  const { pool } = world.services.database
  const { id } = await makeProject(world)
  const database = connect(world.connectionString, 1, 2000)
  onTestFinished(() => database.end())
  const holder = await pool.connect()
  await holder.query("begin")
  await holder.query("lock table state in access exclusive mode")
  const half = database.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`update project set name = 'half' where id = ${id}::uuid`
      await tx.$queryRaw`select count(*) from state`
    },
    { timeout: 5000 },
  )
  await expect(half).rejects.toThrow("statement timeout")
  await holder.query("commit")
  holder.release()
  await database.pool.query("update project set name = 'whole' where id = $1", [id])
  expect((await pool.query("select name from project where id = $1", [id])).rows).toEqual([
    { name: "whole" },
  ])
})

test("a connection that goes silent fails its statement, and the pool opens another", async () => {
  const address = new URL(world.connectionString)
  const proxy = await openProxy(Number(address.port))
  address.port = String(proxy.port)
  const { pool, prisma, end } = connect(address.href, 2, 500)
  onTestFinished(end)
  // Each response restarts the timeout.
  for (let asked = 0; asked < 4; asked += 1) await pool.query("select pg_sleep(0.2)")
  const held = await pool.connect()
  onTestFinished(() => held.release(true))
  proxy.goSilent()
  const silent = { message: "PostgreSQL sent nothing for 0.5 seconds.", code: "ETIMEDOUT" }
  const errorContext = { log: createLog("silent", "test"), requestId: "1" }
  const received = (error: unknown) => formatError(error, errorContext).extensions?.["code"]
  const error = await held.query("select 1").catch((error: unknown) => error)
  expect(error).toMatchObject(silent)
  expect(received(error)).toBe("unavailable")
  expect(await prisma.$queryRaw`select 1 as one`).toEqual([{ one: 1 }])
  proxy.goSilent()
  const byOrm = await prisma.$queryRaw`select 1`.catch((error: unknown) => error)
  expect(String(byOrm)).toContain(silent.message)
  expect(received(byOrm)).toBe("unavailable")
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }])
})
