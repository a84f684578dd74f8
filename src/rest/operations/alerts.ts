import { z } from "zod"
import { id } from "../../graphql/kernel/input.ts"
import { graphql, projectPage } from "../graphql.ts"
import {
  colored,
  findings,
  longText,
  moment,
  nameText,
} from "../../graphql/kernel/answer-fields.ts"
import { flag, list } from "../operation.ts"

const alert = z
  .object({
    id,
    number: z.int().describe("Sequential number within the project, starting at 1."),
    title: nameText,
    description: longText,
    state: colored,
    severity: colored,
    monitor: z
      .object({ id, name: nameText })
      .nullable()
      .describe(
        "The monitor that failed; null if the alert has none, such as one of an SLO or a source.",
      ),
    slo: z
      .object({ id, name: nameText, target_percent: z.number(), window_days: z.int() })
      .nullable()
      .describe(
        "The SLO whose error budget burns too fast; null for an alert of a monitor. Additive.",
      ),
    source: z
      .object({ id, name: nameText, kind: nameText })
      .nullable()
      .describe("The source whose sender reported it; null for other alerts. Additive."),
    created_at: moment,
    updated_at: moment,
    findings,
  })
  .meta({ id: "Alert" })

const AlertRow = graphql(`
  fragment AlertRow on Alert {
    id
    number
    title
    description
    state {
      name
      color
    }
    severity {
      name
      color
    }
    monitor {
      id
      name
    }
    slo {
      id
      name
      targetPercent
      windowDays
    }
    source {
      id
      name
      kind
    }
    createdAt
    updatedAt
    findings {
      code
      parameters
      text(language: EN)
    }
  }
`)

const listAlerts = list({
  id: "listAlerts",
  path: "/v1/alerts",
  tag: "Alerts",
  summary: "List alerts",
  description: "Lists the alerts of the key's project, newest first.",
  scope: "alerts:read",
  reads: ["monitors:read"],
  query: z.object({ active_only: flag("true leaves out alerts that are resolved.") }),
  document: projectPage("alerts", "node { ...AlertRow }", [AlertRow]),
  variables: ({ projectId, page, query }) => ({
    projectId,
    ...page,
    activeOnly: query.active_only === "true",
  }),
  connection: ({ project }) => project?.alerts,
  item: {
    schema: alert,
    of: ({ slo, source, createdAt, updatedAt, ...row }) => ({
      ...row,
      source: source && { ...source, kind: source.kind.toLowerCase() },
      slo: slo && {
        id: slo.id,
        name: slo.name,
        target_percent: slo.targetPercent,
        window_days: slo.windowDays,
      },
      created_at: createdAt,
      updated_at: updatedAt,
    }),
    example: {
      id: "01937f60-0a31-7000-8000-9d0c4f2e6b77",
      number: 23,
      title: "Checkout is down",
      description: "192.0.2.7:443 refused the connection.",
      state: { name: "triggered", color: "#d92d20" },
      severity: { name: "high", color: "#d92d20" },
      monitor: { id: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21", name: "Checkout" },
      slo: null,
      source: null,
      created_at: "2026-11-21T09:31:12.000Z",
      updated_at: "2026-11-21T09:31:12.000Z",
      findings: [
        {
          code: "not_connected",
          parameters: {
            tries: [{ endpoint: "192.0.2.7:443", fault: "refused", errorCode: "ECONNREFUSED" }],
            withinMs: null,
          },
          text: "192.0.2.7:443 refused the connection.",
        },
      ],
    },
  },
})

export const alerts = [listAlerts]
