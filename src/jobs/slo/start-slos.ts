import { evaluateSlos } from "../../graphql/slo/evaluate-slos.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import type { Services } from "../../platform/services.ts"
import { hasStore } from "../../telemetry/store/front-file.ts"
import { createStore, type Store } from "../../telemetry/store/store.ts"

/** Evaluates SLOs. The telemetry store is opened at the first SLO of a service and closed after the round. */
export function startSlos(services: Services, everyMs: number): Loop {
  const { env, log } = services
  return startLoop(log, "slos", everyMs, async (isStopping) => {
    let store: Store | null = null
    const openStore = () => {
      if (env.CLICKHOUSE_URL === undefined && !hasStore(env.DATA_DIR)) return null
      store ??= createStore(env)
      return store
    }
    try {
      await evaluateSlos({ ...services, openStore }, isStopping)
    } finally {
      await closeStore(store)
    }
  })
}

const closeStore = async (store: Store | null): Promise<void> => store?.close()
