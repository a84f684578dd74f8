import { isIP } from "node:net"
import type { Context } from "../../kernel/context.ts"
import { createMonitorGuard, type Guard } from "../../../platform/guard.ts"
import type { Env } from "../../../platform/env.ts"
import { refusalOf } from "../monitor/write/reachable.ts"

type Target = {
  name: string
  project: string
  url: string | null
  host: string | null
  resolver: string | null
  /** Where the last check connected to. */
  address: string | null
}

/** A monitor, as its name and that of its project. */
export type NamedMonitor = { name: string; project: string }

/** Monitors whose target becomes allowed or forbidden. */
export type SignUpEffect = { allowed: NamedMonitor[]; forbidden: NamedMonitor[] }

const query = `
  select m.name, p.name as project, m.url, m.host, m.settings ->> 'resolver' as resolver, c.address
    from monitor m join project p on p.id = m.project_id
    left join monitor_state s on s.monitor_id = m.id
    left join lateral (select address from check_result r
                        where r.monitor_seq = m.seq and r.started_at = s.last_check_at) c on true
   where m.deleted_at is null and p.deleted_at is null
   order by p.name, m.name, m.id`

/** Find what a change of the rules for sign-up changes: private targets are closed while anybody may sign up. */
export async function findSignUpEffect(
  { database, env }: Pick<Context, "database" | "env">,
  signUp: Env["SIGN_UP"],
): Promise<SignUpEffect> {
  const before = createMonitorGuard(env)
  const after = createMonitorGuard({ ...env, SIGN_UP: signUp })
  const effect: SignUpEffect = { allowed: [], forbidden: [] }
  const { rows } = await database.pool.query<Target>({ name: "targets-of-monitors", text: query })
  for (const target of rows) {
    const [was, will] = [isRefused(target, before), isRefused(target, after)]
    const { name, project } = target
    if (was && !will) effect.allowed.push({ name, project })
    if (!was && will) effect.forbidden.push({ name, project })
  }
  return effect
}

function isRefused(target: Target, guard: Guard): boolean {
  if (refusalOf(target, guard) !== null) return true
  const { address } = target
  return address !== null && isIP(address) !== 0 && guard.refuse(address) !== null
}
