import type { Server } from "../server.ts"
import { openViewers, type Viewers } from "../viewers.ts"
import type { Page } from "./page.ts"

const query = `subscription ($slug: String!) { publicStatusPageChanged(slug: $slug) {
  version at headline sections { name components { id name status since isUnderMaintenance uptimePercent } }
  openIncidents { id title stateName impact startedAt updates { body at } } name } }`

/** Viewers of one page at several servers, over server-sent events. */
export async function watchersOf(page: Page, servers: readonly Server[], perServer: number) {
  const variables = JSON.stringify({ slug: page.slug })
  const path = `/graphql?${new URLSearchParams({ query, variables }).toString()}`
  const get = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n`
  await (
    await page.rename("round-0")
  )()
  const all: Viewers[] = []
  for (const { address } of servers) {
    all.push(await openViewers(address, perServer, () => [{ bytes: Buffer.from(get) }], "round-"))
  }
  return {
    /** Changes the page. @returns when the last viewer of each server has received it, in ms. */
    async round(): Promise<number[]> {
      const name = `round-${Date.now()}`
      const waiting = all.map((viewers) => viewers.received(name))
      const publish = await page.rename(name)
      const fromMs = performance.now()
      await publish()
      return (await Promise.all(waiting)).map(({ lastMs }) => lastMs - fromMs)
    },
    close(): void {
      for (const viewers of all) viewers.close()
    },
  }
}
