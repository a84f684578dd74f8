import { z } from "zod"
import { id, note } from "../../graphql/kernel/input.ts"
import { graphql, mutation, projectPage } from "../graphql.ts"
import {
  colored,
  findings,
  longText,
  moment,
  nameText,
} from "../../graphql/kernel/answer-fields.ts"
import { flag, list, operation } from "../operation.ts"

const incident = z
  .object({
    id,
    number: z.int().describe("Sequential number within the project, starting at 1."),
    title: nameText,
    description: longText,
    state: colored.extend({ is_resolved: z.boolean() }),
    severity: colored,
    created_at: moment,
    updated_at: moment,
    findings,
  })
  .meta({ id: "Incident" })

const IncidentRow = graphql(`
  fragment IncidentRow on Incident {
    id
    number
    title
    description
    state {
      name
      color
      isResolved
    }
    severity {
      name
      color
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

const listIncidents = list({
  id: "listIncidents",
  path: "/v1/incidents",
  tag: "Incidents",
  summary: "List incidents",
  description: "Lists the incidents of the key's project, newest first.",
  scope: "incidents:read",
  query: z.object({ active_only: flag("true leaves out incidents that are resolved.") }),
  document: projectPage("incidents", "node { ...IncidentRow }", [IncidentRow]),
  variables: ({ projectId, page, query }) => ({
    projectId,
    ...page,
    activeOnly: query.active_only === "true",
  }),
  connection: ({ project }) => project?.incidents,
  item: {
    schema: incident,
    of: ({ state, severity, createdAt, updatedAt, ...row }) => ({
      ...row,
      state: { name: state.name, color: state.color, is_resolved: state.isResolved },
      severity: { name: severity.name, color: severity.color },
      created_at: createdAt,
      updated_at: updatedAt,
    }),
    example: {
      id: "01937f60-0a2e-7000-8000-5b1c8e7d9a10",
      number: 17,
      title: "Checkout is down",
      description: "192.0.2.7:443 refused the connection.",
      state: { name: "identified", color: "#d92d20", is_resolved: false },
      severity: { name: "major", color: "#d92d20" },
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

const postmortem = z
  .strictObject({
    postmortem_note: note.describe(
      "What happened and why. An empty string clears the note and unpublishes it.",
    ),
    published: z
      .boolean({ error: "must be true or false" })
      .optional()
      .describe("Whether the note is public. Unchanged if omitted; true requires a note."),
    notify_subscribers: z
      .boolean({ error: "must be true or false" })
      .optional()
      .describe("Whether to notify subscribers on publication. Unchanged if omitted."),
  })
  .meta({ id: "Postmortem" })

const savePostmortem = operation({
  id: "savePostmortem",
  method: "PUT",
  path: "/v1/incidents/{incident_id}/postmortem",
  tag: "Incidents",
  summary: "Save a post-mortem",
  description:
    "Saves the note. Omitted publish settings stay unchanged, so saving a note alone never publishes it. An empty note " +
    "is never published.",
  scope: "incidents:write",
  body: {
    schema: postmortem,
    example: { postmortem_note: "A certificate had expired.", published: true },
  },
  document: mutation("savePostmortem", "saved published noteChanged"),
  variables: ({ params, body }) => ({
    id: params.incident_id,
    note: body.postmortem_note,
    published: body.published ?? null,
    notifySubscribers: body.notify_subscribers ?? null,
  }),
  names: { note: "postmortem_note" },
  status: 200,
  answer: {
    schema: z
      .object({
        saved: z.boolean(),
        published: z.boolean(),
        note_changed: z.boolean().describe("Whether the note differs from the previous one."),
      })
      .meta({ id: "PostmortemResult" }),
    of: ({ savePostmortem: { saved, published, noteChanged } }) => ({
      saved,
      published,
      note_changed: noteChanged,
    }),
    example: { saved: true, published: true, note_changed: true },
  },
})

export const incidents = [listIncidents, savePostmortem]
