import { z } from "zod"
import { id } from "../../graphql/kernel/input.ts"
import { projectPage } from "../graphql.ts"
import { colored, longText, moment, nameText } from "../../graphql/kernel/answer-fields.ts"
import { list, lower } from "../operation.ts"

const maintenance = z
  .object({
    id,
    title: nameText,
    description: longText,
    state: colored.describe("One of scheduled, ongoing, completed and cancelled."),
    starts_at: moment,
    ends_at: moment,
    created_at: moment,
  })
  .meta({ id: "ScheduledMaintenance" })

const listScheduledMaintenances = list({
  id: "listScheduledMaintenances",
  path: "/v1/scheduled-maintenances",
  tag: "Scheduled maintenances",
  summary: "List scheduled maintenances",
  description: "Lists the maintenance windows of the key's project, latest first.",
  scope: "maintenances:read",
  document: projectPage(
    "maintenances",
    "node { id title description state stateColor startsAt endsAt createdAt }",
  ),
  variables: ({ projectId, page }) => ({ projectId, ...page }),
  connection: ({ project }) => project?.maintenances,
  item: {
    schema: maintenance,
    of: ({ id, title, description, state, stateColor, startsAt, endsAt, createdAt }) => ({
      id,
      title,
      description,
      state: { name: lower(state), color: stateColor },
      starts_at: startsAt,
      ends_at: endsAt,
      created_at: createdAt,
    }),
    example: {
      id: "01937f62-7b11-7000-8000-0f6a1d2c3e44",
      title: "Database upgrade",
      description: "Orders can be late by some minutes.",
      state: { name: "scheduled", color: "#175cd3" },
      starts_at: "2026-11-28T02:00:00.000Z",
      ends_at: "2026-11-28T03:00:00.000Z",
      created_at: "2026-11-21T09:30:00.000Z",
    },
  },
})

export const scheduledMaintenances = [listScheduledMaintenances]
