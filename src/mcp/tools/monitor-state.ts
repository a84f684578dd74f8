import { z } from "zod"
import { graphql, mutation } from "../../rest/graphql.ts"
import { lower } from "../answers.ts"
import { monitorRef } from "../find-references.ts"
import { notFound } from "../tool-error.ts"
import { writeTool, type Call } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

const planned = graphql(`
  query mcpPlanMonitorState($id: ID!) {
    monitor(id: $id) {
      name
      status
      isPaused
      isMuted
      mutedUntil
      alerts(first: 10, activeOnly: true) {
        edges {
          node {
            number
          }
        }
      }
    }
  }
`)

type Args = { monitor: string }
type Monitor = {
  name: string
  status: string
  isPaused: boolean
  isMuted: boolean
  mutedUntil: string | null
}
/** `alerts` are the numbers of its open alerts; empty text if there are none. */
type Describe = (monitor: Monitor, alerts: string) => string[]

const input = z.strictObject({ monitor: monitorRef })
const example = { monitor: "Checkout" }
const variables = ({ args }: Call<Args>) => ({ id: args.monitor })

const planOf = (describe: Describe) => ({
  document: planned,
  variables,
  of: ({
    monitor,
  }: {
    monitor: (Monitor & { alerts: { edges: readonly { node: { number: number } }[] } }) | null
  }) => {
    if (monitor === null) throw notFound("monitor", "list_monitors gives their names.")
    const alerts = monitor.alerts.edges.map(({ node }) => node.number).join(", ")
    return {
      state: {
        name: untrusted(monitor.name),
        is_paused: String(monitor.isPaused),
        muted_until: monitor.isMuted ? monitor.mutedUntil : null,
        open_alerts: alerts || null,
      },
      changes: describe(monitor, alerts),
      notifies: [],
    }
  },
})

const nameOf = ({ name, status }: Monitor) => `${untrusted(name)} (${lower(status)})`

const pause = writeTool({
  name: "pause_monitor",
  title: "Pause a monitor",
  description: "Stops checking a monitor and paging for it until it is resumed. Two calls.",
  scope: "monitors:write",
  example,
  hints: { destructive: true, idempotent: true, openWorld: false },
  input,
  plan: planOf((monitor, alerts) => [
    monitor.isPaused ? `Nothing: ${nameOf(monitor)} is paused` : `Pauses ${nameOf(monitor)}`,
    ...(alerts === "" ? [] : [`Stops paging for open alerts ${alerts}, which stay open`]),
  ]),
  document: mutation("pauseMonitor", "id pausedAt"),
  variables,
  answer: ({ pauseMonitor: { id, pausedAt } }) => ({ monitor: id, paused_at: pausedAt }),
})

const resume = writeTool({
  name: "resume_monitor",
  title: "Resume a monitor",
  description: "Checks a paused monitor again. Two calls.",
  scope: "monitors:write",
  example,
  hints: { destructive: false, idempotent: true, openWorld: true },
  input,
  plan: planOf((monitor, alerts) => [
    monitor.isPaused ? `Resumes ${nameOf(monitor)}` : `Nothing: ${nameOf(monitor)} is not paused`,
    ...(alerts === "" ? [] : [`Pages again for open alerts ${alerts} unless it has recovered`]),
  ]),
  document: mutation("resumeMonitor", "id isPaused"),
  variables,
  answer: ({ resumeMonitor: { id, isPaused } }) => ({ monitor: id, is_paused: isPaused }),
})

const unmute = writeTool({
  name: "unmute",
  title: "Unmute a monitor",
  description: "Ends a mute early: outages are declared and paged again. Two calls.",
  scope: "monitors:write",
  example,
  hints: { destructive: false, idempotent: true, openWorld: true },
  input,
  plan: planOf((monitor, alerts) => [
    monitor.isMuted
      ? `Ends the mute of ${nameOf(monitor)} until ${monitor.mutedUntil}`
      : `Nothing: ${nameOf(monitor)} is not muted`,
    ...(alerts === "" ? [] : [`Pages again for open alerts ${alerts}`]),
  ]),
  document: mutation("unmuteMonitor", "id isMuted"),
  variables,
  answer: ({ unmuteMonitor: { id, isMuted } }) => ({ monitor: id, is_muted: isMuted }),
})

const remove = writeTool({
  name: "delete_monitor",
  title: "Delete a monitor",
  description:
    "Deletes a monitor for good; to stop checks for a while, use pause_monitor. Two calls.",
  scope: "monitors:write",
  example,
  hints: { destructive: true, idempotent: true, openWorld: true },
  input,
  plan: planOf((monitor, alerts) => [
    `Deletes ${nameOf(monitor)}, which disappears from status pages`,
    ...(alerts === "" ? [] : [`Resolves open alerts ${alerts}`]),
  ]),
  document: mutation("deleteMonitor"),
  variables,
  answer: ({ deleteMonitor }) => ({ monitor: deleteMonitor, is_deleted: true }),
})

export const monitorStates = [pause, resume, unmute, remove]
