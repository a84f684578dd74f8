import type { Services } from "../../../platform/services.ts"
import type { Actor } from "../../kernel/access.ts"
import { transactSql } from "../../kernel/transaction.ts"
import { auditColumns, auditRow, type AuditAction } from "./record-audit.ts"

/** The use of a key, or of a program's access, from an address. */
export type CredentialUse = {
  actor: Extract<Actor, { kind: "key" }>
  action: "key.used" | "key.refused" | "oauth_grant.used"
  address: string
  /** Why it was refused. */
  reason?: string
}

/** Further addresses of a day are left out. */
const mostAddresses = 20

/**
 * Records uses, each once a day (UTC) for each credential and address, in whatever process: an entry for each request
 * would say no more.
 */
export const recordUses = (
  services: Pick<Services, "database" | "bus">,
  uses: CredentialUse[],
): Promise<void> =>
  transactSql(services, async (tx) => {
    // One process at a time looks at what there is.
    await tx.query({
      name: "lock-uses",
      text: "select pg_advisory_xact_lock(hashtext('audit: uses'))",
      values: [],
    })
    await tx.query({
      name: "record-uses",
      text: `
        with today as (
          select old.subject_id, old.action, old.changes ->> 'address' as address
            from audit_entry old
           where old.subject_id = any($2::uuid[]) and old.at >= date_trunc('day', now(), 'UTC')
             and old.action in ('key.used', 'key.refused', 'oauth_grant.used')
        ), fresh as (
          select row.*, row_number() over (partition by row.subject_id, row.action order by row.id) as number
            from jsonb_populate_recordset(null::audit_entry, $1::jsonb) row
           where not exists (select from today t where (t.subject_id, t.action, t.address)
                             = (row.subject_id, row.action, row.changes ->> 'address'))
        )
        insert into audit_entry (${auditColumns})
        select ${auditColumns} from fresh f
         where number + (select count(*) from today t where (t.subject_id, t.action) = (f.subject_id, f.action))
               <= ${mostAddresses}`,
      values: [
        JSON.stringify(uses.map((use) => auditRow(use.actor, entryOf(use)))),
        uses.map(({ actor }) => actor.keyId),
      ],
    })
  })

const entryOf = ({ actor, action, address, reason }: CredentialUse): AuditAction => ({
  projectId: actor.projectId,
  action,
  subjectId: actor.keyId,
  subjectName: actor.name,
  changes: {
    ...(actor.keyClass === undefined ? {} : { class: actor.keyClass }),
    address,
    ...(reason === undefined ? {} : { reason }),
  },
})
