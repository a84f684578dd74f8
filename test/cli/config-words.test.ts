import { stripVTControlCharacters } from "node:util"
import { expect, test } from "vitest"
import { planFields, planWords } from "../../src/cli/format-plan.ts"
import { resultWords } from "../../src/cli/monitor-import.ts"
import { applyMonitors } from "../../src/graphql/monitoring/config/apply-config.ts"
import { importMonitors } from "../../src/graphql/monitoring/config/import-config.ts"
import { planMonitors } from "../../src/graphql/monitoring/config/config-plan.ts"
import { makeProject, useWorld } from "../support/world.ts"

/** Output of the commands that read documents, without processes. */

const world = useWorld()

const gate = { name: "Gate", monitor_type: "ping", host: "192.0.2.1" }
const shop = { name: "Shop", monitor_type: "http", url: "https://shop.example/" }

const lines = (text: string) => stripVTControlCharacters(text).split("\n")

test("shows changes member by member and hides secrets", async () => {
  const { id: projectId } = await makeProject(world)
  const wish = (monitors: unknown[], prune = false) => ({
    projectId,
    document: { version: 1, monitors },
    prune,
  })
  const before = wish([
    gate,
    { ...shop, body: "a", labels: ["eu"], assertions: [{ kind: "status", codes: "200" }] },
  ])
  const shown = await planMonitors(world.system, before)
  expect(lines(planWords(shown, "Mine"))).toEqual([
    "+ Gate (ping)  192.0.2.1",
    "+ Shop (http)  https://shop.example/",
    "",
    "Mine: 2 to add.",
    "Labels that do not exist and are not created: eu",
  ])
  const wide = await planMonitors(world.system, wish([gate, { ...shop, name: "店" }]))
  expect(lines(planWords(wide, "Mine")).slice(0, 2)).toEqual([
    "+ Gate (ping)  192.0.2.1",
    "+ 店 (http)    https://shop.example/",
  ])
  await applyMonitors(world.system, before, shown)
  const after = [
    {
      ...shop,
      name: "Shop",
      url: "https://shop.example/?token=hush",
      monitoring_interval: "5m",
      headers: { Authorization: "hush" },
      assertions: [{ kind: "response_time", max_ms: 900 }],
    },
  ]
  const changes = [
    "~ Shop (http)",
    "    url                    https://shop.example/ → https://shop.example/?token=…",
    "    monitoring_interval    1m → 5m",
    "    assertions             - status, codes 200, level offline",
    "                           + response_time, level degraded, max_ms 900",
    "    body                   [hidden] → none",
    "    headers.Authorization  none → [hidden]",
    "",
  ]
  const plan = await planMonitors(world.system, wish(after))
  expect(lines(planWords(plan, "Mine"))).toEqual([
    ...changes,
    "Mine: 1 to change.",
    "Not in the document and left unchanged: Gate. Use --prune to delete.",
  ])
  const pruning = await planMonitors(world.system, wish(after, true))
  expect(lines(planWords(pruning, "Mine"))).toEqual([
    "- Gate (ping)",
    ...changes,
    "Mine: 1 to change, 1 to remove.",
  ])
  const fields = planFields(pruning, projectId)
  expect(JSON.stringify(fields)).not.toContain("hush")
  expect(fields).toMatchObject({
    has_changes: true,
    add: [],
    change: [{ name: "Shop", monitor_type: "http" }],
    remove: [{ name: "Gate", monitor_type: "ping", changes: [] }],
    ignore: [],
  })
  expect(fields.change[0]?.changes).toContainEqual({
    member: "headers.Authorization",
    from: null,
    to: "[hidden]",
  })
})

test("shows an import as a table with what remains to be done by hand", async () => {
  const { id: projectId } = await makeProject(world)
  const document = {
    version: 1,
    monitors: [
      { ...shop, monitor_type: "Website", labels: ["eu"] },
      { name: "Backup", monitor_type: "push", heartbeat_interval_minutes: 60 },
      { name: "Half" },
      shop,
    ],
  }
  const table = [
    "outcome  name    type       reason",
    "create   Shop    http       without labels that do not exist: eu",
    "create   Backup  heartbeat  update its job to call the new ping URL",
    "invalid  Half               monitor_type is required and must be one of http, tcp, ping, dns, tls, heartbeat, log, trace, metric",
    "skip     Shop    http       an earlier entry of the document has this name and type",
    "",
  ]
  const take = (dryRun: boolean) => importMonitors(world.system, { projectId, document, dryRun })
  expect(lines(resultWords(await take(true), "Mine", []))).toEqual([
    ...table,
    "Mine: 4 monitors, 2 to create, 1 unchanged, 1 invalid.",
    "Labels that do not exist and were not created: eu. Create them with --create-labels.",
    "",
    "Nothing was written. Run again without --dry-run to import.",
  ])
  expect(lines(resultWords(await take(false), "Mine", []))).toEqual([
    ...table,
    "Mine: 4 monitors, 2 created, 1 unchanged, 1 invalid.",
    "Labels that do not exist and were not created: eu. Create them with --create-labels.",
  ])
})
