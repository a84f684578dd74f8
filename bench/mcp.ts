import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/client"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { listed, tools } from "../src/mcp/tools.ts"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import { connect } from "../src/platform/postgres.ts"
import { startClient } from "./client.ts"
import { describeMachine, divideCores, printTable } from "./machine.ts"
import type { AgentProject } from "./mcp-data.ts"
import { fillAgentProjects } from "./mcp-data.ts"
import type { LoadStats } from "./request-load.ts"
import { startServer } from "./server.ts"

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "4000" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "48" },
    /** A folder for the CPU profile of the server. */
    profile: { type: "string" },
    /** The name of one tool; default: all. */
    only: { type: "string" },
  },
})
const requests = Number(values.requests)
const rounds = Number(values.rounds)
const connections = Number(values.connections)
const warmUps = 1
const secondsAtHalf = 4

const version = "2026-07-28"

const get =
  (path: string) =>
  ({ publicToken }: AgentProject): string =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${publicToken}\r\n\r\n`

const bodyOf = (name: string, args: object): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name,
      arguments: args,
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: version,
        [CLIENT_INFO_META_KEY]: { name: "bench", version: "1" },
        [CLIENT_CAPABILITIES_META_KEY]: {},
      },
    },
  })

const headersOf = (name: string, token: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  Accept: "application/json, text/event-stream",
  "Content-Type": "application/json",
  "MCP-Protocol-Version": version,
  "Mcp-Method": "tools/call",
  "Mcp-Name": name,
})

const callOf =
  (name: string, args: object) =>
  ({ legacyToken }: AgentProject): string => {
    const body = bodyOf(name, args)
    const headers = Object.entries(headersOf(name, legacyToken))
      .map(([header, value]) => `${header}: ${value}\r\n`)
      .join("")
    return `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
  }

/** The same rows over both. */
const reads = [
  {
    name: "list_monitors",
    over: callOf("list_monitors", {}),
    path: "GET /v1/monitors?limit=30",
    plain: get("/v1/monitors?limit=30"),
  },
  {
    name: "list_incidents",
    over: callOf("list_incidents", { open_only: false }),
    path: "GET /v1/incidents?limit=30",
    plain: get("/v1/incidents?limit=30"),
  },
]

const measured = reads.filter(({ name }) => values.only === undefined || values.only === name)

const middle = (figures: number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

/** A tool at half of its capacity, and the same read over /v1 at half of its own and at the tool's rate. */
type Figure = Record<"load" | "ownLoad", Load> & Record<"over" | "plain" | "own", LoadStats>
type Load = { connections: number; requests: number; perSecond: number }

const halfOf = ({ perSecond: full }: LoadStats): Load => ({
  connections,
  requests: Math.ceil((full / 2) * secondsAtHalf),
  perSecond: full / 2,
})

const answered = ({ statuses }: LoadStats): string => [...statuses.keys()].join(", ")

const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const core = divideCores()
const client = await startClient()
const log = createLog("error", "bench")
const embedded = await startEmbedded(readEnv({ DATA_DIR: folder, LOG_LEVEL: "error" }), log)
try {
  await migrate(embedded.connectionString)
  const database = connect(embedded.connectionString, 4)
  const projects = await fillAgentProjects(database)
  await database.end()
  const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
  const server = await startServer(
    "Watchkeeper",
    [...core, process.execPath, launcher, "start", "--json", "--roles", "api"],
    {
      DATABASE_URL: embedded.connectionString,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "error",
      EGRESS_ANCHORS: "127.0.0.1:1",
      ...(values.profile === undefined
        ? {}
        : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }),
    },
  )
  const send = (
    of: (project: AgentProject) => string,
    load: Parameters<typeof client.sendRequests>[1],
  ) => client.sendRequests(server.address, load, projects.map(of))
  try {
    process.stdout.write(`${describeMachine(core.length > 0)}\n`)
    const rows: (string | number)[][] = []
    for (const { name, over, path, plain } of measured) {
      const figures: Figure[] = []
      for (let round = -warmUps; round < rounds; round += 1) {
        const ownLoad = halfOf(await send(plain, { connections, requests }))
        const load = halfOf(await send(over, { connections, requests }))
        const figure = {
          load,
          ownLoad,
          over: await send(over, load),
          plain: await send(plain, load),
          own: await send(plain, ownLoad),
        }
        if (round >= 0) figures.push(figure)
      }
      // Ratios are taken per round, because the speed of the machine changes between rounds.
      const ratioTo = (other: "plain" | "own") =>
        middle(figures.map((one) => one.over.p99Ms / one[other].p99Ms)).toFixed(2)
      const rowOf = (title: string, part: "over" | "plain" | "own", ratio: string) => [
        title,
        middle(figures.map((one) => (part === "own" ? one.ownLoad : one.load).perSecond)),
        middle(figures.map((one) => one[part].p50Ms)),
        middle(figures.map((one) => one[part].p99Ms)),
        ratio,
        [...new Set(figures.map((one) => answered(one[part])))].join("; "),
      ]
      rows.push(
        rowOf(name, "over", "1"),
        rowOf(`${path}, at half of its own capacity`, "own", ratioTo("own")),
        rowOf(`${path}, at the same rate`, "plain", ratioTo("plain")),
      )
    }
    printTable(["read", "requests/s", "p50, ms", "p99, ms", "tool's p99 to it", "statuses"], rows)
    await printTokens(server.address, projects)
  } finally {
    await server.stop()
  }
} finally {
  await client.stop()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Tokens of the list of tools, and of answers about a project with 30 monitors and 30 incidents. */
async function printTokens(address: string, [project]: readonly AgentProject[]): Promise<void> {
  if (project === undefined) throw new Error("there are projects")
  const rows: (string | number)[][] = [
    [`list of ${tools.length} tools`, countTokens(JSON.stringify(tools.map(listed))), 6000],
  ]
  for (const [name, args] of [
    ["get_overview", {}],
    ["list_monitors", {}],
    ["list_incidents", { open_only: false }],
    ["get_incident", { incident: "1" }],
    ["get_monitor", { monitor: project.monitorId }],
    ["who_is_on_call", {}],
  ] as const) {
    const response = await fetch(`${address}/mcp`, {
      method: "POST",
      headers: headersOf(name, project.legacyToken),
      body: bodyOf(name, args),
    })
    const { result } = (await response.json()) as { result: { structuredContent: unknown } }
    rows.push([name, countTokens(JSON.stringify(result.structuredContent)), 4000])
  }
  process.stdout.write("\n")
  printTable(["answer", "tokens (o200k)", "at most"], rows)
}
