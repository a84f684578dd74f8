import { expect } from "vitest"
import { z } from "zod"
import { connect } from "../../src/platform/postgres.ts"
import { command } from "./program.ts"
import { ask, overEvents, overSocket } from "./stream.ts"
import type { Breakable, Targets } from "./targets.ts"

export type StatusEvent = {
  monitorStatusChanged: {
    isSnapshot: boolean
    from: string | null
    to: string
    reason: string | null
    monitor: { id: string; name: string }
  }
}
type IncidentEvent = {
  incidentChanged: {
    isSnapshot: boolean
    incident: { id: string; state: { name: string }; monitor: { id: string } | null }
  }
}

export const statusChanged = `subscription ($projectId: ID!) {
  monitorStatusChanged(projectId: $projectId) {
    isSnapshot from to reason monitor { id name }
  }
}`
const incidentChanged = `subscription ($projectId: ID!) {
  incidentChanged(projectId: $projectId) {
    isSnapshot incident { id state { name } monitor { id } }
  }
}`
export const requestCheck = "mutation ($id: ID!) { requestCheck(id: $id) { id } }"
const expectAnswer = `mutation ($id: ID!) {
  updateMonitor(id: $id, input: { expectedValues: ["127.0.0.1"] }) { id }
}`

const named = z.object({ id: z.uuid() })
const keyed = z.object({ key: z.string() })
const monitor = z.object({ id: z.uuid(), heartbeat_url: z.string().nullable() })

/** Settings under which the program may probe the targets of the story. */
export const settingsFor = ({ anchor, names }: Targets, authorityFile: string) => ({
  REACHABLE_RANGES: "127.0.0.0/8",
  EGRESS_ANCHORS: anchor,
  RESOLVERS: names.server,
  NODE_EXTRA_CA_CERTS: authorityFile,
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
})

type Watched = Breakable & {
  kind: string
  id: string
  /** Requests a check; null waits for the schedule. */
  look: (() => Promise<unknown>) | null
}

/** Creates a monitor of each kind with the command line. */
async function makeMonitors(
  settings: Record<string, string>,
  projectId: string,
  targets: Targets,
): Promise<Map<string, z.output<typeof monitor>>> {
  const { web, port, tls, names } = targets
  const wishes: Record<string, string[]> = {
    http: ["--url", `http://127.0.0.1:${web.port}/`],
    tcp: ["--host", "127.0.0.1", "--port", `${port.port}`],
    ping: ["--host", "ping.story.test"],
    dns: ["--host", "dns.story.test", "--dns-record-type", "A", "--resolver", names.server],
    tls: ["--host", "127.0.0.1", "--port", `${tls.port}`],
    heartbeat: ["--heartbeat-interval-minutes", "1", "--heartbeat-grace-minutes", "0"],
  }
  const made = new Map<string, z.output<typeof monitor>>()
  for (const [kind, options] of Object.entries(wishes)) {
    const args = ["monitor", "create", "--project", projectId, "--type", kind, "--name", kind]
    made.set(
      kind,
      await command(settings, [...args, "--failure-threshold", "1", ...options], monitor),
    )
  }
  return made
}

/**
 * The main use case: a monitor of each kind, its target broken and repaired, every change received over a socket and
 * over server-sent events, and all of it stored in the database.
 */
