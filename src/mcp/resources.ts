import {
  ResourceNotFoundError,
  type CallToolResult,
  type ListResourcesResult,
  type ReadResourceResult,
} from "@modelcontextprotocol/server"
import { z } from "zod"

const mimeType = "application/json"

/** What each kind of resource is read and listed with. */
const kinds = {
  incident: { read: "get_incident", list: "list_incidents", rows: "incidents" },
  monitor: { read: "get_monitor", list: "list_monitors", rows: "monitors" },
} as const

type Kind = keyof typeof kinds
type CallTool = (name: string, args: Record<string, unknown>) => Promise<CallToolResult>

/** As `resources/templates/list` gives them. */
export const resourceTemplates = (Object.keys(kinds) as Kind[]).map((kind) => ({
  name: kind,
  title: kind === "incident" ? "Incident" : "Monitor",
  description: `One ${kind}, as ${kinds[kind].read} answers it.`,
  uriTemplate: `watchkeeper://project/{project}/${kind}/{id}`,
  mimeType,
}))

export const resourceUri = (projectId: string, kind: Kind, id: string): string =>
  `watchkeeper://project/${projectId}/${kind}/${id}`

const row = z.object({
  id: z.string(),
  title: z.string().optional(),
  name: z.string().optional(),
})

/** Open incidents and the first monitors; templates lead to all others. */
export async function listResources(
  projectId: string,
  call: CallTool,
): Promise<ListResourcesResult> {
  const lists = await Promise.all(
    (Object.keys(kinds) as Kind[]).map(async (kind) => {
      const { structuredContent } = await call(kinds[kind].list, {})
      const found = z.looseObject({ [kinds[kind].rows]: z.array(row) }).safeParse(structuredContent)
      const rows = found.success ? z.array(row).parse(found.data[kinds[kind].rows]) : []
      return rows.map(({ id, title, name }) => ({
        uri: resourceUri(projectId, kind, id),
        name: `${kind} ${id}`,
        title: title ?? name ?? id,
        mimeType,
      }))
    }),
  )
  return { resources: lists.flat() }
}

const address = /^watchkeeper:\/\/project\/([0-9a-f-]{36})\/(incident|monitor)\/([0-9a-f-]{36})$/

/** @throws {ResourceNotFoundError} also for what belongs to another project. */
export async function readResource(
  projectId: string,
  uri: string,
  call: CallTool,
): Promise<ReadResourceResult> {
  const [, project, kind, id] = address.exec(uri) ?? []
  if (project !== projectId || (kind !== "incident" && kind !== "monitor")) {
    throw new ResourceNotFoundError(uri)
  }
  const { isError, structuredContent } = await call(kinds[kind].read, { [kind]: id })
  if (isError === true) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType, text: JSON.stringify(structuredContent) }] }
}
