import { createKey } from "../../src/graphql/key/create.ts"
import { printTable } from "../machine.ts"
import type { Server } from "../server.ts"
import type { Viewers } from "../viewers.ts"
import { frameOf, openViewers, upgrade } from "../viewers.ts"
import type { Stage } from "./page.ts"
import { middle } from "./page.ts"

/** A key may have so many streams, and so many sockets. */
const perKey = 100

/** How soon the last of many dashboards was told, over events and over sockets, beside ws that sends as many bytes. */
export async function measureDashboards(stage: Stage, count: number): Promise<void> {
  const { page, rounds } = stage
  const { projectId, ctx } = page
  const query = `subscription { statusPageChanged(projectId: "${projectId}") {
    isSnapshot statusPage { id slug url isPublic description updatedAt groups { id name } name } } }`
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(count / perKey) }, async (_, at) => {
      const scopes = ["status_pages:read"] as const
      const made = await createKey(ctx, {
        projectId,
        class: "public",
        name: `screen ${at}`,
        scopes: [...scopes],
      })
      return made.token
    }),
  )
  const bearer = (index: number) => `Authorization: Bearer ${tokens[Math.floor(index / perKey)]}`
  await (
    await page.rename("round-0")
  )()
  const ours = await stage.start()
  const bare = await stage.startBare({ headers: [], body: "" })
  const response = await fetch(`${ours.address}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${tokens[0]}`,
    },
    body: JSON.stringify({
      query: `{ statusPage(id: "${page.id}") { id slug url isPublic description updatedAt groups { id name } name } }`,
    }),
  })
  const { data } = (await response.json()) as { data: object }
  const event = JSON.stringify({ data: { statusPageChanged: { isSnapshot: false, ...data } } })

  const events = (index: number) => [
    Buffer.from(
      `GET /graphql?${new URLSearchParams({ query }).toString()} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n${bearer(index)}\r\n\r\n`,
    ),
  ]
  const socket = (index: number) => [
    upgrade("/graphql", ["Sec-WebSocket-Protocol: graphql-transport-ws", bearer(index)]),
    frameOf({ type: "connection_init" }),
    frameOf({ type: "subscribe", id: "1", payload: { query } }),
  ]

  async function run(
    server: Server,
    greet: (index: number) => Buffer[],
    until: string,
    tell: (name: string) => Promise<() => Promise<void>>,
  ): Promise<number> {
    const viewers: Viewers = await openViewers(server.address, count, greet, until)
    const lasts: number[] = []
    for (let at = 0; at <= rounds; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const name = `round-${Date.now()}`
      const told = viewers.all(name)
      const go = await tell(name)
      const fromMs = performance.now()
      await go()
      const { lastMs } = await told
      if (at > 0) lasts.push(lastMs - fromMs)
    }
    viewers.close()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return middle(lasts)
  }
  const bareTell = (name: string) =>
    Promise.resolve(() => Promise.resolve(bare.say(event.replace("round-0", name))))
  const before = await run(bare, () => [upgrade("/")], "101 Switching", bareTell)
  const overEvents = await run(ours, events, "round-", (name) => page.rename(name))
  const overSockets = await run(ours, socket, "round-", (name) => page.rename(name))
  const after = await run(bare, () => [upgrade("/")], "101 Switching", bareTell)
  const baseline = (before + after) / 2
  printTable(
    [
      `${count} dashboards of ${tokens.length} keys, ${event.length} bytes`,
      "last told ms",
      "of bare",
      "goal",
    ],
    [
      ["bare ws broadcast, before and after", `${before.toFixed(1)}, ${after.toFixed(1)}`, 1, ""],
      ["Watchkeeper, events, from the commit", overEvents, (overEvents / baseline).toFixed(2), "2"],
      [
        "Watchkeeper, sockets, from the commit",
        overSockets,
        (overSockets / baseline).toFixed(2),
        "2",
      ],
    ],
  )
  await ours.stop()
  await bare.stop()
}
