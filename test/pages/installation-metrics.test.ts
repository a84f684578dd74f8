import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { z } from "zod"
import { reportResources } from "../../src/platform/resources/report-resources.ts"
import { newId } from "../../src/platform/id.ts"
import { installationMetricNames } from "../../src/pages/installation-metrics.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { ensureProgram } from "../support/apt.ts"

const token = "t".repeat(40)
const api = useApi({ ...apiEnv, METRICS_TOKEN: token })
const closed = useApi()
const deploy = join(import.meta.dirname, "../../docs/deploy")

const scrape = (address: string, given: string) =>
  fetch(`${address}/api/metrics/installation`, { headers: { authorization: `Bearer ${given}` } })

test("the installation's metrics are for the holder of METRICS_TOKEN alone", async () => {
  expect((await scrape(api.address, "x".repeat(40))).status).toBe(401)
  expect((await fetch(`${api.address}/api/metrics/installation`)).status).toBe(401)
  expect((await scrape(closed.address, token)).status).toBe(404)

  await reportResources(api.world.services, { id: newId(), role: "notify" })
  const response = await scrape(api.address, token)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toContain('watchkeeper_health_part{part="disk"} 2\n')
  expect(text).toMatch(/watchkeeper_file_descriptors_ratio\{role="notify",host="[^"]+",process="/)
  const promtool = await ensureProgram("promtool", "prometheus")
  const checked = promisify(execFile)(promtool, ["check", "metrics"])
  checked.child.stdin?.end(text)
  expect(await checked).toMatchObject({ stderr: "" })
})

test("alert rules and dashboard are valid and use metrics that exist", async () => {
  const rules = await readFile(join(deploy, "prometheus-rules.yml"), "utf8")
  const dashboard = await readFile(join(deploy, "grafana-dashboard.json"), "utf8")
  const promtool = await ensureProgram("promtool", "prometheus")
  const { stdout } = await promisify(execFile)(promtool, [
    "check",
    "rules",
    join(deploy, "prometheus-rules.yml"),
  ])
  expect(stdout).toContain("SUCCESS")
  const shape = z.object({ panels: z.array(z.object({ title: z.string() })).min(5) })
  expect(shape.safeParse(JSON.parse(dashboard)).success).toBe(true)
  const used = new Set(`${rules}${dashboard}`.match(/watchkeeper_[a-z_]+/g))
  expect([...used].filter((name) => !installationMetricNames.includes(name))).toEqual([])
})
