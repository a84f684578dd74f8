import { expect, test } from "vitest"
import { readEnv } from "../../src/platform/env.ts"
import { importMonitors } from "../../src/graphql/monitoring/config/import-config.ts"
import { planMonitors } from "../../src/graphql/monitoring/config/config-plan.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const world = useWorld()

/** The command line's actor on an installation with these settings. */
const under = (environment: Record<string, string>) => {
  const { MONITOR_PRIVATE, SIGN_UP, REACHABLE_RANGES } = readEnv(environment)
  const env = { ...testEnv, MONITOR_PRIVATE, SIGN_UP, REACHABLE_RANGES }
  return contextFor({ ...world.services, env }, { kind: "system", name: "test" })
}

const issuesOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === "validation_failed") return error.issues
      throw error
    },
  )

const setting = "To allow it, add its range to MONITOR_PRIVATE on the server"
const refused = (pointer: string, why: string, how = setting) => [
  { pointer, detail: `must be an address that monitors may reach: ${why}. ${how}` },
]
const loopback = "127.0.0.1 is a loopback address"

test("private targets are allowed unless sign-up is open", async () => {
  const { id: projectId } = await makeProject(world)
  const make = (environment: Record<string, string>, url: string) =>
    issuesOf(createMonitor(under(environment), { projectId, kind: "http", name: url, url }))
  for (const url of [
    "http://localhost:8080/",
    "http://10.1.2.3/",
    "http://100.64.0.9/",
    "http://[fd12::1]/",
  ]) {
    expect(await make({}, url)).toBeNull()
  }
  expect(await make({ SIGN_UP: "open" }, "http://127.1/")).toEqual(refused("#/url", loopback))
  expect(await make({ MONITOR_PRIVATE: "never" }, "http://localhost:8080/")).toEqual(
    refused("#/url", "localhost is an internal name"),
  )
  const metadata = "169.254.169.254 is a link-local or cloud metadata address"
  expect(await make({}, "http://169.254.169.254/latest/meta-data")).toEqual(
    refused("#/url", metadata, "No setting allows it"),
  )
  expect(await make({}, "http://198.18.0.9/")).toEqual(
    refused(
      "#/url",
      "198.18.0.9 is an address reserved for benchmarks",
      "To allow it, add its range to REACHABLE_RANGES on the server",
    ),
  )
})

test("the error names the field of the forbidden target, whatever the kind", async () => {
  const { id: projectId } = await makeProject(world)
  const closed = under({ MONITOR_PRIVATE: "never" })
  const make = (rest: Omit<Parameters<typeof createMonitor>[1], "projectId" | "name">) =>
    issuesOf(createMonitor(closed, { projectId, name: "gate", ...rest }))
  const host = "127.0.0.1"
  for (const kind of ["ping", "tls"] as const) {
    expect(await make({ kind, host })).toEqual(refused("#/host", loopback))
  }
  expect(await make({ kind: "tcp", host, port: 80 })).toEqual(refused("#/host", loopback))
  const records = { kind: "dns", dnsRecordType: "A" } as const
  expect(await make({ ...records, host: "db.internal" })).toEqual(
    refused("#/host", "db.internal is an internal name"),
  )
  for (const resolver of ["[::1]:5353", "::1"]) {
    const why = "::1 is a loopback address"
    expect(await make({ ...records, host: "example.com", resolver })).toEqual(
      refused("#/resolver", why),
    )
  }
  expect(await make({ ...records, host: "db.internal", resolver: "9.9.9.9:53" })).toBeNull()
})

test("a monitor keeps a target that was allowed at creation, but cannot change to a forbidden one", async () => {
  const { id: projectId } = await makeProject(world)
  const url = "http://10.1.2.3/"
  const { id } = await createMonitor(under({}), { projectId, kind: "http", name: "nas", url })
  const closed = under({ MONITOR_PRIVATE: "never" })
  const { name } = await updateMonitor(closed, id, { name: "NAS", url })
  expect(name).toBe("NAS")
  expect(await issuesOf(updateMonitor(closed, id, { url: "http://127.0.0.1/" }))).toEqual(
    refused("#/url", loopback),
  )
})

test("a document entry with a forbidden target is invalid, with the reason", async () => {
  const { id: projectId } = await makeProject(world)
  const document = {
    version: 1,
    monitors: [
      { name: "Own", monitor_type: "tcp", host: "127.0.0.1", port: 80 },
      { name: "Shop", monitor_type: "http", url: "https://shop.example/" },
    ],
  }
  const closed = under({ SIGN_UP: "open" })
  const { entries } = await importMonitors(closed, { projectId, document })
  const reason = `host must be an address that monitors may reach: ${loopback}. ${setting}`
  expect(entries.map((entry) => [entry.outcome, entry.reason])).toEqual([
    ["invalid", reason],
    ["create", null],
  ])
  expect(await issuesOf(planMonitors(closed, { projectId, document, prune: false }))).toEqual([
    { pointer: "#/monitors/0", detail: `(Own) is not valid: ${reason}` },
  ])
  const { createdCount } = await importMonitors(under({}), { projectId, document })
  expect(createdCount).toBe(1)
})
