import { expect, test } from "vitest"
import { makeProject, useWorld } from "./support/world.ts"

const world = useWorld()

test("a connection that dies between two statements fails its holder and not the process", async () => {
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

test("relations that are read within a transaction never meet on its connection", async () => {
  const { prisma } = world.services.database
  const { id } = await makeProject(world)
  const heard: string[] = []
  const hear = ({ message }: Error) => heard.push(message)
  process.on("warning", hear)
  const include = { members: true, monitors: true, keys: true } as const
  const read = await prisma.$transaction(async (tx) => {
    const found = await tx.project.findUniqueOrThrow({ where: { id }, include })
    // One that fails holds up none after it.
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
