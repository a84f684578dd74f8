import { messageWords } from "../../../channels/words/message-language.ts"
import { newId } from "../../../platform/id.ts"
import { isResource, type Resource } from "../../../platform/resources/judge-usage.ts"
import type { Services } from "../../../platform/services.ts"
import { transactSql, type SqlTransaction } from "../../kernel/transaction.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import { reportPatienceSeconds } from "./rules/judge-reports.ts"

type Lack = { host: string; resource: Resource }
type Operator = { id: string; language: string }

/**
 * Mail the operator once about each resource that runs out, while messages can still be sent; again when it had been
 * enough for an hour.
 *
 * @returns how many were announced.
 */
export function tellLacks(services: Pick<Services, "database" | "bus" | "env">): Promise<number> {
  return transactSql(services, async (tx) => {
    const lacks = (await tx.query<Lack>(found)).filter(({ resource }) => isResource(resource))
    if (lacks.length > 0) await tell(tx, services.env.BASE_URL, lacks)
    return lacks.length
  })
}

const found = {
  name: "tell-lacks",
  text: `
    with lacking as (
      select distinct host, lack ->> 'resource' as resource
        from resource_report, jsonb_array_elements(troubles) lack
       where at > now() - interval '${reportPatienceSeconds} seconds'),
    over as (
      delete from resource_notice where seen_at < now() - interval '1 hour'
         and (host, resource) not in (select host, resource from lacking)),
    announced as (
      insert into resource_notice (host, resource) select host, resource from lacking
      on conflict (host, resource) do update set seen_at = now()
      returning host, resource, xmax = 0 as is_new)
    select host, resource from announced where is_new order by host, resource`,
  values: [],
}

async function tell(tx: SqlTransaction, baseUrl: string, lacks: Lack[]): Promise<void> {
  const [operator] = await tx.query<Operator>({
    name: "operator",
    text: `select id, language from "user" order by id limit 1`,
    values: [],
  })
  if (operator === undefined) return
  const { lacks: words } = messageWords(operator.language)
  await enqueueMessages(tx, [
    {
      projectId: null,
      queue: "notice",
      event: "installation.resource_short",
      subjectId: operator.id,
      recipient: { accountId: operator.id },
      dedupeKey: `installation.resource_short:${newId()}`,
      priority: 20,
      notice: {
        subject: words.subject(lacks.map(({ host }) => host)),
        paragraphs: [...lacks.map(({ host, resource }) => words.line(host, resource)), words.once],
        link: { label: words.link, url: `${baseUrl}/installation` },
        unsubscribeUrl: null,
      },
    },
  ])
}
