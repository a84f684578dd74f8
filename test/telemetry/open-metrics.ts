import { expect } from "vitest"
import { ask } from "../support/ask.ts"
import { nanoseconds } from "../support/otlp.ts"
import { stored, type useTelemetry } from "../support/telemetry.ts"

const minuteMs = 60_000
export const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } })
export const delta = 1
export const cumulative = 2

export const sumOf = (
  name: string,
  aggregationTemporality: number,
  dataPoints: object[],
  isMonotonic = true,
) => ({
  name,
  sum: { aggregationTemporality, isMonotonic, dataPoints },
})

type Series = { labels: string[]; points: { at: string; value: number }[] }

/** Opens a project that has sent metrics of one service, and a way to read one. */
export const metricsOf =
  (telemetry: ReturnType<typeof useTelemetry>) =>
  async (build: (time: (minute: number) => string) => object[], answer: object = {}) => {
    const { projectId, token } = await telemetry.makeSender()
    // Whole steps, so that each point has one of its own.
    const start = Math.floor(Date.now() / (5 * minuteMs)) * 5 * minuteMs - 30 * minuteMs
    const time = (minute: number) => nanoseconds(start + minute * minuteMs + 1000)
    const metrics = build(time)
    const request = {
      resourceMetrics: [
        {
          resource: { attributes: [attribute("service.name", "shop")] },
          scopeMetrics: [{ metrics }],
        },
      ],
    }
    const sent = await telemetry.send("metrics", request, { "x-svc-ingestion-key": token })
    expect([sent.status, await sent.json()]).toEqual([200, answer])
    const variables = {
      id: projectId,
      from: new Date(start).toISOString(),
      to: new Date(start + 30 * minuteMs).toISOString(),
    }
    const query = async (fields: string, more: Record<string, unknown> = {}) => {
      const { data, errors } = await ask(
        telemetry.api.world,
        { kind: "system", name: "test" },
        `query ($id: ID!, $from: DateTime!, $to: DateTime!) { project(id: $id) { ${fields} } }`,
        { ...variables, ...more },
      )
      return errors[0]?.message ?? (data as { project: Record<string, unknown> }).project
    }
    const list = async () => {
      const project = await query(
        'metrics(query: "", from: $from, to: $to) { name kind unit isMonotonic series services }',
      )
      return typeof project === "string"
        ? []
        : (project["metrics"] as { name: string; kind: string }[])
    }
    await stored(async () => (await list()).length).toBe(metrics.length)
    /** Values by label, with the minute of each step. */
    const series = async (name: string, kind: string, aggregation: string, more = "") => {
      const project = await query(
        `metricSeries(name: "${name}", kind: ${kind}, aggregation: ${aggregation}, query: "", from: $from, to: $to, steps: 30 ${more}) { stepSeconds isCut series { labels points { at value } } }`,
      )
      if (typeof project === "string") return project
      const found = project["metricSeries"] as { stepSeconds: number; series: Series[] }
      expect(found.stepSeconds).toBe(60)
      return Object.fromEntries(
        found.series.map(({ labels, points }) => [
          labels.join(),
          points.map(({ at, value }) => [(Date.parse(at) - start) / minuteMs, value]),
        ]),
      )
    }
    return { list, series, query, projectId, start }
  }
