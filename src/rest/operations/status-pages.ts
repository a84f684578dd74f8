import { z } from "zod"
import { description, given, id, name } from "../../graphql/kernel/input.ts"
import { graphql, mutation, projectPage } from "../graphql.ts"
import { longText, moment, nameText } from "../../graphql/kernel/answer-fields.ts"
import { list, operation } from "../operation.ts"

const statusPage = z
  .object({
    id,
    name: nameText,
    description: longText.nullable(),
    slug: nameText.describe("Last part of the page's URL; never changes."),
    is_public: z.boolean().describe("False if the page is private."),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "StatusPage" })

type Page = {
  id: string
  name: string
  description: string | null
  slug: string
  isPublic: boolean
  createdAt: string
  updatedAt: string
}

const ofPage = ({ isPublic, createdAt, updatedAt, ...page }: Page) => ({
  ...page,
  is_public: isPublic,
  created_at: createdAt,
  updated_at: updatedAt,
})

const examplePage = {
  id: "01937f61-7d20-7000-8000-1c9a4be02f55",
  name: "Acme",
  description: "Everything that Acme runs for you.",
  slug: "acme-status",
  is_public: true,
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
}

const resource = z
  .object({
    id: id.describe("Use it to detach the resource."),
    monitor: z.object({ id, name: nameText }),
    display_name: nameText.describe("Name of the monitor on the page."),
    display_description: longText,
    show_uptime_percent: z.boolean(),
    order: z
      .int()
      .describe(
        "Display order among all resources of the page. Ascending; detached resources may leave gaps.",
      ),
    created_at: moment,
  })
  .meta({ id: "StatusPageResource" })

type Resource = {
  id: string
  monitorId: string
  monitorName: string
  displayName: string
  displayDescription: string
  showUptimePercent: boolean
  order: number
  createdAt: string
}

const ofResource = (row: Resource) => ({
  id: row.id,
  monitor: { id: row.monitorId, name: row.monitorName },
  display_name: row.displayName,
  display_description: row.displayDescription,
  show_uptime_percent: row.showUptimePercent,
  order: row.order,
  created_at: row.createdAt,
})

const exampleResource = {
  id: "01937f62-11c8-7000-8000-6e0f7a5b93d4",
  monitor: { id: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21", name: "Checkout" },
  display_name: "Checkout",
  display_description: "",
  show_uptime_percent: true,
  order: 1,
  created_at: "2026-11-21T09:30:00.000Z",
}

const listStatusPages = list({
  id: "listStatusPages",
  path: "/v1/status-pages",
  tag: "Status pages",
  summary: "List status pages",
  description: "Lists the status pages of the key's project, sorted by name.",
  scope: "status_pages:read",
  document: projectPage(
    "statusPages",
    "node { id name description slug isPublic createdAt updatedAt }",
  ),
  variables: ({ projectId, page }) => ({ projectId, ...page }),
  connection: ({ project }) => project?.statusPages,
  item: { schema: statusPage, of: ofPage, example: examplePage },
})

const changes = z
  .strictObject({
    name: name.optional(),
    description: description.nullable().describe("null clears it.").optional(),
    is_public: z.boolean({ error: "must be true or false" }).optional(),
  })
  .refine((body) => Object.keys(given(body)).length > 0, {
    error: "must contain at least one of name, description and is_public",
  })
  .meta({ id: "StatusPageChanges", minProperties: 1 })

const updateStatusPage = operation({
  id: "updateStatusPage",
  method: "PATCH",
  path: "/v1/status-pages/{status_page_id}",
  tag: "Status pages",
  summary: "Update a status page",
  description:
    "Updates name, description or visibility. Omitted fields stay unchanged. The slug cannot be changed.",
  scope: "status_pages:write",
  reads: ["status_pages:read"],
  body: { schema: changes, example: { description: null, is_public: true } },
  document: mutation("updateStatusPage", "id name description slug isPublic createdAt updatedAt"),
  variables: ({ params, body: { is_public, ...words } }) =>
    given({ id: params.status_page_id, ...words, isPublic: is_public }),
  status: 200,
  answer: {
    schema: statusPage,
    of: (data) => ofPage(data.updateStatusPage),
    example: examplePage,
  },
})

const listResources = list({
  id: "listStatusPageResources",
  path: "/v1/status-pages/{status_page_id}/resources",
  tag: "Status pages",
  summary: "List status page resources",
  description: "Lists the monitors on a page, in display order.",
  scope: "status_pages:read",
  document: graphql(`
    query listStatusPageResources($id: ID!, $first: Int!, $after: String) {
      statusPage(id: $id) {
        resources(first: $first, after: $after) {
          edges {
            node {
              id
              monitorId
              monitorName
              displayName
              displayDescription
              showUptimePercent
              order
              createdAt
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `),
  variables: ({ params, page }) => ({ id: params.status_page_id, ...page }),
  connection: ({ statusPage }) => statusPage?.resources,
  item: { schema: resource, of: ofResource, example: exampleResource },
})

const attachMonitor = operation({
  id: "attachStatusPageResource",
  method: "POST",
  path: "/v1/status-pages/{status_page_id}/resources",
  tag: "Status pages",
  summary: "Attach a monitor to a status page",
  description:
    "Adds a monitor of the same project at the end of the page. Fails if the monitor is already on the page.",
  scope: "status_pages:write",
  reads: ["status_pages:read"],
  body: {
    schema: z.strictObject({ monitor_id: id }).meta({ id: "NewStatusPageResource" }),
    example: { monitor_id: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21" },
  },
  document: mutation(
    "attachStatusPageMonitor",
    "id monitorId monitorName displayName displayDescription showUptimePercent order createdAt",
  ),
  variables: ({ params, body }) => ({
    statusPageId: params.status_page_id,
    monitorId: body.monitor_id,
  }),
  status: 201,
  answer: {
    schema: resource,
    of: (data) => ofResource(data.attachStatusPageMonitor),
    example: exampleResource,
  },
})

const detachResource = operation({
  id: "detachStatusPageResource",
  method: "DELETE",
  path: "/v1/status-pages/{status_page_id}/resources/{resource_id}",
  tag: "Status pages",
  summary: "Detach a monitor from a status page",
  description:
    "Removes the monitor from the page. The monitor itself and the order of the others do not change.",
  scope: "status_pages:write",
  document: mutation("detachStatusPageResource"),
  variables: ({ params }) => ({ statusPageId: params.status_page_id, id: params.resource_id }),
  status: 204,
  answer: null,
})

export const statusPages = [
  listStatusPages,
  updateStatusPage,
  listResources,
  attachMonitor,
  detachResource,
]
