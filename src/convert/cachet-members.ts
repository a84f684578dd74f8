import { carried, ignored, type Table } from "./account.ts"

/** Members of Cachet's components. */
export const cachetTable: Table = {
  ...ignored`id status status_name order created updated created_at updated_at deleted_at`,
  ...carried`name description link enabled tags`,
  group_id: { beside: "groups" },
  component_group_id: { beside: "groups" },
  meta: { beside: "fields of the project's own" },
}
