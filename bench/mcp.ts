import { parseArgs } from "node:util"
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/client"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { listed, tools } from "../src/mcp/tools.ts"
import { startClient } from "./client.ts"
import { openInstallation } from "./installed.ts"
import { describeMachine, divideCores, printTable, spread, type Cell } from "./machine.ts"
import { fillAgentProjects, type AgentProject } from "./mcp-data.ts"
import { eachBus } from "./redis.ts"
import { figuresOf, measureLoad, type Figure, type Load } from "./rest-compare.ts"
import type { Server } from "./server.ts"

/** `npm run bench:mcp`: tools that read beside the same reads over /v1; see README.md here. */

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "16,96" },
    redis: { type: "string", default: "without,with" },
    /** The api role alone on one core. */
    pinned: { type: "boolean", default: false },
    /** A folder for the CPU profiles of the roles. */
    profile: { type: "string" },
    /** The name of one tool; default: all. */
    only: { type: "string" },
  },
})
const requests = Number(values.requests)
const rounds = Number(values.rounds)
const warmUps = 2

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

const core = values.pinned ? divideCores() : null
const client = await startClient()
let areTokensKnown = false
try {
  await eachBus(values.redis, async (bus, settings) => {
    const profile: Record<string, string> =
      values.profile === undefined
        ? {}
        : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }
    const installation = await openInstallation({ ...settings, ...profile })
    try {
      const projects = await fillAgentProjects(installation.services.database)
      const server = await (core === null
        ? installation.startAll()
        : installation.startRole("api", core))
      process.stdout.write(`${describeMachine(core !== null)}, ${bus}\n`)
      for (const connections of values.connections.split(",").map(Number)) {
        const rows: Cell[][] = []
        for (const read of measured)
          rows.push(...(await measure(server, projects, read, connections)))
        printTable(
          [
            `read, ${bus}, ${connections} connections`,
            "requests/s",
            "p50, ms",
            "p99, ms",
            "CPU µs each",
            "tool's p99 to it",
            "tool's CPU to it",
          ],
          rows,
        )
      }
      if (!areTokensKnown) await printTokens(server.address, projects)
      areTokensKnown = true
    } finally {
      await installation.stop()
    }
  })
} finally {
  await client.stop()
}

/** A tool at half of its capacity, and the same read over /v1 at half of its own and at the tool's rate. */
async function measure(
  server: Server,
  projects: readonly AgentProject[],
  { name, over, path, plain }: (typeof reads)[number],
  connections: number,
): Promise<Cell[][]> {
  const size = { requests, rounds, connections }
  const [tool, rest] = [over, plain].map((of) => ({ texts: projects.map(of), size })) as [
    Load,
    Load,
  ]
  const figures: Record<"over" | "own" | "plain", Figure>[] = []
  for (let round = -warmUps; round < rounds; round += 1) {
    const ownHalf = (await measureLoad(client, server, rest)).perSecond / 2
    const half = (await measureLoad(client, server, tool)).perSecond / 2
    if (round < 0) continue
    figures.push({
      over: await measureLoad(client, server, tool, half),
      own: await measureLoad(client, server, rest, ownHalf),
      plain: await measureLoad(client, server, rest, half),
    })
  }
  const rowOf = (title: string, part: "over" | "own" | "plain"): Cell[] => {
    const { perSecond, p50Ms, p99Ms, cpuUs } = figuresOf(figures.map((one) => one[part]))
    // Ratios are taken per round, because the speed of the machine changes between rounds.
    const ratioOf = (what: "p99Ms" | "cpuUs") =>
      part === "over" ? "" : spread(figures.map((one) => one.over[what] / one[part][what]))
    return [title, perSecond, p50Ms, p99Ms, cpuUs, ratioOf("p99Ms"), ratioOf("cpuUs")]
  }
  return [
    rowOf(name, "over"),
    rowOf(`${path}, at half of its own capacity`, "own"),
    rowOf(`${path}, at the same rate`, "plain"),
  ]
}

/** Tokens of the list of tools, and of answers about a project with 30 monitors and 30 incidents. */
async function printTokens(address: string, [project]: readonly AgentProject[]): Promise<void> {
  if (project === undefined) throw new Error("there are projects")
  const rows: Cell[][] = [["list of tools", countTokens(JSON.stringify(tools.map(listed))), 6000]]
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
  printTable(["answer", "tokens (o200k)", "goal, at most"], rows)
}
