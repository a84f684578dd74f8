import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Env } from "../env.ts"
import { isMarkAlive, processMark, readOrNull } from "../process-lock.ts"

/** Where a server that took any free port tells the commands beside it which one that is. */
const noteOf = ({ DATA_DIR }: Pick<Env, "DATA_DIR">): string =>
  join(DATA_DIR, "watchkeeper.address")

/** @returns what takes it back. */
export async function tellAddress(env: Env): Promise<() => Promise<void>> {
  const note = noteOf(env)
  await mkdir(env.DATA_DIR, { recursive: true })
  await writeFile(note, `${processMark()}\n${env.BASE_URL}`)
  return () => rm(note, { force: true })
}

/** With PORT=0 nobody knows the address before a server has one. */
export const isUnknown = ({ BASE_URL }: Pick<Env, "BASE_URL">): boolean =>
  new URL(BASE_URL).port === "0"

/** The settings with the address of the server that runs beside this command, where it took a port by itself. */
export async function withAddress(env: Env): Promise<Env> {
  if (!isUnknown(env)) return env
  const [mark = "", address] = (await readOrNull(noteOf(env)))?.split("\n") ?? []
  return address !== undefined && isMarkAlive(mark) ? { ...env, BASE_URL: address } : env
}
