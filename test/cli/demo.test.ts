import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { cloneDatabase } from "../support/world.ts"
import { launch, makeFolder, runJson } from "./watchkeeper.ts"

const list = z.array(
  z.object({
    name: z.string(),
    status: z.object({ name: z.string() }),
    active_monitoring_disabled: z.boolean(),
  }),
)

test("the demo has healthy, slow, failing and expiring targets that change by themselves; stopping it pauses their monitors", async () => {
  const [folder, database] = await Promise.all([makeFolder(), cloneDatabase()])
  const settings = { DATA_DIR: folder.path, DATABASE_URL: database.connectionString, PORT: "0" }
  const demo = launch(["demo"], settings)
  onTestFinished(async () => {
    demo.signal("SIGKILL")
    await demo.ended
    await Promise.all([folder.remove(), database.drop()])
  })
  await demo.line(/The demo is running at http:/)
  await demo.line(/Sign in {3}demo@example\.com with the password \S{20}$/)
  const healthy = ["Shop", "Shop API", "Customer accounts", "Mail server", "Name server"]
  for (const name of healthy) await demo.line(new RegExp(` operational  ${name}$`))
  await demo.line(/ operational {2}Nightly backup$/)
  await demo.line(/ degraded {5}Partner gateway \(expiring\) {2}.*7 days/)
  await demo.line(/ offline {6}Search \(failing\) {2}.*503/)
  demo.signal("SIGTERM")
  expect(await demo.ended).toEqual({ code: 0, signal: null })
  const monitors = list.parse(await runJson(["monitor", "list"], settings))
  expect(monitors.length).toBeGreaterThanOrEqual(9)
  expect(monitors.filter((monitor) => !monitor.active_monitoring_disabled)).toEqual([])
})
