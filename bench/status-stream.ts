import { startApi } from "../src/api/main.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import type { Stage } from "./stage.ts"

const subscription = `subscription ($projectId: ID!, $monitorIds: [ID!]) {
  monitorStatusChanged(projectId: $projectId, monitorIds: $monitorIds) {
    to at monitor { id }
  }
}`

type StatusEvent = {
  data: {
    monitorStatusChanged: { to: string; at: string; monitor: { id: string } }
  }
}

/**
 * A dashboard: subscribes over the real server with server-sent events and records when each change arrived.
 *
 * @param address of the api role; if null, one is started in this process.
 */
export async function openDashboard(
  { services }: Stage,
  projectId: string,
  monitorIds: string[],
  address: string | null,
) {
  const env = { ...services.env, HOST: "127.0.0.1", PORT: 0 }
  const api = address === null ? await startApi({ ...services, env }) : null
  const { token } = await createKey(contextFor(services, { kind: "system", name: "bench" }), {
    projectId,
    class: "public",
    name: "dashboard",
    scopes: ["monitors:read"],
  })
  const leave = new AbortController()
  const response = await fetch(`${address ?? api?.address}/graphql`, {
    method: "POST",
    signal: leave.signal,
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ query: subscription, variables: { projectId, monitorIds } }),
  })
  const seen: Seen = { receivedAtMs: new Map(), offline: new Set() }
  const reading = read(response, seen).catch((error: unknown) => {
    if (!leave.signal.aborted) throw error
  })
  return {
    /** Wall clock time; undefined if the change did not arrive. */
    receivedAtMs: (monitorId: string, at: Date) =>
      seen.receivedAtMs.get(`${monitorId} ${at.getTime()}`),
    /** Monitors that it shows as offline. */
    get offline(): number {
      return seen.offline.size
    },
    async close() {
      leave.abort()
      await reading
      await api?.stop()
    },
  }
}

type Seen = { receivedAtMs: Map<string, number>; offline: Set<string> }

/** Also of snapshots: a subscriber that is far behind gets the current state instead of each change. */
async function read(response: Response, { receivedAtMs, offline }: Seen): Promise<void> {
  if (!response.ok || response.body === null) throw new Error(await response.text())
  let rest = ""
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (!line.startsWith('data: {"data"')) continue
      const { data } = JSON.parse(line.slice(6)) as StatusEvent
      const { to, at, monitor } = data.monitorStatusChanged
      const key = `${monitor.id} ${Date.parse(at)}`
      if (!receivedAtMs.has(key)) receivedAtMs.set(key, Date.now())
      if (to === "OFFLINE") offline.add(monitor.id)
      else offline.delete(monitor.id)
    }
  }
}
