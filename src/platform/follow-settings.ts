import { createHash } from "node:crypto"
import { SettingError, readMore, type Env, type SettingName } from "./env.ts"
import type { Database } from "./postgres.ts"
import type { Services } from "./services.ts"
import { SealError } from "./secret.ts"
import { settableIn, settingGroups, type SettingGroup } from "./settable-settings.ts"

/** How often the table is read, in case a message was lost. */
const readMs = 2500

/** Settings as they are written in the environment. */
export type Texts = ReadonlyMap<SettingName, string>
type Store = Pick<Services, "env" | "log" | "vault"> & { database: Pick<Database, "pool"> }

/** What each process had before it read the table, which applies again once a setting is removed. */
const originals = new WeakMap<Env, Env>()
/** Of the rows that were applied last. */
const applied = new WeakMap<Env, string>()

/**
 * Changes the settings of this process to those of the table, where the environment has none. Ones that cannot be
 * decrypted or are invalid count as not set.
 */
function applySettings({ env, log }: Pick<Store, "env" | "log">, texts: Texts): void {
  if (!originals.has(env)) originals.set(env, { ...env })
  for (const group of settingGroups) {
    try {
      Object.assign(env, readGroup(env, group, texts))
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      Object.assign(env, readGroup(env, group, new Map()))
      log.warn({ group, reason: error.message }, "stored settings are invalid and do not apply")
    }
  }
}

/**
 * The settings of a group, with these texts where the environment has none.
 *
 * @throws {SettingError} that lists every invalid one.
 */
export function readGroup(env: Env, group: SettingGroup, texts: Texts): Partial<Env> {
  const original = originals.get(env) ?? env
  const open = settableIn(group).names.filter((name) => !env.given.has(name))
  const bare = Object.fromEntries(open.map((name) => [name, original[name]])) as Partial<Env>
  const own = new Map(open.flatMap((name) => entryOf(texts, name)))
  return { ...bare, ...readMore({ ...env, ...bare }, own) }
}

const entryOf = (texts: Texts, name: SettingName): [SettingName, string][] => {
  const text = texts.get(name)
  return text === undefined ? [] : [[name, text]]
}

/** The stored settings as text by name, without those that cannot be decrypted. */
export async function readStored(store: Pick<Store, "database" | "vault">): Promise<Texts> {
  return openAll(store.vault, await readRows(store))
}

type Row = { name: SettingName; sealed: Buffer }

async function readRows({ database }: Pick<Store, "database">): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>({
    name: "installation-settings",
    text: "select name, sealed_value as sealed from installation_setting order by name",
  })
  return rows
}

const openAll = (vault: Store["vault"], rows: Row[]): Texts =>
  new Map(
    rows.flatMap(({ name, sealed }): [SettingName, string][] => {
      try {
        return [[name, vault.open(sealed)]]
      } catch (error) {
        // The health report and the doctor name it.
        if (error instanceof SealError) return []
        throw error
      }
    }),
  )

/** Reads the table and applies what changed in it. */
export async function refreshSettings(store: Store): Promise<void> {
  const rows = await readRows(store)
  const hash = createHash("sha256")
  for (const { name, sealed } of rows) hash.update(name).update(sealed)
  const state = hash.digest("base64")
  if (applied.get(store.env) === state) return
  applySettings(store, openAll(store.vault, rows))
  applied.set(store.env, state)
}

/**
 * Applies the stored settings now and whenever they change, within seconds also without messages between processes.
 *
 * @returns ends following.
 */
export async function followSettings(services: Store & Pick<Services, "bus">): Promise<() => void> {
  const { bus, log } = services
  let running = Promise.resolve()
  const refresh = () => {
    running = running
      .then(() => refreshSettings(services))
      .catch((err: unknown) => log.debug({ err }, "the stored settings could not be read"))
  }
  await refreshSettings(services)
  const ends = [bus.subscribe("settings.changed", refresh), bus.onGap(refresh)]
  const timer = setInterval(refresh, readMs).unref()
  return () => {
    clearInterval(timer)
    for (const end of ends) end()
  }
}
