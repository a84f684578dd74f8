import { startApi } from "../src/api/main.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import type { Stage } from "./stage.ts"

const subscription = `subscription ($projectId: ID!, $monitorIds: [ID!]) {
  monitorStatusChanged(projectId: $projectId, monitorIds: $monitorIds) {
    isSnapshot to at monitor { id }
  }
}`

type Told = {
  data: {
    monitorStatusChanged: { isSnapshot: boolean; at: string; monitor: { id: string } }
  }
}

/** A subscriber as a browser is one: over the real server and server-sent events. Knows when it was told of what. */
export async function openScreen({ services }: Stage, projectId: string, monitorIds: string[]) {
  const env = { ...services.env, HOST: "127.0.0.1", PORT: 0 }
  const api = await startApi({ ...services, env })
  const { token } = await createKey(contextFor(services, { kind: "system", name: "bench" }), {
    projectId,
    class: "public",
    name: "screen",
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
  const toldAtMs = new Map<string, number>()
  const reading = read(response, toldAtMs).catch((error: unknown) => {
    if (!leave.signal.aborted) throw error
  })
  return {
    /** By the wall clock, which is the database's; undefined where it was never told. */
    toldAtMs: (monitorId: string, at: Date) => toldAtMs.get(`${monitorId} ${at.getTime()}`),
    get told(): number {
      return toldAtMs.size
    },
    async close() {
      leave.abort()
      await reading
      await api.stop()
    },
  }
}

async function read(response: Response, toldAtMs: Map<string, number>): Promise<void> {
  if (!response.ok || response.body === null) throw new Error(await response.text())
  let rest = ""
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (!line.startsWith('data: {"data"')) continue
      const { data } = JSON.parse(line.slice(6)) as Told
      const { isSnapshot, at, monitor } = data.monitorStatusChanged
      if (!isSnapshot) toldAtMs.set(`${monitor.id} ${Date.parse(at)}`, Date.now())
    }
  }
}
