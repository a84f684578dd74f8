import { z } from "zod"
import { graphql, mutation } from "../../rest/graphql.ts"
import { monitorRef } from "../find-references.ts"
import { notFound, ToolError } from "../tool-error.ts"
import { writeTool } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

const text = z.string().max(5000)
const whole = z.int().min(0).max(100_000)

/** Members as in the monitor config document; the domain checks their values. */
const settings = {
  name: text.optional(),
  description: text.optional(),
  url: text.optional(),
  host: text.optional(),
  port: whole.optional(),
  monitoring_interval: text.optional().describe("Such as 5m."),
  request_timeout_seconds: whole.optional(),
  failure_threshold: whole.optional(),
  recovery_threshold: whole.optional(),
  heartbeat_interval_minutes: whole.optional(),
  heartbeat_grace_minutes: whole.optional(),
  labels: z.array(text).max(50).optional(),
}

type Name = keyof typeof settings
type Values = { [K in Name]?: string | number | string[] | undefined }

const fieldOf = {
  name: "name",
  description: "description",
  url: "url",
  host: "host",
  port: "port",
  monitoring_interval: "interval",
  request_timeout_seconds: "timeoutSeconds",
  failure_threshold: "failureThreshold",
  recovery_threshold: "recoveryThreshold",
  heartbeat_interval_minutes: "heartbeatIntervalMinutes",
  heartbeat_grace_minutes: "heartbeatGraceMinutes",
  labels: "labels",
} as const satisfies Record<Name, string>

const names = Object.keys(fieldOf) as Name[]

const written = (value: string | number | readonly string[] | null | undefined): string =>
  typeof value === "object" && value !== null ? value.toSorted(byText).join(", ") : `${value ?? ""}`

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

export const updateMonitor = writeTool({
  name: "update_monitor",
  title: "Update a monitor",
  description:
    "Changes settings of a monitor; those left out stay as they are. labels replaces all. Two calls, as resolve.",
  scope: "monitors:write",
  example: { monitor: "Checkout", failure_threshold: 3 },
  hints: { destructive: true, idempotent: true, openWorld: true },
  input: z.strictObject({ monitor: monitorRef, ...settings }),
  plan: {
    document: graphql(`
      query mcpPlanUpdate($id: ID!) {
        monitor(id: $id) {
          name
          description
          url
          host
          port
          interval
          timeoutSeconds
          failureThreshold
          recoveryThreshold
          heartbeatIntervalMinutes
          heartbeatGraceMinutes
          labels {
            name
          }
          updatedAt
        }
      }
    `),
    variables: ({ args }) => ({ id: args.monitor }),
    of: ({ monitor }, { args }) => {
      if (monitor === null) throw notFound("monitor", "list_monitors gives their names.")
      const given: Values = args
      const now = { ...monitor, labels: monitor.labels.map(({ name }) => name) }
      const changes = names.flatMap((name) => {
        const [before, after] = [written(now[fieldOf[name]]), written(given[name])]
        if (given[name] === undefined || before === after) return []
        return [`${name}: ${untrusted(before, 100)} → ${untrusted(after, 100)}`]
      })
      if (names.every((name) => given[name] === undefined)) {
        throw new ToolError("validation_failed", `Give at least one of ${names.join(", ")}.`)
      }
      return {
        state: { changed_at: monitor.updatedAt },
        changes: [
          changes.length === 0
            ? `Nothing: ${untrusted(monitor.name)} has these settings`
            : `Changes ${untrusted(monitor.name)}`,
          ...changes,
        ],
        notifies: [],
      }
    },
  },
  document: mutation("updateMonitor", "id name updatedAt"),
  variables: ({ args }) => {
    const { monitor, ...given } = args
    return {
      id: monitor,
      input: Object.fromEntries(
        names.flatMap((name) => (given[name] === undefined ? [] : [[fieldOf[name], given[name]]])),
      ),
    }
  },
  answer: ({ updateMonitor: { id, name, updatedAt } }) => ({
    monitor: id,
    name: untrusted(name),
    changed_at: updatedAt,
  }),
})
