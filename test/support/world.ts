import { randomBytes, randomUUID } from "node:crypto"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { createPostgresBus } from "../../src/platform/bus/postgres-bus.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { readEnv } from "../../src/platform/env.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import "../../src/graphql/hooks.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { createLog } from "../../src/platform/log.ts"
import { createPostgresMeter } from "../../src/platform/meter/postgres-meter.ts"
import { connect } from "../../src/platform/postgres.ts"
import { forgetShortage } from "../../src/platform/resources/shortage.ts"
import { createVault } from "../../src/platform/secret.ts"
import type { Services } from "../../src/platform/services.ts"

/** Loopback is for the tests' listeners; documentation addresses stand for remote targets. */
export const testEnv = readEnv({
  MONITOR_PRIVATE: "192.0.2.0/24,198.51.100.0/24,203.0.113.0/24,2001:db8::/32",
  REACHABLE_RANGES: "127.0.0.0/8,::1/128",
  SUBSCRIBER_RANGES: "127.0.0.0/8,::1/128",
  EGRESS_ANCHORS: "127.0.0.1:1",
  RESOLVER_NAMES: ".",
  PORTAL_CHECKS: "off",
  DATABASE_POOL: "5",
  LOG_LEVEL: "error",
})

/** A database cloned from the migrated template, and dropped afterwards. */
export async function cloneDatabase(): Promise<{
  connectionString: string
  drop(): Promise<void>
}> {
  const template = inject("template")
  const name = `test_${randomBytes(6).toString("hex")}`
  const admin = new URL(template)
  admin.pathname = "/postgres"
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: admin.href })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name} template watchkeeper_template strategy file_copy`)
  const url = new URL(template)
  url.pathname = `/${name}`
  return { connectionString: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

/** Services on a new database, with LISTEN/NOTIFY as the bus. */
export async function openWorld(env = testEnv) {
  forgetShortage()
  const clone = await cloneDatabase()
  const log = createLog(env.LOG_LEVEL, "test")
  const database = connect(clone.connectionString, env.DATABASE_POOL)
  const channel = `test:${randomUUID()}`
  const bus = await createPostgresBus(clone.connectionString, database.pool, channel, log)
  const services: Services = {
    // Settings change while a process runs, and files share a process.
    env: { ...env },
    log,
    clock: systemClock,
    database,
    bus,
    meter: createPostgresMeter(database.pool),
    vault: createVault(
      env.SECRET_KEY === undefined ? randomBytes(32) : Buffer.from(env.SECRET_KEY, "base64"),
    ),
  }
  return {
    services,
    connectionString: clone.connectionString,
    /** The actor of the command line and the prober. */
    system: contextFor(services, { kind: "system", name: "test" }),
    async close() {
      await bus.close()
      await database.end()
      await clone.drop()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A world for the whole file; use its members inside tests only. */
export function useWorld(env = testEnv): World {
  const held: { world?: World } = {}
  beforeAll(async () => {
    held.world = await openWorld(env)
  })
  afterAll(() => held.world?.close())
  return new Proxy({} as World, {
    get: (_target, key: keyof World) => {
      if (held.world === undefined) throw new Error("the world opens in beforeAll")
      return held.world[key]
    },
  })
}

export const makeProject = (world: World, plan: "free" | "pro" = "pro") =>
  createProject(world.system, { name: `Project ${randomUUID().slice(0, 8)}`, plan })
