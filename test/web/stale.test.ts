import { afterAll, beforeAll, expect, test } from "vitest"
import { startApi } from "../../src/api/main.ts"
import { recordChecks } from "../../src/graphql/check/record.ts"
import { createMonitor } from "../../src/graphql/monitor/create.ts"
import { apiEnv } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { useWorld } from "../support/world.ts"
import { freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const world = useWorld({ ...apiEnv, PORT: port, BASE_URL: base })
const held: { stop?(): Promise<void> } = {}
const start = async () => {
  Object.assign(held, await startApi(world.services))
}

beforeAll(start)
afterAll(() => held.stop?.())

test("a lost line is told at once, and what happened meanwhile is shown when it is back", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { id: projectId } = await world.services.database.prisma.project.findFirstOrThrow()
  const monitor = await createMonitor(world.system, {
    projectId,
    kind: "tcp",
    name: "Mail",
    host: "127.0.0.1",
    port: 25,
    failureThreshold: 1,
  })
  await recordChecks(world.services, [checkOf(monitor, new Date(Date.now() - 60_000))])
  await page.getByText("The monitor is operational").waitFor()
  await page.getByText("Live", { exact: true }).waitFor()

  await held.stop?.()
  await page.getByText("The line to the server was lost").waitFor()
  await recordChecks(world.services, [checkOf(monitor, new Date(), offline)])
  await page.getByText("The monitor is operational").waitFor()

  await start()
  await page.getByText("1 of 1 is offline").waitFor()
  await page.getByText("The line to the server was lost").waitFor({ state: "detached" })
  expect(await page.getByRole("link", { name: /Incidents/ }).textContent()).toContain("1 open")
}, 90_000)

test("a session that ends elsewhere leads back to the door by itself", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await page.goto("/sign-in")
  await page.getByLabel("E-mail").fill("ada@example.test")
  await page.getByLabel("Password").fill("correct horse battery")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText("1 of 1 is offline").waitFor()
  const { prisma } = world.services.database
  const { userId } = await prisma.member.findFirstOrThrow()
  await prisma.session.deleteMany({ where: { userId } })
  await world.services.bus.publish([
    { topic: "access.changed", payload: { projectId: null, userId } },
  ])
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  expect(visitor.faults).toEqual([])
}, 60_000)
