import type { Table } from "./account.ts"

/** Members of Cachet's components. */
export const cachetTable: Table = {
  id: "ignored",
  name: "carried",
  description: "carried",
  link: "carried",
  enabled: "carried",
  tags: "carried",
  status: "ignored",
  status_name: "ignored",
  order: "ignored",
  group_id: { beside: "groups" },
  component_group_id: { beside: "groups" },
  meta: { beside: "fields of the project's own" },
  created: "ignored",
  updated: "ignored",
  created_at: "ignored",
  updated_at: "ignored",
  deleted_at: "ignored",
}
