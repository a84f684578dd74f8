import { readFileSync } from "node:fs"
import { newId } from "../../src/platform/id.ts"
import { median, printTable, spread } from "../machine.ts"
import type { Server } from "../server.ts"
import { frameOf, openViewers, upgrade, type Greeting, type Viewers } from "../viewers.ts"
import { benchUrl, type Stage } from "./page.ts"

/** The limit of streams and of sockets per person. */
const perPerson = 100

/** When the last dashboard was updated, and the CPU of the server's main thread, in each round. */
type Figures = { lastMs: number[]; cpuMs: number[] }

/** CPU time of the main thread of a process so far. */
const busyMsOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6

/** Creates a member of the project. @returns the session's cookies. */
async function signUp({ services, page }: Stage, { address }: Server): Promise<string> {
  const email = `${newId()}@bench.test`
  const response = await fetch(`${address}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: benchUrl },
    body: JSON.stringify({ name: "Ada", email, password: "correct horse battery" }),
  })
  if (!response.ok) throw new Error(await response.text())
  const { prisma } = services.database
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
  const { projectId } = page
  await prisma.member.create({ data: { id: newId(), projectId, userId, role: "viewer" } })
  const cookies = response.headers.getSetCookie()
  return cookies.map((one) => one.split(";", 1)[0]).join("; ")
}

/** Measures when the last of many dashboards is updated, over server-sent events and WebSockets, beside plain ws. */
export async function measureDashboards(stage: Stage, count: number): Promise<void> {
  const { page, bus, rounds } = stage
  const { projectId } = page
  const query = `subscription { statusPageChanged(projectId: "${projectId}") {
    isSnapshot statusPage { id slug url isPublic description updatedAt groups { id name } name } } }`
  await (
    await page.rename("round-0")
  )()
  const ours = await stage.start()
  const bare = await stage.startBare({ headers: [], body: "" })
  const people = Math.ceil(count / perPerson)
  const cookies = await Promise.all(Array.from({ length: people }, () => signUp(stage, ours)))
  const cookieOf = (index: number) => `Cookie: ${cookies[Math.floor(index / perPerson)]}`
  const response = await fetch(`${ours.address}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      cookie: cookies[0] ?? "",
    },
    body: JSON.stringify({
      query: `{ statusPage(id: "${page.id}") { id slug url isPublic description updatedAt groups { id name } name } }`,
    }),
  })
  const answer = await response.text()
  if (!answer.includes("round-0")) throw new Error(answer)
  const { data } = JSON.parse(answer) as { data: object }
  const event = JSON.stringify({ data: { statusPageChanged: { isSnapshot: false, ...data } } })

  const events = (index: number) => [
    {
      bytes: Buffer.from(
        `GET /graphql?${new URLSearchParams({ query }).toString()} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n${cookieOf(index)}\r\n\r\n`,
      ),
    },
  ]
  const socket = (index: number) => [
    {
      bytes: upgrade("/graphql", ["Sec-WebSocket-Protocol: graphql-transport-ws", cookieOf(index)]),
    },
    { after: "101 Switching", bytes: frameOf({ type: "connection_init" }) },
    {
      after: "connection_ack",
      bytes: frameOf({ type: "subscribe", id: `dashboard-${index}`, payload: { query } }),
    },
  ]

  async function run(
    server: Server,
    greet: (index: number) => Greeting[],
    until: string,
    change: (name: string) => Promise<() => Promise<void>>,
  ): Promise<Figures> {
    const viewers: Viewers = await openViewers(server.address, count, greet, until)
    const lasts: number[] = []
    const costs: number[] = []
    for (let at = 0; at <= rounds; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const name = `round-${Date.now()}`
      const received = viewers.received(name)
      const publish = await change(name)
      const cpuFromMs = busyMsOf(server.pid)
      const fromMs = performance.now()
      await publish()
      const { lastMs } = await received
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (at === 0) continue
      lasts.push(lastMs - fromMs)
      costs.push(busyMsOf(server.pid) - cpuFromMs)
    }
    viewers.close()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return { lastMs: lasts, cpuMs: costs }
  }
  const bareChange = (name: string) =>
    Promise.resolve(() => Promise.resolve(bare.send(event.replace("round-0", name))))
  const before = await run(bare, () => [{ bytes: upgrade("/") }], "101 Switching", bareChange)
  const overEvents = await run(ours, events, "round-", (name) => page.rename(name))
  const overSockets = await run(ours, socket, "round-", (name) => page.rename(name))
  const after = await run(bare, () => [{ bytes: upgrade("/") }], "101 Switching", bareChange)
  const bareLastMs = median([...before.lastMs, ...after.lastMs])
  const bareCpuMs = median([...before.cpuMs, ...after.cpuMs])
  const row = (name: string, { lastMs, cpuMs }: Figures, goal: string) => [
    name,
    spread(lastMs),
    spread(lastMs.map((ms) => ms / bareLastMs)),
    goal,
    spread(cpuMs),
    spread(cpuMs.map((ms) => ms / bareCpuMs)),
  ]
  printTable(
    [
      `${count} dashboards of ${people} people, ${bus}`,
      "last updated, ms",
      "ratio to bare",
      "goal",
      "CPU of the main thread, ms",
      "CPU, ratio to bare",
    ],
    [
      row("bare ws broadcast, before", before, ""),
      row("Watchkeeper, server-sent events, from the commit", overEvents, "2"),
      row("Watchkeeper, WebSockets, from the commit", overSockets, "2"),
      row("bare ws broadcast, after", after, ""),
    ],
  )
  await ours.stop()
  await bare.stop()
}
