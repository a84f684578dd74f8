import { median, printTable, residentMbOf, spread, type Cell } from "../machine.ts"
import type { Server } from "../server.ts"
import { openViewers, upgrade, type Viewers } from "../viewers.ts"
import type { Stage } from "./page.ts"

const query = `subscription ($slug: String!) { publicStatusPageChanged(slug: $slug) {
  version at headline sections { name components { id name status since isUnderMaintenance uptimePercent } }
  openIncidents { id title stateName impact startedAt updates { body at } }
  ongoingMaintenances { id title startsAt endsAt } plannedMaintenances { id title startsAt endsAt } name } }`

/** The first event, which the bare server sends with the name of each round. */
async function firstEvent({ address }: Server, path: string): Promise<string> {
  const leave = new AbortController()
  const headers = { accept: "text/event-stream" }
  const response = await fetch(address + path, { headers, signal: leave.signal })
  let text = ""
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.endsWith("}\n\n")) break
  }
  leave.abort()
  return text.slice(text.indexOf("{"), -2)
}

type Round = { first: number; last: number; cpu: number }

async function measureRound(
  server: Server,
  viewers: Viewers,
  name: string,
  publish: () => Promise<void> | void,
): Promise<Round> {
  const received = viewers.received(name)
  const [fromMs, cpuMs] = [performance.now(), server.cpuMs()]
  await publish()
  const { firstMs, lastMs } = await received
  return { first: firstMs - fromMs, last: lastMs - fromMs, cpu: server.cpuMs() - cpuMs }
}

const repeats = 3

const settled = () => new Promise((resolve) => setTimeout(resolve, 2000))

/** Measures when the last of many viewers is updated, beside plain ws sending as many bytes to as many sockets. */
export async function measureViewers(stage: Stage, count: number): Promise<void> {
  const { page, bus, rounds } = stage
  const variables = JSON.stringify({ slug: page.slug })
  const path = `/graphql?${new URLSearchParams({ query, variables }).toString()}`
  await (
    await page.rename("round-0")
  )()
  const ours = await stage.start()
  const bare = await stage.startBare({ headers: [], body: "" })
  const event = await firstEvent(ours, path)

  async function bareRound(viewers: Viewers, round: number): Promise<Round> {
    const name = `round-${round}`
    return measureRound(bare, viewers, name, () => bare.send(event.replace("round-0", name)))
  }
  async function ourRound(viewers: Viewers, round: number): Promise<Round> {
    const name = `round-${round}`
    return measureRound(ours, viewers, name, await page.rename(name))
  }
  type Ask = typeof ourRound
  async function run(server: Server, open: () => Promise<Viewers>, ask: Ask) {
    await settled()
    const emptyMb = residentMbOf(server.pid)
    const viewers = await open()
    await settled()
    const figures: Round[] = []
    for (let at = 0; at <= rounds; at += 1) {
      const figure = await ask(viewers, Date.now())
      if (at > 0) figures.push(figure)
      // Rounds must not overlap, and a page is read at most twice a second.
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const kbEach = ((residentMbOf(server.pid) - emptyMb) * 1024) / count
    viewers.close()
    return { figures, kbEach }
  }

  const get = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n`
  const openBare = () =>
    openViewers(bare.address, count, () => [{ bytes: upgrade("/") }], "101 Switching")
  const openOurs = () =>
    openViewers(ours.address, count, () => [{ bytes: Buffer.from(get) }], "round-")
  // Alternating, because the speed of the machine changes; one process cannot have the sockets of both at once.
  const runs: Record<"bare" | "ours", Awaited<ReturnType<typeof run>>>[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const baseline = await run(bare, openBare, bareRound)
    runs.push({ bare: baseline, ours: await run(ours, openOurs, ourRound) })
  }
  const kbEach = (side: "bare" | "ours") => spread(runs.map((one) => one[side].kbEach))
  const all = {
    bare: runs.flatMap((one) => one.bare.figures),
    ours: runs.flatMap((one) => one.ours.figures),
  }
  const baseline = median(all.bare.map(({ last }) => last))
  const row = (name: string, figures: Round[], goal: string, memory: Cell[]) => [
    name,
    spread(figures.map(({ first }) => first)),
    spread(figures.map(({ last }) => last)),
    spread(figures.map(({ last }) => last / baseline)),
    goal,
    spread(figures.map(({ cpu }) => cpu)),
    ...memory,
  ]
  printTable(
    [
      `${count} viewers, ${bus}`,
      "first updated, ms",
      "last updated, ms",
      "ratio to bare's median (least–most)",
      "goal",
      "CPU of all processes, ms",
      "KB per viewer",
      "goal, KB",
    ],
    [
      row("bare ws broadcast", all.bare, "", [kbEach("bare"), ""]),
      row("Watchkeeper, from the commit", all.ours, "1.2", [kbEach("ours"), "20"]),
    ],
  )
  await ours.stop()
  await bare.stop()
}
