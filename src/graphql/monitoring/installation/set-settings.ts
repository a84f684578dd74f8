import { say } from "../../../findings/say.ts"
import { z } from "zod"
import { counted } from "../../../platform/counted.ts"
import { hasSso, SettingError, type Env, type SettingName } from "../../../platform/env.ts"
import { readGroup, readStored, refreshSettings } from "../../../platform/follow-settings.ts"
import {
  settableIn,
  settingGroups,
  type SettingGroup,
} from "../../../platform/settable-settings.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { recordAuditAll } from "../../workspace/audit/record-audit.ts"
import { requireOperatorInPerson } from "../../workspace/user/operator.ts"
import { shown } from "./list-settings.ts"
import { findSignUpEffect, type NamedMonitor } from "./sign-up-effect.ts"
import { areaTests } from "./test-area.ts"

const longest = 10_000

const input = z.object({
  group: z.enum(settingGroups),
  values: z
    .array(
      z.object({
        name: z.string(),
        value: z
          .string()
          .trim()
          .max(longest, `must be at most ${longest} characters long`)
          .nullable(),
      }),
    )
    .min(1, "must not be empty"),
  isConfirmed: z.boolean(),
})

/**
 * Set settings of one group after a test with them; null removes one. They take effect in every process within
 * seconds.
 *
 * @throws {DomainError} conflict if the environment has a setting, if the test fails, or if the change must be
 * confirmed.
 */
export async function setSettings(ctx: Context, given: z.input<typeof input>): Promise<void> {
  const { group, values, isConfirmed } = parse(input, given)
  await requireOperatorInPerson(ctx)
  const changes = readChanges(ctx.env, group, values)
  const next = await nextEnv(ctx, group, changes)
  await requireWorking(ctx, group, next, isConfirmed)
  await transact(ctx, async (tx) => {
    for (const [name, value] of changes) await write(tx, ctx, name, value)
    await audit(tx, ctx, group, [...changes.keys()], next)
    tx.publish("settings.changed", {})
    if (group === "sign_on") tx.publish("access.changed", { projectId: null, userId: null })
  })
  await refreshSettings(ctx)
}

type Changes = ReadonlyMap<SettingName, string | null>

function readChanges(
  { given }: Env,
  group: SettingGroup,
  values: { name: string; value: string | null }[],
): Changes {
  const { names } = settableIn(group)
  const changes = new Map<SettingName, string | null>()
  for (const { name: text, value } of values) {
    const name = names.find((one) => one === text)
    if (name === undefined) throw invalid(`#/${text}`, `must be one of ${names.join(", ")}`)
    if (given.has(name)) {
      throw conflict(
        `${name} is set in the environment, which wins. Remove it there to set it here.`,
      )
    }
    changes.set(name, value === "" ? null : value)
  }
  return changes
}

/** The settings as they would be, with everything else as it is. */
async function nextEnv(ctx: Context, group: SettingGroup, changes: Changes): Promise<Env> {
  const texts = new Map(await readStored(ctx))
  for (const [name, value] of changes) {
    if (value === null) texts.delete(name)
    else texts.set(name, value)
  }
  try {
    return { ...ctx.env, ...readGroup(ctx.env, group, texts) }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    const name = [...changes.keys()].find((one) => error.message.startsWith(`${one} `))
    throw name === undefined
      ? conflict(error.message)
      : invalid(`#/${name}`, error.message.slice(name.length + 1).replace(/\.$/, ""))
  }
}

/** Settings that turn a service off need no test. */
async function requireWorking(
  ctx: Context,
  group: SettingGroup,
  next: Env,
  isConfirmed: boolean,
): Promise<void> {
  if (group === "sign_up") {
    if (!isConfirmed) await requireNoEffect(ctx, next.SIGN_UP)
    return
  }
  if (isOff[group](next)) return
  const { isWorking, isCertain = true, findings } = await areaTests[group](ctx, next)
  if (isWorking || (isConfirmed && !isCertain)) return
  const detail = say(findings, ctx.language)
  throw conflict(
    isCertain ? `Not saved: ${detail}` : `Not saved yet: ${detail} Confirm to save anyway.`,
  )
}

const isOff: Record<Exclude<SettingGroup, "sign_up">, (env: Env) => boolean> = {
  mail: ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined && MAIL_FROM === undefined,
  phone: ({ TWILIO_URL }) => TWILIO_URL === undefined,
  base_url: () => false,
  sign_on: (env) => !hasSso(env),
}

async function requireNoEffect(ctx: Context, signUp: Env["SIGN_UP"]): Promise<void> {
  const { allowed, forbidden } = await findSignUpEffect(ctx, signUp)
  if (allowed.length + forbidden.length === 0) return
  const parts = [
    ...sentence(forbidden, "is no longer checked", "are no longer checked"),
    ...sentence(allowed, "is checked again", "are checked again"),
  ]
  throw conflict(`${parts.join(" ")} Confirm to change the rules for sign-up.`)
}

const mostNamed = 5

function sentence(monitors: NamedMonitor[], one: string, many: string): string[] {
  if (monitors.length === 0) return []
  const rest = monitors.length - mostNamed
  const named = monitors.slice(0, mostNamed).map(({ name, project }) => `${name} (${project})`)
  const list = rest > 0 ? [...named, `${rest} more`] : named
  return [
    `${counted(monitors.length, "monitor")} ${monitors.length === 1 ? one : many}: ${list.join(", ")}.`,
  ]
}

function write(
  tx: Transaction,
  { vault, actor }: Context,
  name: SettingName,
  value: string | null,
) {
  if (value === null) return tx.db.installationSetting.deleteMany({ where: { name } })
  const changedById = actor.kind === "user" ? actor.userId : null
  const data = { sealedValue: vault.seal(value), changedAt: new Date(), changedById }
  return tx.db.installationSetting.upsert({
    where: { name },
    create: { name, ...data },
    update: data,
  })
}

/** In the audit log of each project, which all depend on it. Secrets are left out. */
async function audit(
  tx: Transaction,
  { actor, env }: Context,
  group: SettingGroup,
  names: SettingName[],
  next: Env,
): Promise<void> {
  const changes = Object.fromEntries(
    names.map((name) => [name, { from: shown(env, group, name), to: shown(next, group, name) }]),
  )
  const projects = await tx.db.project.findMany({
    where: { deletedAt: null },
    orderBy: { id: "asc" },
    select: { id: true },
  })
  await recordAuditAll(
    tx,
    actor,
    projects.map(({ id }) => ({
      projectId: id,
      action: "installation.settings_changed",
      changes,
    })),
  )
}
