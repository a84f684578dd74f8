import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { rm, stat } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { newId } from "../../src/platform/id.ts"
import { startSmtp } from "../support/smtp.ts"
import { startOnSmallDisk } from "./small-disk.ts"

const shell = promisify(execFile)
const until = async (what: () => Promise<boolean>) =>
  await expect.poll(what, { interval: 200 }).toBe(true)
const part = z.object({ status: z.string(), detail: z.string().nullable() })

test("on a full disk the embedded database goes on in the reserve: an outage is paged, and history waits", async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.stop())
  let isBroken = false
  const target = createServer((_, response) => response.writeHead(isBroken ? 500 : 200).end())
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void target.close())
  const { port } = target.address() as AddressInfo

  const { program, disk, services, close } = await startOnSmallDisk({
    LOG_LEVEL: "info",
    EGRESS_ANCHORS: "off",
    SECRET_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: smtp.url,
    MAIL_FROM: "Watchkeeper <alerts@watch.example>",
  })
  onTestFinished(close)
  const { database } = services
  const { pool } = database
  const [userId, monitorId] = [newId(), newId()]
  await database.prisma.user.create({
    data: { id: userId, name: "Ada", email: "ada@watch.example" },
  })
  const system = contextFor(services, { kind: "system", name: "test" })
  const { id: projectId } = await createProject(system, { name: "Shop" })
  await database.prisma.member.create({ data: { id: newId(), projectId, userId, role: "owner" } })
  await database.prisma.monitor.create({
    data: {
      id: monitorId,
      projectId,
      name: "Shop",
      kind: "http",
      url: `http://127.0.0.1:${port}/`,
      host: "127.0.0.1",
      intervalSeconds: 1,
      timeoutSeconds: 5,
      failureThreshold: 1,
      recoveryThreshold: 1,
      state: { create: {} },
    },
  })
  const is = async (sql: string) =>
    (await pool.query<{ is: boolean }>(`select (${sql}) as is`)).rows[0]?.is === true
  await until(() => is("select status = 'operational' from monitor_state"))
  await until(async () => (await stat(disk("reserve")).catch(() => null)) !== null)

  await shell("sh", ["-c", `dd if=/dev/zero of=${disk("ballast")} bs=64k || true`])
  await until(() => Promise.resolve(program.log().includes("history stops")))
  const health = async () => {
    const response = await fetch(`${program.address}/api/health`)
    return z.object({ disk: part }).parse(await response.json()).disk
  }
  await until(async () => (await health()).status !== "ok")
  expect((await health()).detail).toContain("Free disk space")

  // States go on without rows of good checks.
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from check_result",
  )
  await until(() => is("select last_check_at > now() - interval '2 seconds' from monitor_state"))
  const before = rows[0]?.count ?? 0
  isBroken = true
  await until(() => Promise.resolve(smtp.mails.some(({ parsed }) => hasSubject(parsed, /Shop/))))
  expect(before).toBeGreaterThan(0)

  await rm(disk("ballast"))
  isBroken = false
  await until(async () => (await stat(disk("reserve")).catch(() => null)) !== null)
  await until(() => is("select status = 'operational' from monitor_state"))
  await until(async () => (await health()).status === "ok")
  await until(() => is("select max(started_at) > now() - interval '3 seconds' from check_result"))
})

const hasSubject = ({ subject = "" }: { subject?: string | undefined }, pattern: RegExp) =>
  pattern.test(subject)
