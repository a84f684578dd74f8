import { contextFor } from "../src/graphql/kernel/context.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import type { Services } from "../src/platform/services.ts"
import { days } from "./history-data.ts"
import type { Installation } from "./installed.ts"
import { printTable } from "./machine.ts"
import { readColumns, readOneByOne, type Read } from "./one-by-one.ts"
import { eachBus, forgetRequests, titleOf } from "./redis.ts"

const dayMs = 86_400_000

/** The same reads as a page of a monitor makes them, over /graphql of the whole product. */
export async function measureInstalledReads(
  { services, startAll }: Installation,
  checks: number,
  { redis, rounds, requests }: { redis: string; rounds: number; requests: number },
): Promise<void> {
  const { pool } = services.database
  // The prober would check them, and the history is what is read.
  await pool.query("update monitor set paused_at = now() where paused_at is null")
  const { rows: monitors } = await pool.query<Monitor>(
    `select id, project_id as "projectId" from monitor
      where project_id = (select project_id from monitor order by seq limit 1) order by seq`,
  )
  const token = await makeKey(services, monitors[0]?.projectId ?? "")
  await eachBus(redis, async (bus, settings) => {
    const server = await startAll(settings)
    const reads = readsOf(`${server.address}/graphql`, token, monitors)
    const table = await readOneByOne(server, reads, {
      requests,
      rounds,
      forget: () => forgetRequests(services),
    })
    await server.stop()
    const title = `A monitor among ${checks.toLocaleString("en")} checks, over /graphql`
    printTable([titleOf(title, bus), ...readColumns], table)
  })
}

type Monitor = { id: string; projectId: string }

async function makeKey(services: Services, projectId: string): Promise<string> {
  const system = contextFor(services, { kind: "system", name: "bench" })
  const { token } = await createKey(system, {
    projectId,
    class: "public",
    name: "bench",
    scopes: ["monitors:read"],
  })
  return token
}

function readsOf(url: string, token: string, monitors: readonly Monitor[]): Read[] {
  const to = new Date()
  const windows = { days, to, from: before(to, days), twoWeeksAgo: before(to, 14) }
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
  const points = "points { at checks averageMs p50Ms p95Ms maxMs }"
  const fields = {
    "90-day daily uptime": "uptimeByDay(days: $days) { from percent coverage }",
    "90-day uptime to the second": "uptime(from: $from, to: $to) { percent coverage }",
    "90-day chart": `responseTimes(from: $from, to: $to) { step ${points} }`,
    "14-day chart by the hour": `responseTimes(from: $twoWeeksAgo, to: $to, step: HOUR) { step ${points} }`,
  }
  return Object.entries(fields).map(([what, field]) => ({
    what,
    send: (at) =>
      fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify({
          query: `query (${variablesOf(field)}) { monitor(id: $id) { ${field} } }`,
          variables: { ...windows, id: monitors[at % monitors.length]?.id },
        }),
      }),
  }))
}

const before = (to: Date, count: number): Date => new Date(to.getTime() - count * dayMs)

const types = {
  id: "ID!",
  days: "Int!",
  from: "DateTime!",
  to: "DateTime!",
  twoWeeksAgo: "DateTime!",
}

/** The variables that a field uses; an operation must not declare others. */
const variablesOf = (field: string): string =>
  Object.entries(types)
    .filter(([name]) => name === "id" || field.includes(`$${name}`))
    .map(([name, type]) => `$${name}: ${type}`)
    .join(", ")
