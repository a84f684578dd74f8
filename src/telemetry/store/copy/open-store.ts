import { BackupError } from "../../../platform/backup/backup-error.ts"
import { SettingError, type Env } from "../../../platform/env.ts"
import { readClickhouse } from "../../../platform/service-urls.ts"
import { runEngine } from "../embedded/run-engine.ts"
import { createStore, StoreUnavailable, type Store } from "../store.ts"

export type StoreEnv = Pick<Env, "CLICKHOUSE_URL" | "DATA_DIR">
export type OpenStore = { store: Store; close(): Promise<void> }

/**
 * Opens the telemetry store of an installation, also where Watchkeeper is not running.
 *
 * @throws {SettingError} for a cluster, whose servers hold different rows.
 * @throws {BackupError} if it cannot be opened.
 */
export async function openStore(env: StoreEnv): Promise<OpenStore> {
  const { CLICKHOUSE_URL: server } = env
  if (server !== undefined && readClickhouse(server).cluster !== undefined) {
    throw new SettingError(
      "Telemetry of a ClickHouse cluster cannot be part of a backup. Back it up with ClickHouse's own " +
        "BACKUP … ON CLUSTER, and leave out --telemetry, and telemetry=on in BACKUP_URL.",
    )
  }
  try {
    return await open(env)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new BackupError({ code: error.code, parameters: {} }, { cause: error })
  }
}

async function open(env: StoreEnv): Promise<OpenStore> {
  const running = createStore(env)
  try {
    await running.ready()
    return { store: running, close: () => running.close() }
  } catch (error) {
    await running.close()
    if (env.CLICKHOUSE_URL !== undefined || !(error instanceof StoreUnavailable)) throw error
  }
  const engine = await runEngine(env.DATA_DIR)
  const store = createStore(env)
  const close = async () => {
    await store.close()
    await engine.stop()
  }
  try {
    await store.ready()
    return { store, close }
  } catch (error) {
    await close()
    throw error
  }
}
