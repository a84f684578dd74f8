import { expect, test } from "vitest"
import { useWorld } from "./support/world.ts"

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
