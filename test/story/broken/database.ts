import { randomBytes } from "node:crypto"
import { openDatabase } from "../../../src/cli/database.ts"
import { recordUnreadable } from "../../../src/graphql/workspace/secret-key/find-unreadable.ts"
import { startLoop } from "../../../src/platform/loop.ts"
import { connect } from "../../../src/platform/postgres.ts"
import { forgetShortage } from "../../../src/platform/resources/shortage.ts"
import { createVault } from "../../../src/platform/secret.ts"
import { makeChannel } from "../../support/channels.ts"
import { closedPort } from "../../support/listeners.ts"
import { makeProject } from "../../support/world.ts"
import type { Broken, Stage, Thing } from "./stage.ts"
import { refused } from "./refused.ts"

/** The installation with its database reached by another URL. */
async function reachedBy({ world }: Stage, change: (url: URL) => void): Promise<Broken> {
  const url = new URL(world.connectionString)
  change(url)
  const database = connect(url.href, 2)
  return {
    env: { DATABASE_URL: url.href },
    services: { database },
    async mend() {
      await database.end()
      forgetShortage()
    },
  }
}

const start = ({ env, world }: Stage, more: object = {}) =>
  refused(
    openDatabase({ ...env, DATABASE_URL: world.connectionString, ...more }, world.services.log),
  )

export const database: Record<string, Thing> = {
  "PostgreSQL is stopped": {
    async break(stage) {
      const port = await closedPort()
      return reachedBy(stage, (url) => (url.port = `${port}`))
    },
    says: /nothing is listening|ECONNREFUSED/,
  },
  "PostgreSQL rejects the password": {
    break: (stage) => reachedBy(stage, (url) => (url.password = "wrong")),
    says: /rejected the password|password authentication failed/,
  },
  "PostgreSQL has no free connections": {
    async break(stage) {
      const { pool } = stage.world.services.database
      await pool.query("create role crowded login password 'crowded' connection limit 0")
      const broken = await reachedBy(stage, (url) => {
        url.username = "crowded"
        url.password = "crowded"
      })
      return {
        ...broken,
        async mend() {
          await broken.mend?.()
          await pool.query("drop role crowded")
        },
      }
    },
    says: /no free connections: raise max_connections|too many connections/,
  },
  "PostgreSQL takes no writes": {
    break: (stage) =>
      reachedBy(stage, (url) =>
        url.searchParams.set("options", "-c default_transaction_read_only=on"),
      ),
    says: /read-only transaction.*Connect to the primary/,
    doctor: /takes no writes/,
  },
  "the disk of an external PostgreSQL is full": {
    async break({ world }) {
      const { database: held, log } = world.services
      await startLoop(log, "example", 60_000, async () => {
        await held.pool.query(
          `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
        )
      }).stop()
      return { mend: () => Promise.resolve(forgetShortage()) }
    },
    says: /No space left on device\. Free space on its disk/,
  },
  "a later version has upgraded the database": {
    async break(stage) {
      const { pool } = stage.world.services.database
      await pool.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
         values ('later', '', '20990101000000_later', now())`,
      )
      const refusal = await start(stage)
      return {
        refusal,
        mend: () => pool.query("delete from _prisma_migrations where id = 'later'"),
      }
    },
    says: /later version.*20990101000000_later/,
  },
  "the secret key is another one": {
    async break(stage) {
      const env = { SECRET_KEY: randomBytes(32).toString("base64") }
      return { env, refusal: await start(stage, env) }
    },
    says: /secret key/i,
    doctor: /cannot be decrypted with the secret key that is here/,
  },
  "a stored secret cannot be decrypted": {
    async break({ world }) {
      const { id: projectId } = await makeProject(world)
      const settings = {
        token: "xoxb-1-2-3",
        signingSecret: "a".repeat(32),
        channelId: "C024BE91L",
      }
      const { id } = await makeChannel(world, { projectId }, { kind: "slack_bot", settings })
      const { prisma } = world.services.database
      const sealedConfig = createVault(randomBytes(32)).seal("{}")
      await prisma.channel.update({ where: { id }, data: { sealedConfig } })
      await recordUnreadable(world.services)
      return {
        async mend() {
          await prisma.channel.delete({ where: { id } })
          await recordUnreadable(world.services)
        },
      }
    },
    says: /1 stored secret cannot be decrypted.*`node bin\/watchkeeper\.js doctor` says which/,
    doctor: /not decrypted: /,
  },
}
