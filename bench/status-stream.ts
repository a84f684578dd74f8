import { startApi } from "../src/api/main.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import type { Stage } from "./stage.ts"

const subscription = `subscription ($projectId: ID!, $monitorIds: [ID!]) {
  monitorStatusChanged(projectId: $projectId, monitorIds: $monitorIds) {
    isSnapshot to at monitor { id }
  }
}`

type StatusEvent = {
  data: {
    monitorStatusChanged: { isSnapshot: boolean; at: string; monitor: { id: string } }
  }
}

/** A dashboard: subscribes over the real server with server-sent events and records when each change arrived. */
export async function openDashboard({ services }: Stage, projectId: string, monitorIds: string[]) {
  const env = { ...services.env, HOST: "127.0.0.1", PORT: 0 }
  const api = await startApi({ ...services, env })
  const { token } = await createKey(contextFor(services, { kind: "system", name: "bench" }), {
    projectId,
    class: "public",
    name: "dashboard",
    scopes: ["monitors:read"],
  })
  const leave = new AbortController()
  const response = await fetch(`${api.address}/graphql`, {
    method: "POST",
    signal: leave.signal,
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ query: subscription, variables: { projectId, monitorIds } }),
  })
  const receivedAtMs = new Map<string, number>()
  const reading = read(response, receivedAtMs).catch((error: unknown) => {
    if (!leave.signal.aborted) throw error
  })
  return {
    /** Wall clock time; undefined if the change did not arrive. */
    receivedAtMs: (monitorId: string, at: Date) => receivedAtMs.get(`${monitorId} ${at.getTime()}`),
    get updates(): number {
      return receivedAtMs.size
    },
    async close() {
      leave.abort()
      await reading
      await api.stop()
    },
  }
}

async function read(response: Response, receivedAtMs: Map<string, number>): Promise<void> {
  if (!response.ok || response.body === null) throw new Error(await response.text())
  let rest = ""
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (!line.startsWith('data: {"data"')) continue
      const { data } = JSON.parse(line.slice(6)) as StatusEvent
      const { isSnapshot, at, monitor } = data.monitorStatusChanged
      if (!isSnapshot) receivedAtMs.set(`${monitor.id} ${Date.parse(at)}`, Date.now())
    }
  }
}
