import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Command } from "commander"
import { readEnv } from "../platform/env.ts"
import { contextFor, type Context } from "../graphql/kernel/context.ts"
import { requestCheck } from "../graphql/monitoring/monitor/state/request-check.ts"
import { openServices } from "../platform/services.ts"
import { addCommand } from "./command.ts"
import { createBoard } from "./demo/board.ts"
import { inDays, issue } from "./demo/certificate.ts"
import { fillDemo, retireDemo, type Filled } from "./demo/fill.ts"
import { startMailServer } from "./demo/demo-mail.ts"
import { failing, heartbeat, startTargets, type Targets } from "./demo/demo-targets.ts"
import { monitorFields } from "./monitor-fields.ts"
import { paint, print } from "./output.ts"
import { startServer, type Server } from "./start.ts"

/** The target fails for seven minutes of every twenty: long enough to escalate, too rare to flap. */
const failingMs = 7 * 60_000
const cycleMs = 20 * 60_000
const firstFailureMs = 20_000
/** Two failed checks declare an outage; the second does not wait for its interval. */
const secondCheckMs = 10_000
const pingMs = 20_000
const drawMs = 1000

export function registerDemo(program: Command): void {
  addCommand(
    program,
    "demo",
    "run everything with a demo project: healthy, slow, failing, and expiring targets",
  ).action(async ({ json }: { json: boolean }) => {
    const mail = await startMailServer()
    const settings = await demoSettings(mail.url)
    const server = await startServer(settings.environment, undefined)
    if (server === null) return mail.stop()
    const { icmpAbility } = await import("../probe/icmp/icmp-support.ts")
    const canPing = (await icmpAbility()).missing === null
    const targets = await startTargets(settings.authority, canPing)
    try {
      await play(server, targets, json)
    } finally {
      await server.stop()
      targets.stop()
      mail.stop()
    }
  })
}

/** Settings of `start`, plus access to loopback, a mail server, and trust in the demo's certificate authority. */
async function demoSettings(mailUrl: string) {
  const { DATA_DIR, REACHABLE_RANGES } = readEnv()
  const authority = issue({
    name: "Watchkeeper demo authority",
    isAuthority: true,
    expiresAt: inDays(3650),
  })
  const authorityPath = join(DATA_DIR, "demo-authority.pem")
  await mkdir(DATA_DIR, { recursive: true })
  await writeFile(authorityPath, authority.cert)
  const environment = {
    SMTP_URL: mailUrl,
    MAIL_FROM: "Watchkeeper <demo@example.com>",
    ...process.env,
    LOG_LEVEL: process.env["LOG_LEVEL"] || "warn",
    REACHABLE_RANGES: [...REACHABLE_RANGES, "127.0.0.0/8", "::1/128"].join(","),
    NODE_EXTRA_CA_CERTS: authorityPath,
  }
  return { authority, environment }
}

async function play(server: Server, targets: Targets, isJson: boolean): Promise<void> {
  const services = await openServices(server.env, server.connectionString, "demo")
  const ctx = contextFor(services, { kind: "system", name: "demo" })
  try {
    const filled = await fillDemo(ctx, targets.monitors)
    print(isJson, facts(ctx, server, filled), () => greeting(server, filled))
    const timers = keepMoving(ctx, server, targets, filled)
    if (!isJson) timers.push(keepShowing(ctx, filled))
    await server.asked
    for (const timer of timers) clearInterval(timer)
    await retireDemo(ctx, filled.monitors)
  } finally {
    await services.close()
  }
}

function keepMoving(ctx: Context, server: Server, targets: Targets, { monitors }: Filled) {
  const failingId = monitors.find(({ name }) => name === failing)?.id ?? ""
  const beat = monitors.find(({ name }) => name === heartbeat)
  const check = () => {
    requestCheck(ctx, failingId).catch((error: unknown) => ctx.log.warn({ err: error }, "demo"))
  }
  const flip = () => {
    targets.flip()
    check()
    setTimeout(check, secondCheckMs).unref()
  }
  const fail = () => {
    flip()
    setTimeout(flip, failingMs).unref()
  }
  const ping = () => {
    const url = beat && monitorFields({ ...beat, state: null }, ctx).heartbeat_url
    if (!url || server.facts.address === null) return
    const { pathname } = new URL(url)
    fetch(new URL(pathname, server.facts.address), { signal: AbortSignal.timeout(5000) })
      .then((response) => response.text())
      .catch((error: unknown) => ctx.log.warn({ err: error }, "could not send the demo's ping"))
  }
  ping()
  setTimeout(fail, firstFailureMs).unref()
  return [setInterval(fail, cycleMs), setInterval(ping, pingMs)]
}

function keepShowing(ctx: Context, { project }: Filled): NodeJS.Timeout {
  const board = createBoard(process.stdout)
  const show = async () => {
    const rows = await ctx.database.prisma.monitor.findMany({
      where: { projectId: project.id, deletedAt: null },
      include: { state: true },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    })
    board.show(rows, new Date())
  }
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    show()
      .catch((error: unknown) => ctx.log.warn({ err: error }, "could not draw the board"))
      .finally(() => {
        isBusy = false
      })
  }, drawMs)
}

const facts = (
  ctx: Context,
  { facts }: Server,
  { project, monitors, page, email, password }: Filled,
) => ({
  ...facts,
  email,
  password,
  project: { id: project.id, name: project.name },
  status_page: pageUrl(facts.base_url, page),
  monitors: monitors.map((monitor) => monitorFields({ ...monitor, state: null }, ctx)),
})

const pageUrl = (baseUrl: string, { slug }: Filled["page"]) => `${baseUrl}/status/${slug}`

const greeting = ({ facts }: Server, { email, password, page }: Filled) =>
  [
    `The demo is running at ${paint("bold", facts.base_url)}`,
    `  Sign in   ${email} with the password ${paint("bold", password)}`,
    `  Page      ${pageUrl(facts.base_url, page)} (public)`,
    `  Data      ${facts.data_dir}, keeps the project Demo after this ends`,
    "  Stop      Ctrl-C",
    "",
  ].join("\n")
