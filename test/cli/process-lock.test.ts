import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  isAlive,
  isMarkAlive,
  LockHeld,
  processMark,
  sendSignal,
  takeLock,
  waitForLock,
} from "../../src/platform/process-lock.ts"
import { makeFolder } from "./watchkeeper.ts"

const held = { path: "", remove: () => Promise.resolve() }
beforeAll(async () => {
  Object.assign(held, await makeFolder())
})
afterAll(() => held.remove())

test("one process holds the lock, the others learn which, and a release leaves nothing behind", async () => {
  const path = join(held.path, "one.lock")
  const release = await takeLock(path)
  expect(await readFile(path, "utf8")).toBe(processMark())
  await expect(takeLock(path)).rejects.toMatchObject({ pid: process.pid })
  await expect(waitForLock(path, 50)).rejects.toBeInstanceOf(LockHeld)
  await release()
  expect(await readdir(held.path)).toEqual([])
})

test("concurrent waiters get the lock one after the other", async () => {
  const path = join(held.path, "many.lock")
  let inside = 0
  let most = 0
  const work = async () => {
    const release = await waitForLock(path, 10_000)
    inside += 1
    most = Math.max(most, inside)
    await readdir(held.path)
    inside -= 1
    await release()
  }
  await Promise.all(Array.from({ length: 20 }, work))
  expect({ most, left: await readdir(held.path) }).toEqual({ most: 1, left: [] })
})

test("takes the lock from a dead holder, also if its pid belongs to another process", async () => {
  const path = join(held.path, "stale.lock")
  const child = spawn(process.execPath, ["-e", ""])
  const dead = `${child.pid}`
  await once(child, "exit")
  const renumbered = `${process.pid} 00000000-0000-0000-0000-000000000000:1`
  for (const mark of [dead, renumbered, "", "nonsense"]) {
    await writeFile(path, mark)
    expect(isMarkAlive(mark)).toBe(false)
    const release = await takeLock(path)
    await release()
  }
})

test("a signal to a process that has ended does nothing", async () => {
  const child = spawn(process.execPath, ["-e", ""])
  await once(child, "exit")
  const { pid = 0 } = child
  expect(pid).toBeGreaterThan(0)
  expect(() => process.kill(pid, "SIGINT")).toThrow("ESRCH")
  expect(() => sendSignal(pid, "SIGINT")).not.toThrow()
})

test("a process that has ended, and whose parent does not look, is not alive", async () => {
  // The shell starts a process and becomes a program that never collects it.
  const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 30"])
  try {
    const [line] = (await once(parent.stdout, "data")) as [Buffer]
    const zombie = Number(String(line).trim())
    const state = async () =>
      /^State:\s+(\S)/m.exec(await readFile(`/proc/${zombie}/status`, "utf8"))
    await expect.poll(async () => (await state())?.[1]).toBe("Z")
    expect(isAlive(zombie)).toBe(false)
  } finally {
    parent.kill("SIGKILL")
  }
})