export async function tellOutage(
  address: string,
  settings: Record<string, string>,
  targets: Targets,
  database: string,
  { isPatient }: { isPatient: boolean },
): Promise<{
  source: { address: string; key: string }
  projectId: string
  ids: Map<string, string>
}> {
  const project = await command(settings, ["project", "create", "--name", "Story"], named)
  const keyArgs = ["--project", project.id, "--class", "public", "--scopes", "all"]
  const { key } = await command(settings, ["key", "create", ...keyArgs], keyed)
  const source = { address, key }
  const variables = { projectId: project.id }
  const socket = overSocket<StatusEvent>(source, { query: statusChanged, variables })
  const events = overEvents<StatusEvent>(source, { query: statusChanged, variables })
  const incidents = overEvents<IncidentEvent>(source, { query: incidentChanged, variables })
  try {
    const made = await makeMonitors(settings, project.id, targets)
    const watched = [...made].map(([kind, { id, heartbeat_url }]): Watched => {
      const look = () => ask(source, { query: requestCheck, variables: { id } })
      const target = breakableOf(kind, targets, heartbeat_url)
      return { kind, id, ...target, look: isPatient && kind === "http" ? null : look }
    })
    await ask(source, { query: expectAnswer, variables: { id: made.get("dns")?.id } })
    const left = watched.find(({ look }) => look === null)
    if (left !== undefined) await hurry(database, left.id)
    await makeWell(watched)
    await Promise.all(watched.map((one) => hear(one, "OPERATIONAL", 0)))

    await turn("break", "OFFLINE", "identified")
    await turn("mend", "OPERATIONAL", "resolved")

    async function turn(action: "break" | "mend", status: string, state: string): Promise<void> {
      const from = { socket: socket.heard.all.length, events: events.heard.all.length }
      await Promise.all(
        watched.map(async (one) => {
          await one[action]()
          await one.look?.()
          await hear(one, status, from.socket, from.events)
          await incidents.heard.until(
            ({ incidentChanged: { incident } }) =>
              incident.monitor?.id === one.id && incident.state.name === state,
          )
        }),
      )
    }

    async function hear(one: Watched, status: string, fromSocket: number, fromEvents = fromSocket) {
      const fits = ({ monitorStatusChanged: { monitor, to } }: StatusEvent) =>
        monitor.id === one.id && to === status
      await socket.heard.until(fits, fromSocket)
      await events.heard.until(fits, fromEvents)
    }
    await findStored(database, watched)
    const ids = new Map(watched.map(({ kind, id }) => [kind, id]))
    return { source, projectId: project.id, ids }
  } finally {
    await socket.close()
    events.close()
    incidents.close()
  }
}

/** Sets a monitor's schedule to an interval shorter than users can configure, to save minutes. */
async function hurry(connectionString: string, monitorId: string): Promise<void> {
  const database = connect(connectionString, 1)
  try {
    await database.pool.query(
      "update monitor set interval_seconds = 5, updated_at = now() where id = $1",
      [monitorId],
    )
  } finally {
    await database.end()
  }
}

/** A heartbeat is operational once it was pinged; the others are checked when they are created. */
async function makeWell(watched: Watched[]): Promise<void> {
  await watched.find(({ kind }) => kind === "heartbeat")?.mend()
}

function breakableOf(kind: string, targets: Targets, heartbeatUrl: string | null): Breakable {
  const { web, port, tls, names } = targets
  const ping = (word: string) => async () => {
    const response = await fetch(`${heartbeatUrl}${word}`, { method: "POST", body: "exit 1" })
    expect(response.status).toBe(200)
  }
  const breakables: Record<string, Breakable> = {
    http: web,
    tcp: port,
    ping: names.breakable("ping.story.test"),
    dns: names.breakable("dns.story.test"),
    tls,
    heartbeat: { break: ping("/fail"), mend: ping("") },
  }
  const breakable = breakables[kind]
  if (breakable === undefined) throw new Error(`no target for ${kind}`)
  return breakable
}

/** Each outage is one resolved incident and one resolved alert, with its verdicts, checks and outbox rows. */
async function findStored(connectionString: string, watched: Watched[]): Promise<void> {
  const database = connect(connectionString, 2)
  try {
    for (const { id, kind } of watched) {
      const { rows } = await database.pool.query<Record<string, unknown>>(
        `select
           (select array_agg(s.name) from incident i join state s on s.id = i.state_id
             where i.monitor_id = $1) as incidents,
           (select array_agg(s.name) from alert a join state s on s.id = a.state_id
             where a.monitor_id = $1) as alerts,
           (select array_agg(decision::text order by id) from verdict where monitor_id = $1) as verdicts,
           (select array_agg(distinct status::text order by status::text) from check_result
             where monitor_seq = (select seq from monitor where id = $1)) as checks,
           (select array_agg(event order by created_at, id) from delivery
             where event like 'incident.%' and subject_id in
               (select id from incident where monitor_id = $1)) as reported`,
        [id],
      )
      expect({ kind, ...rows[0] }).toEqual({
        kind,
        incidents: ["resolved"],
        alerts: ["resolved"],
        verdicts: ["status_only", "declared", "recovered"],
        checks: ["offline", "operational"],
        reported: ["incident.created", "incident.resolved"],
      })
    }
  } finally {
    await database.end()
  }
}
