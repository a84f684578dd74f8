import type { Command } from "commander"
import { open } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import { z } from "zod"
import { chainProject } from "../graphql/workspace/audit/chain-entries.ts"
import { exportEntries } from "../graphql/workspace/audit/export-entries.ts"
import {
  verifyChain,
  type Head,
  type Verification,
} from "../graphql/workspace/audit/verify-chain.ts"
import { verifyLines } from "../graphql/workspace/audit/verify-lines.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { asCommandLine } from "./cli-session.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./command-error.ts"
import { findProject } from "./find-project.ts"
import { paint, print } from "./output.ts"
import { counted } from "../platform/counted.ts"
import { commandName } from "../platform/command-name.ts"

type ExportOptions = { project?: string; from?: string; to?: string }
type VerifyOptions = { project?: string; expectHead?: string; file?: string; json: boolean }

export function registerAudit(program: Command): void {
  const group = addGroup(program, "audit", "export and verify the audit log")

  addCommand(group, "export", "print entries as JSON lines, oldest first")
    .option("--project <id>", "project ID (default: the only project)")
    .option("--from <time>", "only entries at or after this time, such as 2026-01-31")
    .option("--to <time>", "only entries before this time")
    .action(({ project, from, to }: ExportOptions) => {
      const range = { from: readTime("--from", from), to: readTime("--to", to) }
      return asCommandLine(async (ctx) => {
        const { id } = await findProject(ctx, project)
        const lines = await exportEntries(ctx, id, range)
        await pipeline(lines, process.stdout, { end: false }).catch(
          // The reader closed the pipe early, as `head` does.
          (error: NodeJS.ErrnoException) => {
            if (error.code !== "EPIPE") throw error
          },
        )
      })
    })

  addCommand(group, "verify", "verify that no entry was changed, deleted, inserted or moved")
    .option("--project <id>", "project ID (default: all projects)")
    .option("--expect-head <head>", "a head that an earlier verification printed, as number:hash")
    .option("--file <path>", "verify exported JSON lines instead of the database")
    .addHelpText("after", "\nExit code: 1 if a chain is broken. See docs/audit.md.")
    .action(async ({ project, expectHead, file, json }: VerifyOptions) => {
      const head = expectHead === undefined ? null : readHead(expectHead)
      if (file !== undefined) await verifyFile(file, head, json)
      else await asCommandLine((ctx) => verifyProjects(ctx, { project, head, json }))
    })
}

type Wanted = { project: string | undefined; head: Head | null; json: boolean }

async function verifyProjects(ctx: Context, { project, head, json }: Wanted): Promise<void> {
  const { prisma } = ctx.database
  const projects =
    project === undefined && head === null
      ? await prisma.project.findMany({
          where: { deletedAt: null },
          orderBy: [{ name: "asc" }, { id: "asc" }],
        })
      : [await findProject(ctx, project)]
  const results: (Verification & { id: string; name: string })[] = []
  for (const { id, name } of projects) {
    // Where no server runs, the last entries are not in the chain yet.
    await chainProject(ctx, id)
    results.push({ id, name, ...(await verifyChain(ctx, id, head)) })
  }
  const isIntact = results.every(({ fault }) => fault === null)
  print(json, { ok: isIntact, projects: results }, () => results.map(describe).join("\n"))
  if (!isIntact) process.exitCode = 1
}

async function verifyFile(path: string, expected: Head | null, json: boolean): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read ${path}: ${error.code ?? error.message}.`)
  })
  const { fault, head, ...read } = await verifyLines(file.readLines())
  const isExpected = expected === null || (expected.seq === head.seq && expected.hash === head.hash)
  const isIntact = fault === null && isExpected
  print(json, { ok: isIntact, ...read, head, fault }, () => {
    if (fault !== null) return `${paint("red", "✗")} Line ${fault.line}: ${fault.detail}`
    if (!isExpected) return `${paint("red", "✗")} The file does not end with the given head.`
    const gaps = read.gaps === 0 ? "" : ` Entries are missing at ${counted(read.gaps, "place")}.`
    return `${paint("green", "✓")} ${count(read.entries)}, none was changed.${gaps} Head: ${printHead(head)}`
  })
  if (!isIntact) process.exitCode = 1
}

const printHead = ({ seq, hash }: Head) => `${seq}:${hash}`

const count = (entries: number) =>
  entries === 1 ? "1 entry" : `${entries.toLocaleString("en")} entries`

function describe({
  name,
  id,
  entries,
  pruned,
  head,
  waiting,
  fault,
}: Verification & { id: string; name: string }): string {
  if (fault !== null) {
    const place =
      fault.id === null ? "" : `\n    There now: entry with the id ${fault.id} of ${fault.at}.`
    return `${paint("red", "✗")} ${name} (${id}): ${fault.detail}${place}`
  }
  const notes = [
    ...(pruned === null
      ? []
      : [`Entries up to ${pruned.seq}, the last of ${pruned.at}, were deleted by retention.`]),
    ...(waiting === 0 ? [] : [`${count(waiting)} will follow.`]),
  ]
  return [
    `${paint("green", "✓")} ${name} (${id}): ${count(entries)}, the chain is intact.`,
    ...notes.map((note) => `    ${note}`),
    `    Head: ${printHead(head)}`,
  ].join("\n")
}

const head = z
  .string()
  .regex(/^\d{1,9}:[0-9a-f]{64}$/i)
  .transform((text): Head => {
    const [seq, hash = ""] = text.split(":")
    return { seq: Number(seq), hash: hash.toLowerCase() }
  })

function readHead(text: string): Head {
  const read = head.safeParse(text)
  if (read.success) return read.data
  throw new UsageError(
    `--expect-head must be a number, a colon and a hash, as \`${commandName} audit verify\` prints them.`,
  )
}

const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

function readTime(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const read = time.safeParse(text)
  if (read.success) return new Date(read.data)
  throw new UsageError(
    `${option} must be a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z; got "${text}".`,
  )
}
