import type { Database } from "../../../platform/postgres.ts"
import { spoken, updatesAtMost, type PublicIncident } from "./view-incidents.ts"

/** Texts in Markdown that pages show of an incident. */
export type PublicTexts = { projectId: string; incidentId: string; texts: string[] }

/** Those of an incident that was read for a page. */
export const textsOf = ({ postmortem, updates }: PublicIncident): string[] => [
  ...(postmortem === null ? [] : [postmortem]),
  ...updates.flatMap(({ body, flap }) => (body === null || flap !== null ? [] : [body])),
]

/** Those of any incident; null if it was deleted. */
export async function readPublicTexts(
  { pool }: Database,
  incidentId: string,
): Promise<PublicTexts | null> {
  const { rows } = await pool.query<PublicTexts>({
    name: "public-texts",
    text: `
      select i.project_id as "projectId", i.id as "incidentId",
             array(select postmortem_note where postmortem_published and postmortem_note <> '') ||
             array(select body from incident_update u
                    where u.incident_id = i.id and is_public and body <> '' and actor_kind <> 'system'
                      and kind::text = any($2) and outages is null
                    order by at desc, id desc limit ${updatesAtMost}) as texts
        from incident i where i.id = $1`,
    values: [incidentId, [...spoken]],
  })
  return rows[0] ?? null
}
