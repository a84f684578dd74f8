import { z } from "zod"
import { graphql, mutation, projectPage } from "../../rest/graphql.ts"
import { cursor, lower, moment, nextCursor, rows } from "../answers.ts"
import { monitorRef, statusPageRef } from "../find-references.ts"
import { notFound, ToolError } from "../tool-error.ts"
import { readTool, writeTool } from "../tool.ts"
import { untrusted, untrustedOrNull } from "../untrusted.ts"

const noPage = () => notFound("status page", "list_status_pages gives their names.")
const visitors = (page: { name: string; isPublic: boolean }) =>
  page.isPublic ? [`visitors of the status page ${untrusted(page.name, 100)}`] : []

const McpStatusPageRow = graphql(`
  fragment McpStatusPageRow on StatusPage {
    id
    name
    slug
    url
    isPublic
    componentCount
    resources(first: 30) {
      edges {
        node {
          id
          displayName
          monitorName
          monitor {
            id
            status
          }
        }
      }
    }
    announcements {
      id
      body
      startsAt
      endsAt
    }
  }
`)

export const listStatusPages = readTool({
  name: "list_status_pages",
  title: "List status pages",
  description: "Status pages with their components and current announcements.",
  scope: "status_pages:read",
  example: {},
  input: z.strictObject({ cursor }),
  output: z.object({ status_pages: rows, next_cursor: nextCursor }),
  document: projectPage("statusPages", "cursor node { ...McpStatusPageRow }", [McpStatusPageRow]),
  variables: ({ projectId, args }) => ({ projectId, first: 20, after: args.cursor ?? null }),
  page: { list: "status_pages", of: ({ project }) => project?.statusPages },
  answer: ({ project }, { now }) => ({
    status_pages: (project?.statusPages.edges ?? []).map(({ node }) => ({
      id: node.id,
      name: untrusted(node.name, 100),
      slug: node.slug,
      url: node.url,
      is_public: node.isPublic,
      component_count: node.componentCount,
      components: node.resources.edges.map((one) => ({
        id: one.node.id,
        name: untrusted(one.node.displayName || one.node.monitorName, 60),
        monitor: one.node.monitor.id,
        status: lower(one.node.monitor.status),
      })),
      announcements: node.announcements
        .filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > now.getTime())
        .slice(0, 5)
        .map((one) => ({
          id: one.id,
          text: untrustedOrNull(one.body, 300),
          starts_at: one.startsAt,
          ends_at: one.endsAt,
        })),
    })),
  }),
})

const announce = writeTool({
  name: "announce",
  title: "Announce on a status page",
  description:
    "Shows a message at the top of a status page; subscribers are not notified. For an incident use add_update. " +
    "Two calls, as resolve.",
  scope: "status_pages:write",
  example: { status_page: "Acme", text: "We move to a new data center on Sunday." },
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    status_page: statusPageRef,
    text: z.string().min(1).max(2000),
    starts_at: moment.optional(),
    ends_at: moment.optional(),
  }),
  plan: {
    document: graphql(`
      query mcpPlanAnnounce($id: ID!) {
        statusPage(id: $id) {
          name
          isPublic
        }
      }
    `),
    variables: ({ args }) => ({ id: args.status_page }),
    of: ({ statusPage }, { args }) => {
      if (statusPage === null) throw noPage()
      const until = args.ends_at === undefined ? "until it is removed" : `until ${args.ends_at}`
      return {
        state: { is_public: String(statusPage.isPublic) },
        changes: [
          `Shows ${args.text.length} characters on ${untrusted(statusPage.name, 100)} from ${args.starts_at ?? "now"} ${until}`,
        ],
        notifies: visitors(statusPage),
      }
    },
  },
  document: mutation("announceOnStatusPage", "id startsAt endsAt"),
  variables: ({ args }) => ({
    statusPageId: args.status_page,
    body: args.text,
    startsAt: args.starts_at ?? null,
    endsAt: args.ends_at ?? null,
  }),
  answer: ({ announceOnStatusPage: { id, startsAt, endsAt } }) => ({
    announcement: id,
    starts_at: startsAt,
    ends_at: endsAt,
  }),
})

const addComponent = writeTool({
  name: "add_component",
  title: "Add a component to a status page",
  description: "Shows a monitor at the end of a status page. Two calls, as resolve.",
  scope: "status_pages:write",
  example: { status_page: "Acme", monitor: "Checkout", display_name: "Payments" },
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject({
    status_page: statusPageRef,
    monitor: monitorRef,
    display_name: z.string().max(200).optional().describe("Instead of the monitor's name."),
  }),
  plan: {
    document: graphql(`
      query mcpPlanAddComponent($page: ID!, $monitor: ID!) {
        statusPage(id: $page) {
          name
          isPublic
          componentCount
        }
        monitor(id: $monitor) {
          name
        }
      }
    `),
    variables: ({ args }) => ({ page: args.status_page, monitor: args.monitor }),
    of: ({ statusPage, monitor }, { args }) => {
      if (statusPage === null) throw noPage()
      if (monitor === null) throw notFound("monitor", "list_monitors gives their names.")
      const shown = args.display_name ?? monitor.name
      return {
        state: { components: String(statusPage.componentCount) },
        changes: [
          `Shows ${untrusted(monitor.name, 100)} on ${untrusted(statusPage.name, 100)} as ${untrusted(shown, 100)}`,
        ],
        notifies: visitors(statusPage),
      }
    },
  },
  document: mutation("attachStatusPageMonitor", "id order"),
  variables: ({ args }) => ({
    statusPageId: args.status_page,
    monitorId: args.monitor,
    displayName: args.display_name ?? null,
  }),
  answer: ({ attachStatusPageMonitor: { id, order } }) => ({ component: id, order }),
})

const planRemoval = graphql(`
  query mcpPlanRemoveComponent($page: ID!) {
    statusPage(id: $page) {
      name
      isPublic
      resources(first: 100) {
        edges {
          node {
            id
            monitorId
            monitorName
          }
        }
      }
    }
  }
`)

const removeComponent = writeTool({
  name: "remove_component",
  title: "Remove a component from a status page",
  description: "Takes a component off a status page; its monitor stays. Two calls, as resolve.",
  scope: "status_pages:write",
  example: { status_page: "Acme", component: "01937f5e-4c1a-7000-8000-3a5d5c1f0b21" },
  hints: { destructive: true, idempotent: true, openWorld: true },
  input: z.strictObject({
    status_page: statusPageRef,
    component: z.string().max(200).describe("Id, from list_status_pages."),
  }),
  plan: {
    document: planRemoval,
    variables: ({ args }) => ({ page: args.status_page }),
    of: ({ statusPage }, { args }) => {
      if (statusPage === null) throw noPage()
      const found = statusPage.resources.edges.find(({ node }) => node.id === args.component)
      if (found === undefined) {
        throw new ToolError(
          "not_found",
          "The page has no such component. list_status_pages names them.",
        )
      }
      return {
        state: { component: found.node.id },
        changes: [
          `Takes ${untrusted(found.node.monitorName, 100)} off ${untrusted(statusPage.name, 100)}`,
        ],
        notifies: visitors(statusPage),
      }
    },
  },
  document: mutation("detachStatusPageResource"),
  variables: ({ args }) => ({ id: args.component, statusPageId: args.status_page }),
  answer: ({ detachStatusPageResource }) => ({ component: detachStatusPageResource }),
})

export const statusPageChanges = [announce, addComponent, removeComponent]
