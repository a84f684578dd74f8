import type { Services } from "../../../platform/services.ts"
import { notFound } from "../../kernel/errors.ts"

/** At most one is set; neither means all monitors. */
export type ReportScope = { labelId: string | null; statusPageId: string | null }

export type ReportMonitor = {
  id: string
  seq: number
  /** Its name on the page, in a report of a page. */
  name: string
  groupName: string | null
}

const query = `
  select m.id, m.seq, coalesce(r.display_name, m.name) as name, g.name as "groupName"
    from monitor m
    left join status_page_resource r on r.page_id = $3 and r.monitor_id = m.id
    left join status_page_group g on g.id = r.group_id
   where m.project_id = $1 and m.deleted_at is null and m.created_at < $4
     and ($2::uuid is null or exists (
           select from monitor_label l where l.monitor_id = m.id and l.label_id = $2))
     and ($3::uuid is null or r.id is not null)
   order by g.order nulls last, r.order, m.name, m.id`

/**
 * The monitors of a report that existed before `until`.
 *
 * @throws {DomainError} not_found for a label or page of another project.
 */
export async function listReportMonitors(
  { database: { pool, prisma } }: Pick<Services, "database">,
  projectId: string,
  { labelId, statusPageId }: ReportScope,
  until: Date,
): Promise<{ scopeName: string | null; monitors: ReportMonitor[] }> {
  let scopeName: string | null = null
  if (labelId !== null) {
    const label = await prisma.label.findUnique({ where: { id: labelId, projectId } })
    if (label === null) throw notFound("label")
    scopeName = label.name
  }
  if (statusPageId !== null) {
    const page = await prisma.statusPage.findUnique({ where: { id: statusPageId, projectId } })
    if (page === null) throw notFound("status page")
    scopeName = page.name
  }
  const { rows } = await pool.query<ReportMonitor>({
    name: "monitors-of-report",
    text: query,
    values: [projectId, labelId, statusPageId, until.toISOString()],
  })
  return { scopeName, monitors: rows }
}
