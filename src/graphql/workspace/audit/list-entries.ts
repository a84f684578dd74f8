import { z } from "zod"
import type { AuditEntry } from "../../../../prisma/generated/client.ts"
import { text } from "../../../platform/text-schema.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import { containing } from "../../kernel/containing.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"

const input = z.object({
  action: z
    .string()
    .regex(
      /^[a-z_]{1,50}(\.[a-z_]{0,50})?$/,
      "must be a prefix of an action, such as key. or key.created",
    )
    .nullish(),
  actorId: id.nullish(),
  subjectId: id.nullish(),
  actorKind: z.enum(["user", "key", "system"]).nullish(),
  search: text(200).trim().nullish(),
  since: z.date().nullish(),
  until: z.date().nullish(),
})

type Filter = z.output<typeof input>
type Bind = (value: unknown) => string

const order = keysetOf("audit-entries", { at: byTime }, { isDescending: true })

const columns = `
  e.id, e.project_id as "projectId", e.actor_kind as "actorKind", e.actor_id as "actorId",
  e.actor_name as "actorName", e.action, e.subject_id as "subjectId", e.subject_name as "subjectName", e.changes,
  e.via, e.key_class as "keyClass", e.at, e.seq, e.hash`

/**
 * A page of a project's audit log, newest first. `action` is a prefix: `key.` matches every action on keys. `since` is
 * inclusive, `until` exclusive. The caller has checked the permission.
 */
export async function listEntries(
  { database: { pool } }: Context,
  projectId: string,
  args: PageArgs & z.input<typeof input>,
) {
  const { rows } = await pool.query<AuditEntry>(pageStatement(projectId, args))
  return order.page(args, rows)
}

/** The statement of a page, which an index serves whatever the filter. */
export function pageStatement(projectId: string, args: PageArgs & z.input<typeof input>) {
  const filter = parse(input, args)
  const { bounds, direction, take } = order.open(args)
  const values: unknown[] = [projectId]
  const bind: Bind = (value) => `$${values.push(value)}`
  const selective = selectiveConditions(filter, bind)
  const conditions = [
    "e.project_id = $1",
    ...selective,
    ...(filter.subjectId ? [`e.subject_id = ${bind(filter.subjectId)}`] : []),
    ...(filter.since ? [`e.at >= ${bind(filter.since)}`] : []),
    ...(filter.until ? [`e.at < ${bind(filter.until)}`] : []),
    ...bounds.map(
      ({ key: [at], id, isAbove }) =>
        `(e.at, e.id) ${isAbove ? ">" : "<"} (${bind(at)}::timestamptz, ${bind(id)}::uuid)`,
    ),
  ]
  const sorted = `order by at ${direction}, id ${direction} limit ${bind(take)}`
  const part = (more: string[]) =>
    `(select ${columns} from audit_entry e where ${[...conditions, ...more].join(" and ")} ${sorted})`
  // The indexes of these filters have only the entries that are in the chain; the few others have their own.
  const parts =
    selective.length === 0 ? [part([])] : [part(["e.seq is not null"]), part(["e.seq is null"])]
  return { text: `select * from (${parts.join(" union all ")}) found ${sorted}`, values }
}

/** Conditions that may hold for few entries of many. */
function selectiveConditions({ action, actorId, actorKind, search }: Filter, bind: Bind): string[] {
  return [
    ...(action ? actionConditions(action, bind) : []),
    ...(actorId ? [`e.actor_id = ${bind(actorId)}`] : []),
    ...(actorKind ? [`e.actor_kind = ${bind(actorKind)}::actor_kind`] : []),
    ...(search ? [searchCondition(search, bind)] : []),
  ]
}

function actionConditions(action: string, bind: Bind): string[] {
  const [noun = "", verb] = action.split(".")
  const ofNoun = verb === undefined ? [] : [`split_part(e.action, '.', 1) = ${bind(noun)}`]
  return verb === "" ? ofNoun : [...ofNoun, `e.action like ${bind(`${escaped(action)}%`)}`]
}

/** "key created" also finds `key.created`, because an underscore stands for any character. */
function searchCondition(search: string, bind: Bind): string {
  const like = bind(`%${escaped(search)}%`)
  const ofAction = bind(
    `%${search
      .split(/\s+/)
      .map((word) => escaped(word))
      .join("_")}%`,
  )
  return `(e.actor_name ilike ${like} or e.subject_name ilike ${like} or e.action ilike ${ofAction}
           or left(e.changes::text, 500) ilike ${like})`
}

const escaped = (words: string): string => containing(words).contains
