import type { Plan, Role } from "../../prisma/generated/enums.ts"
import type { Database } from "../postgres.ts"
import type { Services } from "../services.ts"
import type { Actor, Standing } from "./access.ts"

/** Who came with something that can end. */
export type Holder = Extract<Actor, { kind: "user" | "key" }>

/** What a session or key is worth at this moment: whether it goes on, and what it is in a project. */
export type Proof = { isGood: boolean; standing: Standing | null }

type Row = {
  name: string
  /** Infinity where it never ends. */
  endsAt: Date | number
  role: Role | null
  plan: Plan | null
}
type Question = PromiseWithResolvers<Row | null> & { id: string; projectId: string | null }
type Desk = { sessions: Map<string, Question>; keys: Map<string, Question>; pool: Database["pool"] }

const ofSessions = {
  name: "standings-of-sessions",
  text: `
    select s.id || ' ' || coalesce(asked.project_id::text, '') as name, s.expires_at as "endsAt",
           m.role::text as role, p.plan::text as plan
      from unnest($1::uuid[], $2::uuid[]) as asked (session_id, project_id)
      join session s on s.id = asked.session_id
      left join member m on m.project_id = asked.project_id and m.user_id = s.user_id
      left join project p on p.id = m.project_id`,
}

/** A key stands in its own project, whatever else it asks for. */
const ofKeys = {
  name: "standings-of-keys",
  text: `
    select k.id::text as name, coalesce(k.expires_at, 'infinity') as "endsAt",
           null as role, p.plan::text as plan
      from api_key k
      join project p on p.id = k.project_id
     where k.id = any($1::uuid[]) and k.revoked_at is null`,
}

const desks = new WeakMap<Database, Desk>()

/** Looks a credential up anew, with what it is in a project: one statement for all who ask in the same turn. */
export async function prove(
  { database, clock }: Pick<Services, "database" | "clock">,
  holder: Holder,
  projectId: string | null,
): Promise<Proof> {
  const row = await ask(deskOf(database), holder, projectId)
  if (row === null || row.endsAt <= clock.now()) return { isGood: false, standing: null }
  const { role, plan } = row
  return { isGood: true, standing: plan === null ? null : { role, plan } }
}

function deskOf(database: Database): Desk {
  const desk = desks.get(database) ?? {
    sessions: new Map(),
    keys: new Map(),
    pool: database.pool,
  }
  desks.set(database, desk)
  return desk
}

function ask(desk: Desk, holder: Holder, projectId: string | null): Promise<Row | null> {
  const { sessions, keys } = desk
  if (sessions.size + keys.size === 0) queueMicrotask(() => void answer(desk))
  const isKey = holder.kind === "key"
  const [id, asked] = isKey ? [holder.keyId, keys] : [holder.sessionId, sessions]
  const name = isKey ? id : `${id} ${projectId ?? ""}`
  const question = asked.get(name) ?? { id, projectId, ...Promise.withResolvers<Row | null>() }
  asked.set(name, question)
  return question.promise
}

async function answer(desk: Desk): Promise<void> {
  const { sessions, keys, pool } = desk
  desk.sessions = new Map()
  desk.keys = new Map()
  const ids = [...sessions.values()].map(({ id }) => id)
  const projectIds = [...sessions.values()].map(({ projectId }) => projectId)
  await Promise.all([
    settle(sessions, () => pool.query<Row>({ ...ofSessions, values: [ids, projectIds] })),
    settle(keys, () => pool.query<Row>({ ...ofKeys, values: [[...keys.keys()]] })),
  ])
}

async function settle(
  asked: Map<string, Question>,
  read: () => Promise<{ rows: Row[] }>,
): Promise<void> {
  if (asked.size === 0) return
  try {
    const { rows } = await read()
    const found = new Map(rows.map((row) => [row.name, row]))
    for (const [name, { resolve }] of asked) resolve(found.get(name) ?? null)
  } catch (error) {
    for (const { reject } of asked.values()) reject(error)
  }
}
