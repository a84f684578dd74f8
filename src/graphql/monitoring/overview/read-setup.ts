import type { Context } from "../../kernel/context.ts"

/** Which of the first steps of a project are done. */
export type Setup = {
  hasMonitor: boolean
  hasContactMethod: boolean
  hasTestArrived: boolean
  hasOnCallPolicy: boolean
  hasStatusPage: boolean
  hasTeammate: boolean
}

const query = `
  select exists (select from monitor where project_id = $1 and deleted_at is null) as "hasMonitor",
         exists (select from channel where user_id = $2 and enabled and verified_at is not null) as "hasContactMethod",
         exists (select from channel where user_id = $2 and enabled and verified_at is not null
                    and last_delivered_at is not null) as "hasTestArrived",
         exists (select from on_call_policy where project_id = $1) as "hasOnCallPolicy",
         exists (select from status_page where project_id = $1 and is_public) as "hasStatusPage",
         (select count(*) from (select from member where project_id = $1 limit 2) one) > 1
         or exists (select from invitation where project_id = $1 and revoked_at is null) as "hasTeammate"`

/** For access that is limited to labels: the first steps are those of the whole project. */
export const allDone: Setup = {
  hasMonitor: true,
  hasContactMethod: true,
  hasTestArrived: true,
  hasOnCallPolicy: true,
  hasStatusPage: true,
  hasTeammate: true,
}

/**
 * Read the first steps of a project; the contact method is the caller's own. The caller checks the permission of each
 * step that it shows.
 */
export async function readSetup(ctx: Context, projectId: string): Promise<Setup> {
  await ctx.access.require(projectId, "monitors:read")
  const { rows } = await ctx.database.pool.query<Setup>({
    name: "setup-of-project",
    text: query,
    values: [projectId, ctx.actor.kind === "user" ? ctx.actor.userId : null],
  })
  const [setup] = rows
  if (setup === undefined) throw new Error("a statement without a table always has one row")
  return setup
}
