import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Env } from "../platform/env.ts"
import { isMarkAlive, processMark, readOrNull } from "../platform/process-lock.ts"

/** The file in which a server with PORT=0 tells other commands its port. */
const noteOf = ({ DATA_DIR }: Pick<Env, "DATA_DIR">): string =>
  join(DATA_DIR, "watchkeeper.address")

/** @returns the function that deletes the file. */
export async function tellAddress(env: Env): Promise<() => Promise<void>> {
  const note = noteOf(env)
  await mkdir(env.DATA_DIR, { recursive: true })
  await writeFile(note, `${processMark()}\n${env.BASE_URL}`)
  return () => rm(note, { force: true })
}

/** With PORT=0 the address is unknown until a server runs. */
export const isUnknown = ({ BASE_URL }: Pick<Env, "BASE_URL">): boolean =>
  new URL(BASE_URL).port === "0"

/** Settings with the address of the running server, if it chose its port itself. */
export async function withAddress(env: Env): Promise<Env> {
  if (!isUnknown(env)) return env
  const [mark = "", address] = (await readOrNull(noteOf(env)))?.split("\n") ?? []
  return address !== undefined && isMarkAlive(mark) ? { ...env, BASE_URL: address } : env
}
