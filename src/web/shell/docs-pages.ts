/** The documentation of this installation. */
export const docsPages: readonly { label: string; path: string }[] = [
  { label: "Go to docs", path: "/docs/api" },
  { label: "Docs: API reference", path: "/docs/api-reference" },
  { label: "Docs: GraphQL", path: "/docs/graphql" },
  { label: "Docs: Webhooks", path: "/docs/webhooks" },
  { label: "Docs: MCP", path: "/docs/mcp" },
  { label: "Docs: Chat and devices", path: "/docs/chats" },
  { label: "Docs: Telemetry", path: "/docs/telemetry" },
  { label: "Docs: SLOs", path: "/docs/slos" },
  { label: "Docs: Status pages", path: "/docs/status-pages" },
]
