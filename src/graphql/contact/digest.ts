import type { Services } from "../../services.ts"
import { owe } from "../delivery/owe.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { readContacts } from "./read.ts"

type Due = { pageId: string; userId: string }

type Collected = {
  projectId: string
  projectName: string
  number: number
  title: string
  state: string
}

/** Tells people of what was collected for them, once its time has come; answers how many were told. */
export async function tellDigests(
  services: Pick<Services, "database" | "bus" | "env">,
): Promise<number> {
  let told = 0
  while (await transact(services, (tx) => tellOne(tx, services.env.BASE_URL))) told += 1
  return told
}

/** The first page of a person is held meanwhile, and others pass all of theirs over: no digest is told twice. */
async function tellOne(tx: Transaction, baseUrl: string): Promise<boolean> {
  const [due] = await tx.db.$queryRaw<Due[]>`
    select id as "pageId", user_id as "userId" from page
     where digest_at <= now() and user_id is not null and not exists (
             select from page before
              where before.user_id = page.user_id and before.digest_at <= now()
                and (before.digest_at, before.id) < (page.digest_at, page.id))
     order by digest_at, id limit 1 for no key update skip locked`
  if (due === undefined) return false
  const { pageId, userId } = due
  const collected = await tx.db.$queryRaw<Collected[]>`
    with told as (
      update page set digest_at = null where user_id = ${userId}::uuid and digest_at <= now()
      returning alert_id)
    select project.id as "projectId", project.name as "projectName", alert.number, alert.title, state.name as state
      from alert join project on project.id = alert.project_id join state on state.id = alert.state_id
     where alert.id in (select alert_id from told)
       -- Whoever left a project since is told nothing of it.
       and exists (select from member where member.project_id = project.id and member.user_id = ${userId}::uuid)
     order by project.name, alert.number`
  if (collected.length === 0) return true
  const contact = (await readContacts(tx, [userId])).get(userId)
  const mail = contact?.ways.find(({ kind }) => kind === "email")
  const [first] = collected
  const count = `${collected.length} ${collected.length === 1 ? "alert" : "alerts"} of low urgency`
  await owe(tx, [
    {
      projectId: null,
      lane: "notice",
      event: "alert.digest",
      subjectId: userId,
      way: mail?.channelId
        ? { channel: { id: mail.channelId, kind: mail.kind } }
        : { accountId: userId },
      // By its first page: one that is stored late may be due at the same moment as those before it.
      dedupeKey: `alert.digest:${pageId}`,
      notice: {
        subject: count,
        paragraphs: collected.map(
          ({ projectName, number, title, state }) =>
            `${projectName} #${number}: ${title} (${state})`,
        ),
        link: first
          ? { label: "Alerts", url: `${baseUrl}/projects/${first.projectId}/alerts` }
          : null,
        unsubscribeUrl: null,
      },
    },
  ])
  return true
}
