import { randomInt, randomUUID } from "node:crypto"
import { expect, vi } from "vitest"
import { createSlo } from "../../src/graphql/slo/create-slo.ts"
import { evaluateSlos } from "../../src/graphql/slo/evaluate-slos.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { shareAlert } from "../../src/graphql/incidents/alert/share-alert.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import type { MonitorInput } from "../../src/graphql/monitoring/monitor/write/monitor-draft.ts"
import { readDraftTarget } from "../../src/graphql/monitoring/monitor/write/read-draft-target.ts"
import { eventKinds } from "../../src/graphql/outbox/event-kinds.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { conclude } from "../../src/probe/conclude.ts"
import { probeTelemetry } from "../../src/probe/probe-telemetry.ts"
import { createEvaluator } from "../../src/probe/create-evaluator.ts"
import { fanOutDue } from "./events.ts"
import { nanoseconds } from "./otlp.ts"
import type { useTelemetry } from "./telemetry.ts"
import { patience } from "./patience.ts"

type Condition = NonNullable<MonitorInput["telemetry"]>
const bound = { comparison: "above", threshold: 0 } as const

/** Conditions whose results would tell what telemetry contains, by kind. */
export const conditions = {
  log: { ...bound, measure: "records", by: "body" },
  metric: {
    ...bound,
    measure: "max",
    metric: "queue.length",
    instrument: "gauge",
    by: "tenant",
  },
  trace: { ...bound, measure: "duration_p95", by: "tenant" },
} satisfies Record<string, Condition>

const agoMs = 90_000

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })

/** The first insert also starts the store and makes its tables. */
const arrived = (look: () => Promise<void>) => vi.waitFor(look, patience)

/**
 * Telemetry that can be recognized wherever it appears, with monitors, an SLO, an outage, webhooks and a public page
 * that all depend on it.
 */
export async function plantCanary(telemetry: ReturnType<typeof useTelemetry>) {
  const { projectId, token } = await telemetry.makeSender()
  const { world } = telemetry.api
  const { system, services } = world
  const { prisma } = services.database
  const text = `canary${randomUUID().slice(0, 8)}`
  const number = randomInt(7_000_000, 9_000_000)
  const now = Date.now()
  const resource = { attributes: [attribute("service.name", "cart")] }
  const attributes = [attribute("tenant", text), attribute(`${text}.key`, "1")]
  const at = nanoseconds(now - agoMs)
  const point = { timeUnixNano: at, asDouble: number, attributes }
  const requests = {
    logs: {
      resourceLogs: [
        {
          resource,
          scopeLogs: [
            {
              logRecords: [
                { timeUnixNano: at, severityNumber: 17, body: { stringValue: text }, attributes },
              ],
            },
          ],
        },
      ],
    },
    metrics: {
      resourceMetrics: [
        {
          resource,
          scopeMetrics: [
            {
              metrics: ["queue.length", `${text}.metric`].map((name) => ({
                name,
                unit: "1",
                gauge: { dataPoints: [point] },
              })),
            },
          ],
        },
      ],
    },
    traces: {
      resourceSpans: [
        {
          resource,
          scopeSpans: [
            {
              spans: Array.from({ length: 30 }, (_one, index) => ({
                traceId: `${index + 10}`.padStart(32, "a"),
                spanId: `${index + 10}`.padStart(16, "a"),
                name: text,
                kind: 2,
                startTimeUnixNano: at,
                endTimeUnixNano: nanoseconds(now - agoMs + 20),
                status: { code: 2, message: text },
                attributes,
              })),
            },
          ],
        },
      ],
    },
  }
  for (const [signal, body] of Object.entries(requests)) {
    const answer = await telemetry.send(signal, body, { "x-svc-ingestion-key": token })
    if (answer.status !== 200) throw new Error(`${signal}: ${answer.status}`)
  }
  const label = await createLabel(system, { projectId, name: "ours", color: "#112233" })
  const { endpoint } = await createEndpoint(system, {
    projectId,
    url: "https://hooks.example.com/all",
    eventTypes: [...eventKinds],
  })
  const evaluate = createEvaluator(telemetry.env, systemClock)
  const monitors: Record<string, string> = {}
  for (const [kind, condition] of Object.entries(conditions)) {
    const fields = { name: kind, telemetry: condition, failureThreshold: 1, labelIds: [label.id] }
    const monitor = await createMonitor(system, { projectId, kind: kind as "log", ...fields })
    monitors[kind] = monitor.id
    const target = readDraftTarget(
      projectId,
      { kind: kind as "log", fields: { name: kind, telemetry: condition } },
      services.vault,
    )
    if (!("condition" in target)) throw new Error("not on telemetry")
    const check = () => probeTelemetry(target, { evaluate }, new AbortController().signal)
    await arrived(async () => expect((await check()).failure?.class).toBe("telemetry"))
    const observation = await check()
    const attempt = { observation, startedAt: new Date(), fromMs: 0, durationMs: 5 }
    const { id: monitorId, seq: monitorSeq } = monitor
    const result = conclude(
      { ...target, monitorId, monitorSeq },
      [attempt, attempt],
      observation.failure,
    )
    await recordChecks(services, [result])
  }
  const slo = await createSlo(system, {
    projectId,
    name: "cart",
    targetPercent: 99,
    windowDays: 7,
    indicator: "service",
    service: "cart",
  })
  const needs = { ...services, openStore: () => telemetry.store }
  await arrived(async () => {
    await prisma.slo.updateMany({ data: { dueAt: new Date(now - 60_000) } })
    await evaluateSlos(needs)
    expect(await prisma.alert.count({ where: { sloId: slo.id } })).toBe(2)
  })
  const incident = await prisma.incident.findFirstOrThrow({
    where: { monitorId: monitors["log"] ?? "" },
  })
  const alert = await prisma.alert.findFirstOrThrow({ where: { monitorId: monitors["log"] ?? "" } })
  const logs = [{ at: now, severity: "ERROR", service: "cart", body: text }]
  await prisma.incidentTelemetry.create({
    data: { incidentId: incident.id, takenAt: new Date(), summary: text, snapshot: { logs } },
  })
  const share = await shareAlert(system, { id: alert.id, days: 1 })
  const page = await createStatusPage(system, {
    projectId,
    name: "Page",
    slug: `page-${text}`.replace(text, randomUUID().slice(0, 8)),
    isPublic: true,
  })
  await attachMonitor(system, { statusPageId: page.id, monitorId: monitors["log"] ?? "" })
  await fanOutDue(services)
  const ids = {
    monitor: monitors["log"] ?? "",
    metric: monitors["metric"] ?? "",
    trace: monitors["trace"] ?? "",
    incident: incident.id,
    alert: alert.id,
    sloAlert: (await prisma.alert.findFirstOrThrow({ where: { sloId: slo.id } })).id,
    slo: slo.id,
    page: page.id,
    endpoint: endpoint.id,
    label: label.id,
  }
  return { projectId, text, number, ids, label, slug: page.slug, share }
}

export type Canary = Awaited<ReturnType<typeof plantCanary>>

/** Whether an answer contains anything of the telemetry; numbers are written with and without separators. */
export function traceIn({ text, number }: Canary, answer: unknown): boolean {
  const written = typeof answer === "string" ? answer : JSON.stringify(answer ?? null)
  return [text, String(number), number.toLocaleString("en-US")].some((one) => written.includes(one))
}
